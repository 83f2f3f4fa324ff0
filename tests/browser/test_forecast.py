"""How is this going, in a browser: the GM's strip with what-ifs beside it; and how will this go, on the start page."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving
from tests.browser.table import Table

SOON = 120_000
"""Milliseconds for figures on a busy machine; the process that finds them is modest."""


def test_the_gm_sees_how_it_goes_and_what_would_change(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    table.set_up("Crisis Mode", "First duel")
    table.start()
    gm = table.gm
    gm.button("How is this going?").click()
    strip = gm.region("How is this going?")
    expect(strip.get_by_text(re.compile(r"Heroes win (\d+|under 1|over 99) %"))).to_be_visible(timeout=SOON)
    expect(strip.get_by_text(re.compile("more rounds?"))).to_be_visible()
    gm.button("What if …", strip).click()
    sheet = gm.page.get_by_role("dialog", name="What if …")
    look_closely(gm.page, "what if")
    sheet.get_by_label("Other rulings").fill("set nobody hp 1")
    gm.button("Fight it out", sheet).click()
    expect(sheet.get_by_role("alert")).to_be_visible()
    sheet.get_by_label("Other rulings").fill("")
    sheet.get_by_label("More of a kind").select_option(index=1)
    gm.button("Fight it out", sheet).click()
    expect(strip.get_by_text(re.compile(r"points|no difference"))).to_be_visible(timeout=SOON)
    look_closely(gm.page, "how it is going")
    gm.button("Stop asking what if", strip).click()
    expect(strip.get_by_text("What if", exact=True)).to_have_count(0)
    gm.button("How is this going?").click()
    expect(strip).to_have_count(0)


def test_the_start_page_tells_how_a_scenario_will_go(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    host = table.gm
    host.open(serving.host_link)
    host.page.get_by_role("radio", name=re.compile("^Crisis Mode")).click()
    host.page.get_by_role("radio", name=re.compile("First duel")).first.click()
    host.button("How will this go?").click()
    shown = host.region("Forecast")
    expect(shown.get_by_text(re.compile(r"fights?.* bots on all sides"))).to_be_visible(timeout=SOON)
    look_closely(host.page, "how it will go")
    host.page.get_by_role("radio", name=re.compile("Ambush")).first.click()
    expect(host.button("How will this go?")).to_be_visible()
