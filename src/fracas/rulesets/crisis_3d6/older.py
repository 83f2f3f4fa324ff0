"""How games of earlier versions of Crisis 3d6 are read."""

from __future__ import annotations

from typing import Final

from fracas.engine.versions import Conversion, OptionsGone

CONVERSIONS: Final[dict[str, Conversion]] = {"1": OptionsGone("2", ("fee-payers",))}
"""Up to version 1 an option said whom a fight tires."""
