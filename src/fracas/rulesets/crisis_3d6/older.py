"""How games of earlier versions of Crisis 3d6 are read."""

from __future__ import annotations

from typing import Final

from fracas.engine.versions import Conversion, OptionsGone


class AftermathByScenario(OptionsGone):
    """Up to version 1 an option could ask for a respite, and another say whom a fight tires."""

    def header(self, data: dict[str, object]) -> dict[str, object]:
        start = data["start"]
        assert isinstance(start, dict)
        if start["options"].get("aftermath") == "respite":
            data = {**data, "start": {**start, "flow": {**start["flow"], "aftermath": "respite"}}}
        return super().header(data)


CONVERSIONS: Final[dict[str, Conversion]] = {"1": AftermathByScenario("2", ("aftermath", "fee-payers"))}
