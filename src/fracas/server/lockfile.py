"""One server per folder: a lock that the system releases when its holder dies; shared disks are refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from fracas.engine.errors import Invalid

NAME: Final = "fracas.lock"
REMOTE: Final = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "ncpfs")
"""File systems on which neither locks nor syncs can be relied on."""


class Lock:
    """Held from construction until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _take(self._file):
            holder = os.read(self._file, 20).decode("ascii", "replace").strip() or "another process"
            os.close(self._file)
            raise Invalid("--data", "", str(folder), f"a folder no server uses; process {holder} serves from this one")
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _take(file: int) -> bool:
    try:
        import fcntl
    except ImportError:  # pragma: no cover - elsewhere than on Unix
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def refuse_shared_disk(folder: Path, mounts: str | None = None) -> None:
    """A database on a network file system can lose what was acknowledged."""
    if mounts is None:
        try:
            mounts = Path("/proc/mounts").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
    found, kind = "", ""
    here = str(folder.resolve()) + "/"
    for line in mounts.splitlines():
        words = line.split()
        if len(words) > 2 and here.startswith(words[1].rstrip("/") + "/") and len(words[1]) >= len(found):
            found, kind = words[1], words[2]
    if kind in REMOTE:
        raise Invalid("--data", "", str(folder), f"a folder on a local disk; this one is on {kind}")
