"""Less garbage collection, for processes that play a lot: servers, and fights by the thousand."""

from __future__ import annotations

import gc


def spare_the_rules() -> None:
    """Rules and content are there to stay: looking through them took the collector most of the time of a view, and
    a tenth of a fight's."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
