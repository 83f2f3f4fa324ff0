"""Playing by the page alone: answer what is asked, do what is offered to a foe, else walk closer, else end the turn.

Nothing here knows a ruleset: people read the buttons, the targets and the board in words, as anybody at a table does.
"""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Error, Locator, expect
from tests.browser.table import Control, Person, controls

SOON = 2_500
"""Milliseconds to wait for a control that may be gone because the table has moved on."""
PATIENCE = 10_000
"""The same where the referee may have much to look at."""
PLACE = re.compile(r'- button "([^"]*)"\n\s+- text: at ([a-z]+\d+)\b')
WAY = re.compile(r'- \'?button "([a-z]+\d+)(?:, ([^"]*))?"')
MOST_IN_TURN = 4
MOST_TRIED = 4
"""So many deeds are looked at before one walks closer."""
HARMFUL = re.compile("attack|strike|shoot|fire|ability", re.IGNORECASE)
PASSING = ("Pass", "Let the table throw")


class Deeds:
    """What one person did so far, and which buttons led nowhere where they stand now."""

    def __init__(self, person: Person, side: str = "heroes") -> None:
        self.person, self.side = person, side
        self.done: Counter[str] = Counter()
        self.told: list[str] = []
        self.vain: set[str] = set()
        self.good: list[str] = []
        self.in_turn = 0


def panel(person: Person) -> Locator:
    """The action on its way."""
    cancel = person.page.get_by_role("button", name="Cancel", exact=True)
    return person.actions.get_by_role("group").filter(has=cancel)


def open_actions(person: Person) -> tuple[list[Control], list[Control]]:
    """Ways to move and other deeds, as the bar lists them."""
    moves: list[Control] = []
    deeds: list[Control] = []
    into: list[Control] | None = None
    for line in person.actions.aria_snapshot().splitlines():
        text = line.strip()
        if text in ("- text: Move", "- text: Act"):
            into = moves if text.endswith("Move") else deeds
        elif into is not None:
            found = controls(text)
            if found and not re.match(r"(Not now|Hide) \(\d+\)$", found[0].name):
                into.append(found[0])
    return moves, deeds


def foes_of(person: Person, side: str) -> list[str]:
    return [row.name for row in person.rows() if row.side != side and not row.down]


def choices(person: Person) -> list[str]:
    """The answers to the first open question; none where nothing is asked."""
    prompt = person.prompts()
    if not prompt.count():
        return []
    try:
        names = [one.name for one in controls(prompt.first.aria_snapshot(timeout=SOON)) if not one.disabled]
    except Error:
        return []
    return [
        name
        for name in names
        if not name.startswith(("Odds", "When to ask")) and not name.endswith(("all this turn", "with the arrow keys"))
    ]


def answer(person: Person, deeds: Deeds, with_: str = "") -> bool:
    """Answer the first open question: as named, or by its first answer."""
    plain = choices(person)
    if not plain:
        return False
    chosen = with_ or ("Let the table throw" if "Let the table throw" in plain else plain[0])
    try:
        press_soon(person, person.prompts().first.get_by_role("button", name=chosen, exact=True).first)
    except Error:
        return False
    deeds.told.append(f"answers {chosen}")
    deeds.done["pass" if chosen in PASSING else "answer"] += 1
    return True


def let_pass(person: Person) -> bool:
    """Answer the first open question by doing nothing, or as usual where something must be done."""
    return answer(person, Deeds(person), "Pass" if "Pass" in choices(person) else "")


def press_soon(person: Person, what: Locator) -> None:
    """Press what may be gone by now."""
    if person.touch:
        what.tap(timeout=SOON)
    else:
        what.click(timeout=SOON)


def try_deed(person: Person, deed: Control, foes: list[str]) -> bool:
    """Choose an action and aim it at a foe; taken back where it would do no foe any harm."""
    press_soon(person, person.actions.get_by_role("button", name=deed.name, exact=True).first)
    box = panel(person)
    box.wait_for(timeout=SOON)
    foe = aim(person, box, foes)
    if not foe:
        things = controls(group_of(box.aria_snapshot(timeout=SOON), "With"))
        for thing in [one for one in things if "(not now)" not in one.name and not one.pressed][:6]:
            press_soon(person, box.get_by_role("button", name=thing.name, exact=True).first)
            foe = aim(person, box, foes)
            if foe:
                break
    if foe and foreseen_harm(box, foe):
        return confirm(person, box)
    press_soon(person, box.get_by_role("button", name="Cancel", exact=True))
    return False


def foreseen_harm(box: Locator, foe: str) -> bool:
    """Does the referee foresee that the foe loses something, or say that it depends on what one does not know?"""
    loss = box.get_by_role("listitem").filter(has_text=re.compile(rf"^\s*{re.escape(foe)}, [^+]*−"))
    try:
        expect(box.get_by_role("button").last).to_be_enabled(timeout=SOON)
    except AssertionError:
        return False
    return loss.count() > 0 or box.get_by_text(re.compile(rf"{re.escape(foe)}.* depends? on ")).count() > 0


def group_of(snapshot: str, name: str) -> str:
    """The lines of one group within a snapshot."""
    lines, inside, depth = [], False, 0
    for line in snapshot.splitlines():
        indent = len(line) - len(line.lstrip())
        if inside and indent <= depth:
            break
        if inside:
            lines.append(line)
        if f'- group "{name}"' in line:
            inside, depth = True, indent
    return "\n".join(lines)


def aim(person: Person, box: Locator, foes: list[str]) -> str:
    """Pick a foe from the targets and say which; also where the only one is chosen already."""
    for one in controls(box.aria_snapshot(timeout=SOON)):
        found = [foe for foe in foes if one.name.startswith(foe)]
        if found and "✕" not in one.name:
            if not one.pressed:
                press_soon(person, box.get_by_role("button", name=one.name, exact=True).first)
            return found[0]
    return ""


def confirm(person: Person, box: Locator, patience: int = SOON) -> bool:
    """Say yes once the referee has looked, with the last button of the action; no where it may not be done."""
    try:
        yes = box.get_by_role("button").last
        expect(yes).to_be_enabled(timeout=patience)
        press_soon(person, yes)
        expect(box).to_have_count(0, timeout=SOON)
        return True
    except (Error, AssertionError):
        if box.count():
            press_soon(person, box.get_by_role("button", name="Cancel", exact=True))
        return False


def end_turn(person: Person) -> bool:
    """The big button at the foot of the order; a second time where it asks whether one is sure."""
    foot = person.order.get_by_role("button").last
    sure = person.order.get_by_role("button", name="End it all the same")
    try:
        if not foot.is_enabled(timeout=SOON):
            return False
        press_soon(person, foot)
        if person.order.get_by_text(" still has ").count() or sure.count():
            press_soon(person, sure)
    except Error:
        return False
    return True


def number_of(square: str) -> tuple[int, int]:
    column, row = re.fullmatch(r"([a-z]+)(\d+)", square).groups()  # type: ignore[union-attr]
    number = 0
    for letter in column:
        number = number * 26 + ord(letter) - 96
    return number, int(row)


def between(a: str, b: str) -> int:
    (x, y), (z, w) = number_of(a), number_of(b)
    return max(abs(x - z), abs(y - w))


def in_words(person: Person, on: bool) -> None:
    """The board as text, or as a picture."""
    switch = person.region("Board").get_by_role("button", name="Board as text", exact=True)
    if (switch.get_attribute("aria-pressed") == "true") != on:
        person.press(switch)


def where_all_are(text: str) -> dict[str, str]:
    return dict(PLACE.findall(text))


def walk(person: Person, foes: list[str]) -> bool:
    """Go to the square nearest to a foe, chosen from the board in words."""
    in_words(person, True)
    text = person.region("Board").aria_snapshot()
    seen = where_all_are(text)
    me = re.search(r'heading "As (.*) sees it, from ([a-z]+\d+)"', text)
    goals = [seen[foe] for foe in foes if foe in seen]
    ways = [square for square, _ in WAY.findall(text)]
    if not me or not goals or not ways:
        return False
    best = min(ways, key=lambda square: (min(between(square, goal) for goal in goals), between(square, me[2])))
    now = min(between(me[2], goal) for goal in goals)
    if min(between(best, goal) for goal in goals) >= now:
        return False
    press_soon(person, person.region("Board").get_by_role("button", name=re.compile(rf"^{best}(,|$)")).first)
    panel(person).wait_for(timeout=SOON)
    return confirm(person, panel(person))


def play_on(deeds: Deeds, answers: bool = True) -> bool:
    """Do one thing if there is something to do; false while it is for others to act, or where questions are left."""
    person = deeds.person
    if person.prompts().count():
        return answers and answer(person, deeds)
    if "Your turn" not in person.title():
        deeds.in_turn = 0
        return False
    try:
        return act(deeds)
    except Error as error:
        deeds.told.append(f"too late: {str(error).splitlines()[0]}")
        return False


def take_up(deeds: Deeds) -> None:
    """Where several can be acted with, one of one's own side."""
    actors = deeds.person.actions.get_by_label("Act with")
    if not actors.count():
        return
    mine = [row.name for row in deeds.person.rows() if row.side == deeds.side]
    names = actors.get_by_role("option").all_inner_texts()
    now = actors.evaluate("list => list.selectedOptions[0].textContent")
    wanted = [name for name in names if name in mine]
    if wanted and now not in wanted:
        actors.select_option(wanted[0])
        expect(deeds.person.actions).not_to_contain_text("Asking what")


def promising(deeds: Deeds, others: list[Control]) -> list[Control]:
    """What has done harm before comes first, then what sounds like it."""
    ordered = sorted(others, key=lambda one: (one.name not in deeds.good, HARMFUL.search(one.name) is None))
    return [one for one in ordered if one.name not in deeds.vain][:MOST_TRIED]


def act(deeds: Deeds) -> bool:
    person = deeds.person
    take_up(deeds)
    deeds.in_turn += 1
    if deeds.in_turn <= MOST_IN_TURN:
        moves, others = open_actions(person)
        foes = foes_of(person, deeds.side)
        for deed in promising(deeds, others):
            if try_deed(person, deed, foes):
                deeds.done["deed"] += 1
                deeds.told.append(f"does {deed.name}")
                if deed.name not in deeds.good:
                    deeds.good.append(deed.name)
                return True
            deeds.vain.add(deed.name)
        if moves and walk(person, foes):
            deeds.done["move"] += 1
            deeds.told.append("moves")
            deeds.vain.clear()
            return True
    if not end_turn(person):
        return False
    deeds.in_turn = 0
    deeds.vain.clear()
    deeds.told.append("ends the turn")
    return True


def lead(gm: Person) -> bool:
    """What comes next at the GM's word is one button."""
    word = gm.actions.get_by_role("group", name="Next", exact=True).get_by_role("button")
    try:
        if not word.count():
            return False
        said = word.inner_text(timeout=SOON)
        press_soon(gm, word)
        expect(word.and_(gm.button(said))).to_have_count(0, timeout=PATIENCE)
        return True
    except (Error, AssertionError):
        return False


def settle(person: Person, deed: str, patience: int = SOON) -> bool:
    """Choose an action by its name, the first way to do it where there are several, and say yes."""
    press_soon(person, person.actions.get_by_role("button", name=deed, exact=True).first)
    box = panel(person)
    box.wait_for(timeout=SOON)
    ways = box.get_by_role("list").get_by_role("button")
    if ways.count() and not box.locator("[data-key=confirm]").count():
        press_soon(person, ways.first)
    return confirm(person, box, patience)


def begin(gm: Person) -> None:
    """Where the GM has a word to say before anybody can act, it opens the fight."""
    expect(gm.actions).to_contain_text(re.compile("."))
    actors = gm.actions.get_by_label("Act with")
    if actors.count() and "own actions" in actors.inner_text():
        assert lead(gm)


def declare(gm: Person, deed: str) -> bool:
    """Where the rules leave it to the GM to say what comes, the GM's own action that begins like this."""
    try:
        actors = gm.actions.get_by_label("Act with")
        if actors.count() and "own actions" in actors.inner_text(timeout=SOON):
            actors.select_option("The GM's own actions", timeout=SOON)
            expect(gm.actions).not_to_contain_text("Asking what", timeout=SOON)
        names = [one.name for one in open_actions(gm)[1] if one.name.startswith(deed)]
        if not names or not settle(gm, names[0]):
            return False
        expect(gm.actions.get_by_role("button", name=names[0], exact=True)).to_have_count(0, timeout=SOON)
        return True
    except (Error, AssertionError):
        return False
