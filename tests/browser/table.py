"""People at the table: what they see on their page and what they do with it, by role and accessible name alone."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tests.browser.chromium import PHONE, Watch
from tests.browser.serving import ROOT, Serving

BUTTON = re.compile(r'- (\'?)button "((?:[^"\\]|\\.)*)"((?: \[[a-z=]+\])*)')
"""In a snapshot; a line with a colon in it stands in single quotes."""
QUIET = re.compile(r"^(Not now|Hide) \(\d+\)$")


class Control(NamedTuple):
    name: str
    pressed: bool
    disabled: bool


def controls(snapshot: str) -> list[Control]:
    """The buttons of a part of the page, as a screen reader lists them."""
    found = []
    for quote, name, marks in BUTTON.findall(snapshot):
        plain = name.replace("''", "'") if quote else name
        found.append(Control(plain.replace('\\"', '"'), "[pressed]" in marks, "[disabled]" in marks))
    return found


class Row(NamedTuple):
    """One line of the order of action."""

    name: str
    text: str
    side: str
    active: bool
    down: bool
    hidden: bool


class Person:
    """Somebody in front of a page."""

    def __init__(self, context: BrowserContext, name: str, touch: bool = False) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.name = name
        self.touch = touch

    # ------------------------------------------------------------ getting there

    def open(self, url: str) -> None:
        self.page.goto(url, wait_until="domcontentloaded")

    def take_seat(self, link: str) -> None:
        """Follow a seat's link and take the seat under one's name."""
        self.open(link)
        expect(self.heading("At the table")).to_be_visible()
        self.page.get_by_label("Your name").fill(self.name)
        self.press(self.button("Take this seat"))
        expect(self.button("Rename")).to_be_visible()

    # ------------------------------------------------------------ looking

    def heading(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=name, exact=True)

    def button(self, name: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=name, exact=isinstance(name, str))

    def region(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def actions(self) -> Locator:
        return self.region("Actions")

    @property
    def order(self) -> Locator:
        return self.page.get_by_role("complementary", name="Order of action")

    def rows(self) -> list[Row]:
        read = self.order.get_by_role("listitem").evaluate_all(
            """rows => rows.filter(row => row.dataset.row).map(row => {
                const button = row.querySelector("button");
                const said = button.lastElementChild.textContent.trim();
                const side = said.replace(/^acting now/, "").replace(/, may act$/, "").trim();
                const who = row.querySelector(".who").textContent;
                const text = button.textContent.replace(/\\s+/g, " ").trim();
                return [who, text, side, button.getAttribute("aria-current") === "step"];
            })"""
        )
        down = re.compile(r"\bdown\b")
        return [
            Row(name, text, side, active, down.search(text) is not None, "hidden" in text)
            for name, text, side, active in read
        ]

    def names(self) -> list[str]:
        return [row.name for row in self.rows()]

    def title(self) -> str:
        return self.page.title()

    def over(self) -> bool:
        return self.page.get_by_text("The encounter is over").count() > 0

    def reads(self, text: str) -> None:
        """The log of this seat tells it; on a phone the log is a pane of its own."""
        self.pane("Log")
        expect(self.region("Log").get_by_text(text).first).to_be_attached()
        self.pane("Board")

    def pane(self, name: str) -> None:
        """On a phone one pane is seen at a time."""
        if self.touch:
            self.press(self.page.get_by_role("tab", name=name, exact=True))

    def prompts(self) -> Locator:
        return self.actions.get_by_role("group", name=re.compile("^Question for "))

    # ------------------------------------------------------------ doing

    def press(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    def select(self, name: str) -> None:
        """Look at somebody's card, by way of the order of action."""
        self.press(self.order.get_by_role("button", name=re.compile(re.escape(name))).first)
        expect(self.card.get_by_role("heading", name=name, exact=True)).to_be_visible()

    @property
    def card(self) -> Locator:
        return self.region("Card")

    def square(self, name: str) -> tuple[float, float]:
        """The middle of a square of the board on the screen, read off the frame as a person does."""
        self.page.get_by_role("img", name=re.compile("^Board")).scroll_into_view_if_needed()
        found: Any = self.page.evaluate(
            """() => {
                const board = document.querySelector("[role=img][aria-label^='Board']");
                const [, width, height] = /Board, (\\d+) by (\\d+)/.exec(board.getAttribute("aria-label"));
                const box = board.querySelector("rect").getBoundingClientRect();
                return [box.x, box.y, box.width / width, box.height / height];
            }"""
        )
        x, y, wide, high = found
        column, row = re.fullmatch(r"([a-z]+)(\d+)", name.lower()).groups()  # type: ignore[union-attr]
        number = 0
        for letter in column:
            number = number * 26 + ord(letter) - 96
        return x + (number - 0.5) * wide, y + (int(row) - 0.5) * high

    def tap_square(self, name: str) -> None:
        x, y = self.square(name)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)


class Table:
    """A GM, players and a spectator, each in a browser context of their own."""

    def __init__(self, serving: Serving, browser: Browser, watch: Watch) -> None:
        self.serving, self.browser, self.watch = serving, browser, watch
        self.gm = self.person("Gwen")
        self.players: list[Person] = []
        self.spectator: Person | None = None

    def person(self, name: str, phone: bool = False, **how: Any) -> Person:
        context = self.watch.context(self.browser, **{**(PHONE if phone else {}), **how})
        return Person(context, name, touch=phone)

    def keep_pictures(self) -> None:
        """What everybody has before them, for whoever looks into a failure."""
        for person in [self.gm, *self.players]:
            person.page.screenshot(path=ROOT / "build" / "failed" / f"{person.name}.png")

    def set_up(self, ruleset: str, scenario: str, seed: str = "") -> None:
        """Three clicks on the start page, from the host's link to the lobby."""
        gm = self.gm
        gm.open(self.serving.host_link)
        gm.page.get_by_role("radio", name=re.compile("^" + re.escape(ruleset))).click()
        gm.page.get_by_role("radio", name=re.compile(re.escape(scenario))).first.click()
        if seed:
            gm.page.get_by_text("Options", exact=True).click()
            gm.page.get_by_label("Seed of the dice").fill(seed)
        gm.button(re.compile("Start$")).click()
        expect(gm.heading("At the table")).to_be_visible()

    def seats(self) -> list[str]:
        """The seats of players in the lobby."""
        rows = self.gm.page.locator("li[data-seat]")
        expect(rows.first).to_be_visible()
        return [seat for seat in rows.evaluate_all("rows => rows.map(row => row.dataset.seat)") if seat != "gm"]

    def seat_row(self, seat: str) -> Locator:
        return self.gm.page.locator(f"li[data-seat='{seat}']")

    def link(self, seat: str) -> str:
        """The GM asks for a link and reads it off the page."""
        if seat == "watch":
            row = self.gm.page.get_by_role("listitem").filter(has=self.gm.heading("Spectators"))
        else:
            row = self.seat_row(seat)
        self.gm.button("Link and code", row).click()
        return row.get_by_label(re.compile("^Link of ")).input_value()

    def seat_player(self, seat: str, name: str, phone: bool = False, **how: Any) -> Person:
        player = self.person(name, phone, **how)
        player.take_seat(self.link(seat))
        self.players.append(player)
        return player

    def seat_spectator(self) -> Person:
        self.spectator = self.person("Sam")
        self.spectator.open(self.link("watch"))
        expect(self.spectator.heading("At the table")).to_be_visible()
        return self.spectator

    def start(self) -> None:
        self.gm.button("Start").click()
        expect(self.gm.order).to_be_visible()
