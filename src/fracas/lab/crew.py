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
from typing import Any, Final, Protocol, TypeVar

from fracas.session.sparing import spare_the_rules

B = TypeVar("B")
R = TypeVar("R")
F = TypeVar("F")
Given_contra = TypeVar("Given_contra", contravariant=True)
Done_co = TypeVar("Done_co", covariant=True)
Parcel = dict[str, Any]
"""Plain data, as JSON has it; `work` names what it is."""

AHEAD: Final = 2
"""Batches handed out for each worker: one to work on, one to go on with."""
AT_THE_SAME_TIME: Final = 0.3

_shared: list[Callable[[Any], Any]] = []
"""The work, as the forks find it."""


def cores() -> int:
    """How many processes this machine works well with."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Work(Protocol[Given_contra, Done_co]):
    """Something to be done with a batch; its parcel is all that somebody needs who does it on another machine."""

    def __call__(self, batch: Given_contra, /) -> Done_co: ...

    def parcel(self) -> Parcel: ...


class Crew(Protocol):
    """Those who do the work: processes of this machine, or a cluster."""

    @property
    def hands(self) -> int:
        """How many batches they work on at a time."""

    def halves(self) -> tuple[Crew, Crew]:
        """The same, divided between two works."""

    def work_through(self, work: Work[B, R], batches: Iterable[B]) -> Iterator[R]:
        """The results of batches in their order, whoever finishes first; the work stops when nobody reads on."""


class Forks:
    """Processes of this machine."""

    def __init__(self, hands: int) -> None:
        self._hands = hands

    @property
    def hands(self) -> int:
        return self._hands

    def halves(self) -> tuple[Crew, Crew]:
        half = max(1, self.hands // 2)
        return Forks(half), Forks(max(1, self.hands - half))

    def work_through(self, work: Work[B, R], batches: Iterable[B]) -> Iterator[R]:
        return work_through(work, batches, self.hands)


def in_order(submit: Callable[[B], F], result: Callable[[F], R], batches: Iterable[B], ahead: int) -> Iterator[R]:
    """Hand out so many batches ahead, and give the results in their order."""
    waiting: deque[F] = deque()
    left = iter(batches)
    while True:
        while len(waiting) < ahead:
            batch = next(left, None)
            if batch is None:
                break
            waiting.append(submit(batch))
        if not waiting:
            return
        yield result(waiting.popleft())


def work_through(work: Callable[[B], R], batches: Iterable[B], workers: int) -> Iterator[R]:
    """What a crew promises, done by this many processes of this machine."""
    spare_the_rules()
    if workers <= 1 or not hasattr(os, "fork"):
        yield from map(work, batches)
        return
    forks = ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), initializer=_join, initargs=(work,))
    with _noting_ctrl_c() as pressed, forks as pool:
        try:
            yield from in_order(lambda batch: pool.submit(_work, batch), Future[R].result, batches, workers * AHEAD)
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
    """Keep in mind that Ctrl-C was pressed: the exception alone is lost if it comes in the middle of tidying up."""
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
