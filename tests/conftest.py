"""Tests, and the processes they start, run the sources, also where `make compile` has put the kernel beside them.

What waits for browsers comes first, an equal share for each worker: some wait while others compute, and at the end
nobody waits for the longest test of all.
"""

from __future__ import annotations

import os

import pytest

os.environ["FRACAS_PURE"] = "1"
WAITING = "tests/browser/"


def dealt(names: list[str], workers: int) -> list[int]:
    """The order of tests, as indexes: shares as the scheduler cuts them, each led by its part of those that wait."""
    waiting = [index for index, name in enumerate(names) if name.startswith(WAITING)]
    others = [index for index, name in enumerate(names) if not name.startswith(WAITING)]
    order: list[int] = []
    for worker in range(workers):
        share = (len(names) - len(order)) // (workers - worker)
        mine = waiting[worker::workers]
        most = max(0, share - len(mine))
        order += mine + others[:most]
        del others[:most]
    return order + others


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = [items[index] for index in dealt([item.nodeid for item in items], workers)]
