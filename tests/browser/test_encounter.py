"""For each ruleset a GM, two players and a spectator play an encounter to its end, each on a page of their own."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.crowd import ruling, talk
from tests.browser.looking import look_closely
from tests.browser.playing import (
    PASSING,
    PATIENCE,
    Deeds,
    answer,
    begin,
    choices,
    declare,
    foes_of,
    lead,
    open_actions,
    play_on,
    settle,
)
from tests.browser.scenes import Scene, scene_of
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

from fracas.engine.registry import ruleset_ids

LONGEST = 240
"""Seconds after which people give up an encounter that does not end."""
ENOUGH = 2
"""After so many deeds the GM has the foes down to their last point, so that the rules soon end it."""
LIFE = ("hp", "health", "grit")
LURKER = "Somebody in the dark"
WITH_REWARDS = "phases_of_play"
READYING = ("Overwatch",)
"""What has to be done in one's own turn before one can react to anything."""


class Evening:
    """One encounter with everything that has to happen on the way."""

    def __init__(self, table: Table, scene: Scene) -> None:
        self.table, self.scene, self.gm = table, scene, table.gm
        self.taken_back = False
        self.reloaded = False
        self.called = False
        self.readied: list[str] = []
        self.rested = False
        self.weakened = False

    @property
    def everybody(self) -> list[Person]:
        assert self.table.spectator is not None
        return [self.gm, *self.table.players, self.table.spectator]

    def gather(self) -> None:
        """From the host's link to the first turn; the GM keeps the encounter small, the first time by hand."""
        table, scene = self.table, self.scene
        table.set_up(scene.ruleset.name, scene.title, seed=scene.seed)
        surplus = list(scene.surplus)
        for who in surplus[:1]:
            running.remove(self.gm, scene.surplus[who])
        talk(self.gm.page, self.gm.page.url.split("/")[4], [ruling("remove", targets=[who]) for who in surplus[1:]])
        running.add(self.gm, LURKER, scene.free_squares, hidden=True)
        seats = table.seats()
        ann = table.seat_player(seats[0], "Ann")
        bea = table.seat_player(seats[1], "Bea", phone=True)
        for seat in seats[2:]:
            self.gm.button("Bot", table.seat_row(seat)).click()
        sam = table.seat_spectator()
        for person in (self.gm, ann, bea, sam):
            expect(person.page.get_by_role("listitem").filter(has_text="Ann").first).to_be_visible()
        table.start()
        for person in (ann, bea, sam):
            expect(person.order).to_be_visible()
            assert LURKER not in person.page.content()
        assert LURKER in self.gm.names()
        assert [row.hidden for row in self.gm.rows() if row.name == LURKER] == [True]

    def pause(self) -> None:
        """Everybody sees that the table waits, and that it goes on."""
        running.tools(self.gm)
        self.gm.button("Pause").click()
        for person in self.everybody:
            expect(person.page.get_by_role("banner").get_by_text("paused")).to_be_visible()
        self.gm.button("Go on").click()
        for person in self.everybody:
            expect(person.page.get_by_role("banner").get_by_text("paused")).to_have_count(0)
        running.tools(self.gm, on=False)

    def reveal(self) -> None:
        """What was hidden stands in everybody's order; then the GM takes it out; the log calls it a ruling."""
        self.gm.select(LURKER)
        self.gm.button("Reveal", self.gm.card).click()
        for person in self.everybody:
            expect(person.order.get_by_text(LURKER)).to_be_visible()
        running.remove_shown(self.gm, LURKER)
        for person in self.everybody[:-1]:
            person.reads(f"{LURKER} leaves the encounter (ruling)")

    def take_back(self) -> None:
        """The GM undoes what a player did: it stays in the log, struck through."""
        if any(person.prompts().count() for person in self.everybody[:-1]):
            return  # What is not finished yet would be withdrawn, and nothing would be told of it.
        told = self.gm.region("Log").get_by_text("Undone:").first
        self.gm.button("Undo", self.gm.page.get_by_role("banner")).click()
        try:
            expect(told).to_be_attached(timeout=2_000)
        except AssertionError:
            return  # A question came in between.
        for person in self.everybody[:-1]:
            person.reads("Undone:")
        self.taken_back = True

    def close_in(self) -> None:
        """A ruling: the foe stands next to a player's character, so that nobody has to walk far."""
        scene = self.scene
        in_turn = [row.name for row in self.gm.rows() if row.active]
        who, square = (scene.hero, scene.near[0]) if scene.foe in in_turn else (scene.foe, scene.beside[0])
        running.put(self.gm, who, square)
        self.gm.reads(f"{who} is put on {square} (ruling)")

    def rest(self) -> None:
        """A pause by the rules, where the GM has one, is over when the GM says so."""
        self.rested = declare(self.gm, "Pause ")
        if self.rested:
            assert declare(self.gm, "Go on ")
            for person in self.everybody[:-1]:
                person.reads("The Encounter is paused")

    def reactions(self, person: Person) -> list[str]:
        """What one may do now out of one's turn, besides letting it happen."""
        if not {*choices(person)} - {*PASSING}:
            return []
        try:  # The answers are named once their odds can be asked for.
            expect(person.prompts().first.get_by_role("button", name=re.compile("^Odds of")).first).to_be_visible(
                timeout=PATIENCE
            )
        except AssertionError:
            return []
        return [one for one in choices(person) if one not in PASSING]

    def reload(self, deeds: Deeds) -> None:
        """A page that is loaded again in the middle of a question asks it again; then it is answered with a deed."""
        person = deeds.person
        asked = person.prompts().first.get_attribute("aria-label")
        before = self.reactions(person)
        person.page.reload()
        expect(person.prompts().first).to_have_attribute("aria-label", asked or "")
        expect(person.prompts().first.get_by_role("button", name=before[0], exact=True).first).to_be_visible()
        assert "React!" in person.title()
        look_closely(person.page, f"the question to {person.name}: {before[0]}")
        assert answer(person, deeds, before[0])
        self.reloaded = True

    def ready(self, one: Deeds) -> bool:
        """Where reactions have to be readied, that is somebody's first deed."""
        person = one.person
        if self.reloaded or person.name in self.readied or "Your turn" not in person.title() or choices(person):
            return False
        names = [deed.name for deed in open_actions(person)[1] if deed.name.startswith(READYING)]
        if not names or not settle(person, names[0], PATIENCE):
            return False
        self.readied.append(person.name)
        return True

    def act(self, one: Deeds) -> bool:
        """A player does what there is to do; the first reaction and the first deed get special treatment."""
        self.called = self.called or "Your turn" in one.person.title()
        asked = one.person.prompts().count() > 0
        if not self.reloaded and self.reactions(one.person):
            self.reload(one)
            return True
        if self.reloaded and "Pass" in choices(one.person):
            return answer(one.person, one, "Pass")  # Whoever reacts to everything has nothing left for their own turn.
        # What is asked just now may be the first reaction: it is looked at when it is the next one's turn again.
        return self.ready(one) or play_on(one, asked or self.reloaded)

    def run(self, foes: Deeds) -> bool:
        """The GM says what comes next where nobody is in turn, and plays the foes."""
        in_turn = [row.name for row in self.gm.rows() if row.active]
        if "Your turn" in self.gm.title() and not in_turn:
            return lead(self.gm)
        return play_on(foes)

    def weaken(self) -> None:
        """Once, and only between two deeds: nobody is asked anything then."""
        asked = [person for person in [self.gm, *self.table.players] if person.prompts().count()]
        if self.weakened or asked:
            return
        for name in foes_of(self.gm, self.scene.side):
            running.weaken(self.gm, name, LIFE)
        self.weakened = True

    def play(self) -> None:
        players = [Deeds(person, self.scene.side) for person in self.table.players]
        foes = Deeds(self.gm, self.scene.foes)
        assert self.table.spectator is not None
        give_up = monotonic() + LONGEST
        while monotonic() < give_up and not self.table.spectator.over():
            done = self.taken_back and set(foes_of(self.table.spectator, self.scene.side)) <= {LURKER}
            if done and declare(self.gm, "End "):
                continue
            if self.reloaded and not self.rested and "pause" in self.scene.ruleset.actions:
                self.rest()
            by_hand = sum([one.done["deed"] + one.done["move"] for one in players])
            if by_hand and not self.taken_back:
                self.take_back()
            if by_hand >= ENOUGH and self.taken_back and self.reloaded:
                self.weaken()
            busy = [self.act(one) for one in players]
            if not any([*busy, self.run(foes)]):
                self.gm.page.wait_for_timeout(40)
        told = "\n".join([f"{one.person.name}: {'; '.join(one.told[-40:])}" for one in [*players, foes]])
        if not self.table.spectator.over():
            self.table.keep_pictures()
        assert self.table.spectator.over(), told
        assert self.taken_back and self.called, told
        assert self.rested or "pause" not in self.scene.ruleset.actions, told
        if self.scene.ruleset.windows:
            assert self.reloaded, f"nobody could react to anything\n{told}"

    def end(self) -> None:
        """All four pages tell the same end, by the rules and not by a ruling."""
        if self.scene.ruleset.id == WITH_REWARDS:
            look_closely(self.table.players[0].page, "the end")
        results = set()
        for person in self.everybody:
            expect(person.page.get_by_text("The encounter is over", exact=True).first).to_be_visible()
            results.add(person.page.get_by_role("banner").get_by_text("Over: ").inner_text())
            assert "turn" not in person.title().lower()
        assert len(results) == 1 and "ruling" not in results.pop()
        for person in self.everybody:
            link = person.page.get_by_role("link", name="Log as text").first.get_attribute("href")
            log = person.page.request.get(self.table.serving.base + str(link))
            assert log.ok and "The encounter is over" in log.text()
            assert person is self.gm or "Undo" not in person.page.get_by_role("banner").inner_text()
        expect(self.gm.button("Next encounter …")).to_be_visible()


@pytest.mark.parametrize("id", [*ruleset_ids(), "standoff"])
def test_an_encounter_is_played_to_its_end(
    id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    evening = Evening(Table(serving, chromium, watch), scene_of(id, site))
    evening.gather()
    evening.pause()
    begin(evening.gm)
    evening.reveal()
    evening.close_in()
    evening.play()
    evening.end()
