"""A view as a page holds it: parts that frames change, put together when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fracas.session.parts import ROUND, assembled, encode, hash_of

Data = dict[str, Any]


class Seen(Mapping[str, Any]):
    """A view as it was after one frame. Most are never looked at, so it is put together at the first look."""

    def __init__(self, parts: Data, clocks: list[int | None] | None) -> None:
        self._parts, self._clocks = parts.copy(), clocks
        self._view: Data = {}

    @property
    def whole(self) -> Data:
        if not self._view:
            view = self._view = assembled(self._parts)
            clocks = self._clocks or [None] * len(view["decisions"])
            view["decisions"] = [
                {**one, "seconds_left": left} for one, left in zip(view["decisions"], clocks, strict=True)
            ]
        return self._view

    def __getitem__(self, key: str) -> Any:
        return self.whole[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole)

    def __len__(self) -> int:
        return len(self.whole)


class Held:
    """The parts of one page, held to the sums that frames name."""

    def __init__(self) -> None:
        self.parts: Data = {}
        self.hashes: dict[str, int] = {}
        self.sum = 0

    def take(self, frame: Data) -> Seen:
        """Follow a frame; the view it leads to."""
        if frame["from"] == 0:
            self.parts, self.hashes, self.sum = {}, {}, 0
        assert frame["from"] == self.sum, "a frame for another view"
        for name in frame["gone"]:
            self.parts.pop(name, None)
            self.sum -= self.hashes.pop(name, 0)
        for name, value in frame["set"].items():
            self.parts[name] = value
            self.sum -= self.hashes.get(name, 0)
            self.hashes[name] = hash_of(name, encode(value))
            self.sum += self.hashes[name]
        self.sum %= ROUND
        assert frame["to"] == self.sum, "the parts do not add up"
        return Seen(self.parts, frame.get("clocks"))

    def read(self, frame: Data) -> Data:
        """Any frame, with its view put together."""
        return {**frame, "view": self.take(frame["view"])} if "view" in frame else frame
