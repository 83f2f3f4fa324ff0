"""Processes that start at once: copies of one that has loaded Fracas already."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.warm"])
LONGEST = 300
"""Seconds after which a command counts as stuck."""


def fracas(
    *words: str,
    home: Path = Path(),
    typed: str = "",
    env: dict[str, str] | None = None,
    site: str = "",
    memory: int = 0,
    hurried: bool = False,
) -> subprocess.CompletedProcess[str]:
    """`fracas WORDS` in a process of its own: at home in a folder, with what is typed, packages of `site` beside the
    installed ones, and no more than so much memory. Somebody hurried does not wait for the odds of an answer."""
    with tempfile.TemporaryDirectory() as name:
        streams = [Path(name) / stream for stream in ("in", "out", "err")]
        streams[0].write_text(typed, encoding="utf-8", newline="")
        process = FORKS.Process(
            target=_run, args=(words, home, {**os.environ, **(env or {})}, site, memory, hurried, streams)
        )
        process.start()
        process.join(LONGEST)
        status = process.exitcode
        if status is None:
            process.kill()
            process.join()
        process.close()
        out, err = [path.read_text(encoding="utf-8") for path in streams[1:]]
    assert status is not None, f"fracas {' '.join(words)} is stuck: {out[-2000:]}{err}"
    return subprocess.CompletedProcess(words, status, out, err)


def _run(
    words: tuple[str, ...],
    home: Path,
    env: dict[str, str],
    site: str,
    memory: int,
    hurried: bool,
    streams: list[Path],
) -> None:
    """What the copy does."""
    os.chdir(home)
    for number, path in enumerate(streams):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | (os.O_APPEND if number else 0), 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    from fracas.cli import play_question

    if hurried:
        vars(play_question)["GLANCE"] = 0
    _begin(words, env, site)


def serve(words: tuple[str, ...], env: dict[str, str], site: str, fights: int, told: Connection, errors: Path) -> None:
    """`fracas serve WORDS` as the target of a process: what it prints goes to `told`, its errors into a file. Its
    forecasts are made of so many fights, or of as many as people get."""
    os.dup2(told.fileno(), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    told.close()
    from fracas.server import forecasting
    from fracas.server.catalogue import catalogue

    catalogue.cache_clear()
    vars(forecasting)["FIGHTS"] = fights or forecasting.FIGHTS
    # A server begins with a process of its own; this one was a copy, whose parent's signals are not for it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _begin(("serve", *words), env, site)


def _begin(words: tuple[str, ...], env: dict[str, str], site: str) -> None:
    """The command line, with the streams of this process."""
    os.environ.clear()
    os.environ.update(env)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.path[:0] = [site] if site else []
    sys.argv = ["fracas", *words]
    from fracas.cli import main

    main()


def steps_until_killed(work: Callable[..., None], *args: object) -> int:
    """Do it in a process of its own that kills itself on the way, or ends with the number of its steps: how many there
    were, or nothing where it was killed."""
    process = FORKS.Process(target=work, args=args)
    process.start()
    process.join(120)
    code = process.exitcode
    process.close()
    assert code is not None and (code == -signal.SIGKILL or code > 1), code
    return max(code, 0)
