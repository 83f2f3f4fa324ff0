"""Running the server: the socket it listens on, the addresses people reach it by, and uvicorn with its limits."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn

from fracas.engine.errors import Invalid
from fracas.engine.registry import use_instead
from fracas.protocol.wire import MOST_BYTES
from fracas.server.app import make_app
from fracas.server.connections import Connection
from fracas.server.hall import Hall
from fracas.session.scenarios import all_rulesets


def is_news(record: logging.LogRecord) -> bool:
    """Refusing a socket with an answer in HTTP is no error, though uvicorn thinks so."""
    return "without completing handshake" not in record.getMessage()


def lan_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def listen(host: str, port: int) -> socket.socket:
    """The listening socket, taken before anything is printed, so that what is printed is true."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise Invalid("--port", "", port, f"a free port ({error.strerror})") from None
    found.listen(256)
    return found


def config_of(app: Any, proxies: list[str] | None = None) -> uvicorn.Config:
    """No access log (addresses of seats), no compression (its lengths tell), small messages, pings. What a request says
    about who sent it is believed of these proxies alone."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws="websockets-sansio",
        loop="auto",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or [],
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=16_384,
        limit_concurrency=2_000,
        backlog=256,
    )


def public_address(address: str, own: str) -> tuple[str, list[str]]:
    """The address in links, and the name in it: the server's own, or that of a proxy in front of it."""
    if not address:
        return own, []
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise Invalid("--address", "", address, "https://HOST, without a path")
    return f"{parts.scheme}://{parts.netloc}", [parts.hostname]


def run(
    port: int,
    lan: bool,
    place: Path | str,
    bot_pause: float,
    host_names: list[str],
    say: Any,
    content: list[str] | None = None,
    backups: Path | None = None,
    address: str = "",
    proxies: list[str] | None = None,
) -> None:
    """Serve until told to stop. `say` prints a line for the person at the terminal."""
    if content:
        use_instead(all_rulesets(content))
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    logging.getLogger("uvicorn.error").addFilter(is_news)
    taken = listen("0.0.0.0" if lan else "127.0.0.1", port)
    try:
        port = taken.getsockname()[1]
        name = host_names[0] if host_names else lan_address() if lan else "127.0.0.1"
        base, outside = public_address(address, f"http://{name}:{port}")
        hall = Hall(place, base, bot_pause, base.startswith("https:"), backups)
        app = make_app(hall, [name, *host_names, *outside])
        link, admin = hall.host_link(), hall.first_admin_link()
        say(f"Fracas serves at {base}/ from {hall.store.place}")
        say(f"Open this link to begin, and keep it to yourself: {link}")
        if admin:
            say(f"To look after the server as its administrator, shown this once: {admin}")
        if lan:
            say(segno.make(f"{base}/", error="l"))
        server = uvicorn.Server(config_of(app, proxies))
        try:
            server.run(sockets=[taken])
        except KeyboardInterrupt:
            return
    finally:
        taken.close()
