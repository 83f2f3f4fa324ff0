"""Tests, and the processes they start, run the sources, also where `make compile` has put the kernel beside them.

What waits for browsers comes first, then what takes a minute, an equal share for each worker: some wait while others
compute, and at the end nobody waits for the longest test of all.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest

os.environ["FRACAS_PURE"] = "1"
FIRST = ("tests/browser/", "tests/server/test_twin_worlds.py", "tests/session/test_sights.py")


def dealt(names: list[str], workers: int) -> list[int]:
    """The order of tests, as indexes: shares as the scheduler cuts them, each led by its part of those that come
    first."""
    first = [index for start in FIRST for index, name in enumerate(names) if name.startswith(start)]
    others = [index for index, name in enumerate(names) if not name.startswith(FIRST)]
    order: list[int] = []
    for worker in range(workers):
        share = (len(names) - len(order)) // (workers - worker)
        mine = first[worker::workers]
        most = max(0, share - len(mine))
        order += mine + others[:most]
        del others[:most]
    return order + others


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end, a million things: nobody looks through them for garbage again and again.
    Nor through what tests play with: that took a fifth of their time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = [items[index] for index in dealt([item.nodeid for item in items], workers)]
