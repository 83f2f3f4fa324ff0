"""Bots at any table: they take their turn, never stop at a refusal, and an undo takes them along."""

from __future__ import annotations

from tests.duel import Duel, arena

from fracas.engine.command import GM, PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.offer import Choice
from fracas.engine.policy import PassingPolicy, Policy
from fracas.engine.ruleset import Ruleset
from fracas.session.bots import Bots
from fracas.session.seats import seats_known, seats_of, viewers_of
from fracas.session.session import Session


class Stubborn(PassingPolicy):
    """Wants what nobody may do."""

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        return Command(who, "strike", (who,))


def table(policy: Policy, *people: str) -> tuple[Session, Bots]:
    session = Session(Game(Duel(), arena(["a", "b"])))
    return session, Bots(session, lambda who: who not in people, lambda seat: policy)


def actor(session: Session) -> str:
    return session.game.ruleset.actors(session.game.state)[0]


def test_a_bot_whose_choice_is_refused_does_something_timid() -> None:
    session, bots = table(Stubborn())
    who, before = actor(session), len(session.game.log.lines)
    assert bots.move()
    assert session.game.log.lines[before].data["command"] == Command(who, PASS).to_json()


def test_nobody_moves_for_a_person() -> None:
    _, bots = table(PassingPolicy(), *arena(["a", "b"]).combatants)
    assert not bots.is_due() and not bots.move()
    assert bots.last_by_person() == (0, None)


def test_one_undo_takes_back_what_bots_did_since_a_person() -> None:
    first = actor(table(PassingPolicy())[0])
    session, bots = table(PassingPolicy(), first)
    state = session.game.state.to_json()
    session.command(Command(first, PASS), session.game.state.seat_of(first))
    moves = 0
    while bots.move():
        moves += 1
    deeds, line = bots.last_by_person()
    assert moves > 0 and deeds == moves + 1
    assert line is not None and line.data["command"] == Command(first, PASS).to_json()
    session.undo(GM, deeds)
    assert session.game.state.to_json() == state


def test_a_seat_that_only_hidden_combatants_have_is_the_gms_secret() -> None:
    enc = arena(["a", "b"])
    hidden = next(iter(enc.combatants.values()))
    hidden.seat, hidden.hidden = "lurker", True
    assert "lurker" in seats_of(enc) and "lurker" in viewers_of(enc)
    assert "lurker" in seats_known(enc, GM) and "lurker" in seats_known(enc, "lurker")
    assert "lurker" not in seats_known(enc, "") and viewers_of(enc)[-1] == ""
