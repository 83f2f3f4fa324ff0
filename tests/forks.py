"""Processes that start at once: copies of one that has loaded Fracas already."""

from __future__ import annotations

import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
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
    os.environ.clear()
    os.environ.update(env)
    os.chdir(home)
    for number, path in enumerate(streams):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | (os.O_APPEND if number else 0), 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.path[:0] = [site] if site else []
    sys.argv = ["fracas", *words]
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    from fracas.cli import main, play_question

    if hurried:
        vars(play_question)["GLANCE"] = 0
    main()
