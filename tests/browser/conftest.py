"""One server and one browser for all browser tests; every test fails on what its pages complain about."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from tests.browser.chromium import Watch, launch, the_chromium
from tests.browser.serving import ROOT, STATIC, Serving

TUTORIAL = ROOT / "examples" / "standoff"


@pytest.fixture(scope="package")
def pages() -> Path:
    """The pages as `make ui` builds them; nothing is built twice."""
    the_chromium()
    if not (STATIC / "index.html").exists():
        subprocess.run(["make", "ui"], cwd=ROOT, check=True)
    return STATIC


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tutorial's ruleset, installed into a folder of its own: once, for all who test at the same time."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    with folder.with_name("site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-deps"]
            subprocess.run([*pip, "--no-build-isolation", "--target", str(folder), str(TUTORIAL)], check=True)
    return folder


@pytest.fixture(scope="package")
def serving(pages: Path, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("served") / "data", site, fights=24) as running:
        yield running


@pytest.fixture
def alone(pages: Path, tmp_path: Path) -> Iterator[Serving]:
    """A server for one test. Ask for it before `watch`, so that its pages are closed before it stops."""
    with Serving(tmp_path / "data") as running:
        yield running


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture
def watch(chromium: Browser) -> Iterator[Watch]:
    """What pages complain about; nothing of a test stays open after it."""
    found = Watch()
    yield found
    for context in chromium.contexts:
        context.close()
    assert found.left() == []
