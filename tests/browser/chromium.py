"""Chromium for the tests: the system's own, started once, with every page watched for errors it reports."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

from needs import find_chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
]
WINDOWLESS = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess")
"""What Chromium gets ready for every new window, before anybody types into an address bar that nobody sees: three more
processes a person at the table."""
DRIVEN = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch",
)  # fmt: skip
"""What Playwright turns off; the last list on the command line is the one that counts, so it is said again here."""
MISSING = "The browser tests need Chromium: `make needs` installs it, FRACAS_CHROMIUM=/path/to/it names one."
PATIENCE = 20_000
"""Milliseconds a page may take on a machine that has much else to do."""
DESK = {"width": 1280, "height": 800}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

WATCH_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


def the_chromium() -> str:
    found = find_chromium()
    if found is None:
        pytest.exit(MISSING, returncode=3)
    return found


def launch(playwright: Playwright) -> Browser:
    expect.set_options(timeout=PATIENCE)
    off = ",".join([*DRIVEN, *WINDOWLESS])
    return playwright.chromium.launch(executable_path=the_chromium(), args=[*FLAGS, f"--disable-features={off}"])


class Watch:
    """Everything pages complained about: console errors, uncaught errors, violations of the policy."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def context(self, browser: Browser, **how: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **how})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH_POLICY)
        context.on("page", self.page)
        return context

    def page(self, page: Page) -> None:
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def expect(self, part: str) -> None:
        """A complaint that this test causes on purpose."""
        self.expected.append(part)

    def expect_lost_servers(self) -> None:
        """A server dies under a page, which says so while it comes back."""
        self.expect("WebSocket connection to")
        self.expect("Failed to load resource: net::ERR_")

    def left(self) -> list[str]:
        return [text for text in self.complaints if not any(part in text for part in self.expected)]
