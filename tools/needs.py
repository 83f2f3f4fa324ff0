"""See to what Fracas needs from the system: `tools/needs.py venv chromium strace libatomic1`.

What is missing is installed through the system's packages where that may be done unasked: as root or with passwordless
sudo, and not under FRACAS_NO_INSTALL=1. Elsewhere this stops and says what to type. It runs before anything else is set
up, so it needs Python alone.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
LIBRARIES = {"libatomic1": "libatomic.so.1"}
"""What the Node that drives the browser is linked to, by Debian's package."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The one without windows comes first: it is the same browser for a fifth less work."""


def find_chromium() -> str | None:
    """The browser that FRACAS_CHROMIUM names, or the system's own."""
    named = os.environ.get("FRACAS_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def is_here(need: str) -> bool:
    if need == "venv":
        importlib.invalidate_caches()
        return importlib.util.find_spec("venv") is not None and importlib.util.find_spec("ensurepip") is not None
    if need in LIBRARIES:
        return sys.platform != "linux" or loads(LIBRARIES[need])
    return (find_chromium() if need == "chromium" else shutil.which(need)) is not None


def package(need: str) -> str:
    """What Debian calls it. A Python beside the system's own has a package by its version."""
    if need == "chromium":
        return BROWSERS[0]
    if need != "venv":
        return need
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    return "python3-venv" if Path("/usr/bin/python3").resolve().name == version else f"{version}-venv"


def missing(needs: list[str]) -> list[str]:
    return [package(need) for need in needs if not is_here(need)]


def may_install() -> bool:
    if os.environ.get("FRACAS_NO_INSTALL", "0") not in ("", "0"):
        return False
    if os.geteuid() == 0:
        return True
    asked = ["sudo", "-n", "true"]
    return shutil.which("sudo") is not None and subprocess.run(asked, capture_output=True, check=False).returncode == 0


def by_hand(packages: list[str]) -> str:
    """What to type."""
    apt = "sudo apt-get" if os.geteuid() != 0 and shutil.which("sudo") else "apt-get"
    line = f"{apt} update && {apt} install -y {' '.join(packages)}"
    return line if os.geteuid() == 0 or shutil.which("sudo") else f"su -c '{line}'"


def apt(*words: str) -> subprocess.CompletedProcess[str]:
    program = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", *words]
    if os.geteuid() != 0:
        program = ["sudo", "-n", *program]
    return subprocess.run(program, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def install(packages: list[str]) -> None:
    print(f"Installing {', '.join(packages)} with apt-get (FRACAS_NO_INSTALL=1 forbids it) ...", flush=True)
    # A list that is out of reach need not be the one that counts, so it is installing that decides.
    done = [apt("update"), apt("install", "-y", *packages)]
    if done[-1].returncode and BROWSERS[0] in packages:
        # Not every Debian has that one.
        packages = [BROWSERS[1] if name == BROWSERS[0] else name for name in packages]
        done.append(apt("install", "-y", *packages))
    if done[-1].returncode:
        sys.stderr.write("".join([one.stdout + one.stderr for one in done]))
        raise SystemExit(f"apt-get could not install {', '.join(packages)}. By hand:\n  {by_hand(packages)}")


def main(needs: list[str]) -> None:
    if sys.version_info < OLDEST:
        version = ".".join(str(part) for part in sys.version_info[:3])
        raise SystemExit(f"Fracas needs Python 3.11 or newer; this is {version}. Name another: make PYTHON=python3.12")
    packages = missing(needs)
    if not packages:
        return
    named = os.environ.get("FRACAS_CHROMIUM")
    if named and package("chromium") in packages:
        raise SystemExit(f"FRACAS_CHROMIUM names {named}, which is not there or cannot be run.")
    if shutil.which("apt-get") is None:
        raise SystemExit(f"Fracas needs {', '.join(packages)} (as Debian calls it), and this system has no apt-get.")
    if not may_install():
        raise SystemExit(f"Fracas needs {', '.join(packages)}. Install with:\n  {by_hand(packages)}")
    install(packages)
    left = missing(needs)
    if left:
        raise SystemExit(f"apt-get has installed {', '.join(left)}, but {sys.executable} and PATH do not show it.")


if __name__ == "__main__":
    main(sys.argv[1:])
