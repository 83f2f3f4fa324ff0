"""Order by choice: who goes next is asked, and nobody notices the turns of a hidden combatant.

Two tables, with and without somebody hidden, send players and spectators the same bytes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.duel import Duel, arena
from tests.server.test_twin_worlds import difference
from tests.server.worlds import World, light_hall

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.flow import Slot
from fracas.engine.game import Game
from fracas.engine.performing import Performing
from fracas.engine.registry import installed
from fracas.engine.turns import NEXT, NextByChoice
from fracas.server.hall import Hall

LURKER = "gob2"
PLAYER = "player1"
DEEDS = 24


class Choosing(Duel):
    """A duel in which whoever acted last says who goes next."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "choosing"
        self.turns = NextByChoice("1.6")
        self.steps[NEXT] = self.turns

    def next_step(self, enc: Encounter) -> Command | None:
        return self.turns.due(enc)


def scene(lurking: bool) -> Encounter:
    """Two heroes of one player and a goblin; another goblin lurks, or is not there at all."""
    enc = arena(["a", "b"])
    enc.combatants["bo"] = RULESET.make(enc, "kara", "bo", enc.board.parse("b4"), "heroes", PLAYER)
    enc.combatants[LURKER].hidden = True
    if not lurking:
        del enc.combatants[LURKER]
    return enc


RULESET = Choosing()


def choose(game: Game, *whos: str) -> None:
    for who in whos:
        decision = game.waiting[0]
        game.answer(decision.id, Command(decision.who, NEXT, (who,)))
        game.command(Command(who, "pass"))


# -------------------------------------------------------------------- the order itself


def test_the_order_grows_as_it_is_chosen_and_begins_again() -> None:
    game = Game(RULESET, scene(False))
    game.begin()
    assert game.waiting[0].who == "kara" and game.waiting[0].required
    choose(game, "gob1")
    assert [slot.who for slot in game.state.flow.order] == [["gob1"]] and game.waiting[0].who == "gob1"
    choose(game, "bo")
    # Kara alone is left: nobody is asked.
    assert not game.waiting and game.state.flow.active == ["kara"]
    game.command(Command("kara", "pass"))
    assert game.state.flow.round == 2 and game.state.flow.order == [] and game.waiting[0].who == "kara"


def test_nobody_unseen_is_noticed_by_having_the_say() -> None:
    game = Game(RULESET, scene(True))
    game.begin()
    choose(game, "gob1", LURKER)
    assert game.waiting[0].who == "gob1" and [c.target for c in game.waiting[0].commands] == ["kara", "bo"]


def test_while_a_hidden_one_acts_players_see_nobody_in_turn() -> None:
    game = Game(RULESET, scene(True))
    game.begin()
    choose(game, "gob1")
    game.answer(game.waiting[0].id, Command("gob1", NEXT, (LURKER,)))
    flow = game.known(PLAYER).flow
    assert game.state.flow.active == [LURKER] and flow.active == [] and flow.at == 0
    assert [slot.to_json() for slot in flow.order] == [Slot(["gob1"], done=True).to_json()]


def test_a_choice_of_one_is_not_asked_so_that_it_tells_of_no_others() -> None:
    """Gob1 and the lurker are left: the player knows one of them, and a question would tell of the other."""
    game = Game(RULESET, scene(True))
    game.begin()
    choose(game, "bo", "kara")
    assert not game.waiting and game.state.flow.active == ["gob1"]
    game.command(Command("gob1", "pass"))
    assert game.state.flow.active == [LURKER]


def test_undo_goes_back_over_a_hidden_turn_and_comes_out_alike() -> None:
    game = Game(RULESET, scene(True))
    game.begin()
    choose(game, "gob1", LURKER, "bo")
    before = game.state.to_json()
    for _ in range(4):
        game.undo()
    assert game.state.flow.active == ["gob1"] or game.waiting
    for _ in range(4):
        game.redo()
    assert game.state.to_json() == before


# -------------------------------------------------------------------- what players are sent


@pytest.fixture(autouse=True)
def choosing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed().rulesets, RULESET.id, RULESET)


Frames = list[dict[str, list[bytes]]]


async def decide(world: World, hidden_first: bool) -> str:
    """The GM makes one move for whoever is to choose or to act; returns what was done by somebody seen."""
    view = world.view()
    if view["decisions"]:
        asked = view["decisions"][0]
        whos = [answer["targets"][0] for answer in asked["answers"]]
        known = [who for who in whos if who != LURKER]
        who = LURKER if LURKER in whos and (hidden_first or not known) else known[-1]
        answer = next(one for one in asked["answers"] if one["targets"] == [who])
        await world.do(GM, "answer", to=asked["id"], answer=answer, step=view["step"])
        return "" if who == LURKER else f"next {who}"
    who = view["actors"][0]
    if who == LURKER:
        # Also what is done and taken back in a hidden turn is nobody's news.
        await world.do(GM, "command", command=f"{who} move e4", step=view["step"])
        await world.do(GM, "undo")
    await world.do(GM, "command", command=f"{who} pass", step=world.view()["step"])
    return "" if who == LURKER else f"pass {who}"


async def twins(hall: Hall, hidden_first: bool) -> tuple[Frames, Frames, int]:
    sent: list[Frames] = []
    hidden_turns = 0
    for lurking in (True, False):
        world = World(hall)
        await world.open(RULESET, scene(lurking), [GM, PLAYER, ""])
        await world.do(GM, "start")
        frames: Frames = []
        done = 0
        while done < DEEDS:
            did = await decide(world, hidden_first)
            hidden_turns += 0 if did else 1
            done += 1 if did else 0
            if did:
                while world.room.is_between_turns(PLAYER):
                    hidden_turns += 0 if await decide(world, hidden_first) else 1
                frames.append(world.take())
        sent.append(frames)
        world.close()
    return sent[0], sent[1], hidden_turns


@pytest.mark.parametrize("hidden_first", [True, False])
def test_with_or_without_somebody_hidden_players_are_sent_the_same(tmp_path: Path, hidden_first: bool) -> None:
    async def run() -> None:
        hall = light_hall(tmp_path)
        full, plain, hidden_turns = await twins(hall, hidden_first)
        assert hidden_turns >= 4
        for number, (one, other) in enumerate(zip(full, plain, strict=True)):
            for seat in one:
                assert one[seat] == other[seat], f"deed {number}, {seat}: {difference(one[seat], other[seat])}"
        hall.close()

    asyncio.run(run())


def test_control_a_question_about_somebody_hidden_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the table shows that it waits whenever somebody seen is asked, the twins differ."""

    def asked_of_unseen(self: Performing, decision, seat: str) -> bool:  # type: ignore[no-untyped-def]
        return decision.who in self.state.combatants and not self.state.sees(seat, decision.who)

    monkeypatch.setattr(Performing, "is_secret", asked_of_unseen)

    async def run() -> bool:
        hall = light_hall(tmp_path)
        full, plain, _ = await twins(hall, True)
        hall.close()
        return full == plain

    assert not asyncio.run(run())
