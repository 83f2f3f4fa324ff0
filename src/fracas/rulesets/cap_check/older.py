"""How games of earlier versions of CAP Check are read."""

from __future__ import annotations

from typing import Final

from fracas.engine.versions import Conversion, OptionsGone


class UnderwayNamed(Conversion):
    """Up to version 1 the actions under way were kept as `deeds`."""

    def header(self, data: dict[str, object]) -> dict[str, object]:
        start = data["start"]
        assert isinstance(start, dict)
        flow = {"underway" if name == "deeds" else name: value for name, value in start["flow"].items()}
        return {**data, "start": {**start, "flow": flow}}


CONVERSIONS: Final[dict[str, Conversion]] = {"1": UnderwayNamed("2"), "2": OptionsGone("3", ("quiet-draw",))}
