"""Several servers of one database behind one address, and wires that can be cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from tests.server.grounds import GROUND
from tests.server.house import Browser, House

PIECE = 65536
Open = Callable[[], socket.socket]


class Proxy:
    """A small TCP proxy: every connection goes to the first of its servers that takes it. `cut` looks at what a client
    sends and may end that connection, before or after it was passed on."""

    def __init__(self, servers: list[Open], cut: Callable[[bytes], str] = lambda data: "") -> None:
        self.servers = servers
        self.cut = cut
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        for take in list(self.servers):
            try:
                server = take()
            except OSError:
                continue
            self._open += [client, server]
            threading.Thread(target=self._pump, args=(server, client, None), daemon=True).start()
            self._pump(client, server, self.cut)
            return
        client.close()

    def _pump(self, source: socket.socket, target: socket.socket, cut: Callable[[bytes], str] | None) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(PIECE):
                when = cut(data) if cut is not None else ""
                if when == "before":
                    break
                target.sendall(data)
                if when == "after":
                    break
        hang_up(source, target)

    def close(self) -> None:
        self._listener.close()
        hang_up(*self._open)


def hang_up(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


class Pair:
    """Two servers of one database, each behind an address of its own that goes over to the other when it dies. `place`
    is where they reach the database, if not as usual."""

    def __init__(
        self, folder: Path, switches: tuple[str, str] = ("fast", "fast"), pause: float = 0, place: str = ""
    ) -> None:
        self.folder, self.pause, self.place = folder, pause, place
        self.houses = [House(folder, one, 0, pause, f"-{n}", place) for n, one in enumerate(switches)]
        self.ports = [house.port for house in self.houses]
        self.proxies = [Proxy([self._to(n), self._to(1 - n)]) for n in range(2)]
        self.bases = [f"http://127.0.0.1:{proxy.port}" for proxy in self.proxies]

    def _to(self, number: int) -> Open:
        return lambda: socket.create_connection(("127.0.0.1", self.ports[number]))

    def host(self, number: int) -> Browser:
        browser = Browser(self.bases[number])
        assert browser.join(self.houses[number].host_token) == "/"
        return browser

    def at(self, browser: Browser, number: int) -> Browser:
        """The same person with the same cookies, behind the other address."""
        other = Browser(self.bases[number])
        for name, value in browser.http.cookies.items():
            other.http.cookies.set(name, value)
        return other

    def kill(self, number: int) -> None:
        self.houses[number].kill()

    def revive(self, number: int, switches: str = "fast") -> None:
        self.houses[number] = House(self.folder, switches, self.ports[number], self.pause, f"-{number}", self.place)

    def stop(self) -> None:
        errors = [house.stop() for house in self.houses if not house.gone]
        for proxy in self.proxies:
            proxy.close()
        assert errors == [""] * len(errors), errors


def wire_to_postgres(folder: Path, cut: Callable[[bytes], str]) -> tuple[Proxy, str]:
    """The database of a folder behind a proxy, and its address there."""
    plain = GROUND.database(folder)
    name = plain.partition("@/")[2].partition("?")[0]
    place = Path(plain.rpartition("host=")[2]) / ".s.PGSQL.5432"

    def take() -> socket.socket:
        end = socket.socket(socket.AF_UNIX)
        try:
            end.connect(str(place))
        except OSError:
            end.close()
            raise
        return end

    proxy = Proxy([take], cut)
    return proxy, f"postgresql://postgres@127.0.0.1:{proxy.port}/{name}?sslmode=disable"
