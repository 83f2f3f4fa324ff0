"""A crew of processes that work through batches: for `prove` and the lab.

The workers are forks, so that whatever was read before, such as a ruleset with content of its own, is there already.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Final, TypeVar

B = TypeVar("B")
R = TypeVar("R")

AHEAD: Final = 2
"""Batches handed out for each worker: one to work on, one to go on with."""
AT_THE_SAME_TIME: Final = 0.3

_shared: list[Callable[[Any], Any]] = []
"""The work, as the forks find it."""


def cores() -> int:
    """How many processes this machine works well with."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_through(work: Callable[[B], R], batches: Iterable[B], workers: int) -> Iterator[R]:
    """The results of batches in their order, whoever finishes first; who stops reading stops the work."""
    if workers <= 1 or not hasattr(os, "fork"):
        yield from map(work, batches)
        return
    forks = ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), initializer=_join, initargs=(work,))
    with _noting_ctrl_c() as pressed, forks as pool:
        waiting: deque[Future[R]] = deque()
        left = iter(batches)
        try:
            while True:
                while len(waiting) < workers * AHEAD:
                    batch = next(left, None)
                    if batch is None:
                        break
                    waiting.append(pool.submit(_work, batch))
                if not waiting:
                    return
                yield waiting.popleft().result()
        except BrokenProcessPool:
            # Ctrl-C reaches the workers too, and may reach them first: then it is not their fault.
            time.sleep(AT_THE_SAME_TIME)
            if pressed:
                raise KeyboardInterrupt from None
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _join(work: Callable[[Any], Any]) -> None:
    """A worker's first act. Ctrl-C ends it at once; as an exception it would end a batch, and the next would begin."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _shared[:] = [work]


def _work(batch: Any) -> Any:
    return _shared[0](batch)


@contextmanager
def _noting_ctrl_c() -> Iterator[list[int]]:
    """Keep in mind that Ctrl-C was pressed: the exception alone is lost where it strikes in the midst of tidying up."""
    pressed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def note(number: int, _: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
