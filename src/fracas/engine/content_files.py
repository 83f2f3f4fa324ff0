"""Files that people name: regular ones only, and never more of one than its reader wants.

For content, scripts and kept games; a device or a pipe has no end that could be waited for.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from fracas.engine.errors import Invalid

MOST_SCRIPT: Final = 1 << 20
STEP: Final = 1 << 20


def read_bytes(path: Path, most: int, where: str = "") -> bytes:
    """The whole file; `Invalid` where it is none or too large, `OSError` where it cannot be read."""
    where = where or str(path)
    # Opened before it is looked at, so that both are about the same file; without waiting for the far end of a pipe.
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        found = os.fstat(file)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise Invalid(where, "", "a device or pipe", f"a file of at most {most} bytes")
        size, parts = found.st_size, list[bytes]()
        # Some files, such as those under /proc, claim to be empty: what is read is counted too.
        while size <= most and (part := os.read(file, STEP)):
            parts.append(part)
            size = max(size, sum([len(one) for one in parts]))
    finally:
        os.close(file)
    if size > most:
        raise Invalid(where, "", f"{size} bytes", f"a file of at most {most} bytes")
    return b"".join(parts)


def read_text(path: Path, most: int) -> str:
    """The same as text."""
    return read_bytes(path, most).decode("utf-8")
