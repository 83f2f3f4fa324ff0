"""Patience: how long somebody waits for odds. The engine has no clock, so whoever asks says when it is enough."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Patience:
    """Without end; doors that have a clock make their own."""

    def spent(self, percent: int = 100) -> bool:
        """Is so much of it used up?"""
        return False


FOREVER: Final = Patience()
