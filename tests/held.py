"""A view as a page holds it: parts that frames change, put together after each."""

from __future__ import annotations

from typing import Any

from fracas.session.parts import ROUND, assembled, encode, hash_of

Data = dict[str, Any]


class Held:
    """The parts of one page, held to the sums that frames name."""

    def __init__(self) -> None:
        self.parts: Data = {}
        self.hashes: dict[str, int] = {}
        self.sum = 0

    def take(self, frame: Data) -> Data:
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
        view = assembled(self.parts)
        clocks = frame.get("clocks") or [None] * len(view["decisions"])
        view["decisions"] = [{**one, "seconds_left": left} for one, left in zip(view["decisions"], clocks, strict=True)]
        return view

    def read(self, frame: Data) -> Data:
        """Any frame, with its view put together."""
        return {**frame, "view": self.take(frame["view"])} if "view" in frame else frame
