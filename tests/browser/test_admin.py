"""The administrator's page: what is on the server, a limit, deleting with undo, and what people at the table see."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.browser.chromium import PHONE, Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving
from tests.browser.table import Table


def test_a_server_is_looked_after(alone: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(alone, chromium, watch)
    table.set_up("Crisis Mode", "Ambush")
    gm = table.gm.page
    # Refusals are part of this.
    watch.expect("status of 422")
    watch.expect("status of 403")

    page = watch.context(chromium).new_page()
    page.goto(alone.admin_link)
    expect(page.get_by_role("heading", name="This server")).to_be_visible()
    expect(page.get_by_text("All is well.")).to_be_visible()
    row = page.get_by_role("listitem").filter(has_text="Ambush")
    expect(row.get_by_text("Connected: GM")).to_be_visible()
    look_closely(page, "the administrator's page")

    page.get_by_label("Campaigns", exact=True).fill("0")
    page.get_by_role("button", name="Save limits").click()
    expect(page.get_by_role("button", name="Save limits")).to_be_disabled()
    host = table.gm.context.new_page()
    host.goto(f"{alone.base}/campaigns")
    host.get_by_label("A new campaign").fill("One too many")
    host.get_by_role("button", name="Make it").click()
    expect(host.get_by_role("alert").get_by_text("at most 0")).to_be_visible()

    page.get_by_role("button", name="Ambush on the hollow road: end connections").click()
    expect(gm.get_by_text("administrator of this server has ended this connection")).to_be_visible()
    gm.reload()
    expect(gm.get_by_role("heading", name="At the table")).to_be_visible()

    page.get_by_role("button", name="Ambush on the hollow road: delete").click()
    look_closely(page, "asking before deleting")
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(gm.get_by_text("administrator of this server has ended this connection")).to_be_visible()
    expect(page.get_by_role("button", name="Ambush on the hollow road: bring back")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Ambush on the hollow road: delete")).to_be_visible()
    gm.reload()
    expect(gm.get_by_role("heading", name="At the table")).to_be_visible()

    page.get_by_role("button", name="Make a new link").click()
    link = page.get_by_label("The new link").input_value()
    phone = watch.context(chromium, **PHONE).new_page()
    phone.goto(alone.admin_link)
    expect(phone.get_by_text("not valid, or no longer")).to_be_visible()
    phone.goto("about:blank")
    phone.goto(link)
    expect(phone.get_by_role("heading", name="This server")).to_be_visible()
