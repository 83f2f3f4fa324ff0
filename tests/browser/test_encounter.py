"""For each ruleset a GM, two players and a spectator play an encounter to its end, each on a page of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.playing import Deeds, answer, begin, choices, lead, play_on
from tests.browser.scenes import Scene, scene_of
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

from fracas.engine.registry import ruleset_ids

MOST = 260
"""So often people look around for something to do before a test gives up."""
ENOUGH = 12
"""So much is done by hand; then the GM hands everybody to bots, and the rules end it."""
LURKER = "Somebody in the dark"


class Evening:
    """One encounter with everything that has to happen on the way."""

    def __init__(self, table: Table, scene: Scene) -> None:
        self.table, self.scene, self.gm = table, scene, table.gm
        self.taken_back = False
        self.reloaded = False
        self.called = False

    @property
    def everybody(self) -> list[Person]:
        assert self.table.spectator is not None
        return [self.gm, *self.table.players, self.table.spectator]

    def gather(self) -> None:
        """From the host's link to the first turn; the GM keeps the encounter small."""
        table, scene = self.table, self.scene
        table.set_up(scene.ruleset.name, scene.title, seed=scene.seed)
        for name in scene.surplus:
            running.remove(self.gm, name)
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
        """What was hidden stands in everybody's order; then the GM takes it out again, and the log says who did that."""
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

    def reload(self, deeds: Deeds) -> None:
        """A page that is loaded again in the middle of a question asks it again."""
        person = deeds.person
        asked = person.prompts().first.get_attribute("aria-label")
        before = choices(person)
        person.page.reload()
        expect(person.prompts().first).to_have_attribute("aria-label", asked or "")
        expect(person.prompts().first.get_by_role("button", name=before[0], exact=True).first).to_be_visible()
        assert "React!" in person.title()
        assert answer(person, deeds)
        deeds.told.append("after loading the page again")
        self.reloaded = True

    def act(self, one: Deeds) -> bool:
        """A player does what there is to do; the first question and the first deed get special treatment."""
        self.called = self.called or "Your turn" in one.person.title()
        if not self.reloaded and choices(one.person):
            self.reload(one)
            return True
        done = play_on(one)
        if done and not self.taken_back and one.done["move"] + one.done["deed"]:
            self.take_back()
        return done

    def hand_over(self) -> None:
        assert self.table.spectator is not None
        for name in ("Ann", "Bea", "GM"):
            running.hand_over(self.gm, name)
        expect(self.table.spectator.page.get_by_text("The encounter is over").first).to_be_visible(timeout=60_000)

    def play(self) -> None:
        players = [Deeds(person, self.scene.side) for person in self.table.players]
        foes = Deeds(self.gm, self.scene.foes)
        assert self.table.spectator is not None
        idle = 0
        for _ in range(MOST):
            if self.table.spectator.over():
                break
            by_hand = sum([one.done["deed"] + one.done["move"] for one in players])
            if by_hand >= ENOUGH and self.taken_back and self.reloaded:
                self.hand_over()
                break
            busy = [self.act(one) for one in players]
            if not any([*busy, play_on(foes)]):
                idle += 1
                self.gm.page.wait_for_timeout(40)
                if idle % 3 == 0:
                    lead(self.gm)
        told = "\n".join([f"{one.person.name}: {'; '.join(one.told[-40:])}" for one in [*players, foes]])
        assert self.table.spectator.over(), told
        assert self.taken_back and self.called, told
        if self.scene.ruleset.windows:
            assert self.reloaded, f"nobody was asked anything\n{told}"

    def end(self) -> None:
        """All four pages tell the same end, by the rules and not by a ruling."""
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
    evening.play()
    evening.end()
