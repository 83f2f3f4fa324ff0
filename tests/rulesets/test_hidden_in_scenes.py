"""Scenes in which somebody hidden once reached players or spectators: by an id in a list, by a name in a reason, in a
prompt or in a leave, or as an answer that was offered."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.events_gm import LeaveGiven
from fracas.engine.fields import PUBLIC
from fracas.engine.game import Game
from fracas.engine.ids import Recast
from fracas.engine.registry import load_ruleset
from fracas.engine.views import Eyes, view_json
from fracas.lab.faces import ScriptedThrower
from fracas.lab.staging import staged
from fracas.session.session import Session

SECRET = "zqk"
"""The id of whoever is hidden, and in other letters the name."""
FACES = [4, 1, 5, 2, 6, 3] * 10
"""As many as any scene may need, and no ties."""
OTHERS = ("heroes", "")
"""A player who does not know of the hidden one, and a spectator."""


def scene(ruleset: str, faces: list[int], *lines: str) -> Session:
    rules = load_ruleset(ruleset)
    start = staged(rules, *lines, f"hide {SECRET}")
    start.combatants[SECRET].name = SECRET.title()
    return Session(Game(rules, start, ScriptedThrower(faces)))


def do(session: Session, words: str) -> None:
    session.command(session.read_command(words, GM), GM)


def allow(session: Session, command: Command) -> None:
    session.rule(Command(GM, "allow", text=json.dumps(command.to_json())), "", GM)


def heard(session: Session, seat: str) -> str:
    """All that a seat was told and is asked, as one text."""
    told = [entry.to_json() for entry in session.stream(seat).entries]
    asked = [decision.to_json() for _, decision in session.decisions(seat)]
    return canon([told, asked]).lower()


def reaches(session: Session, seat: str) -> str:
    """And all that it sees."""
    return heard(session, seat) + canon(view_json(session.game.ruleset, session.game.state, seat)).lower()


def a_hero_hides_from_it() -> Session:
    """Crisis 3D6: it does not see the hero, who is therefore unseen by it."""
    map = ("map", "| ............", "| ............", "| ...##.......", "| ............")
    people = ("cast prowler at b2 side heroes", "cast bruno at f4 side foes", f"cast bruno as {SECRET} at g4 side foes")
    session = scene("crisis_3d6", [4, 4, 3], *map, *people)
    do(session, "prowler hide")
    assert SECRET in canon(session.game.state.combatants["prowler"].to_json())
    return session


def it_sees_somebody_sneaky() -> Session:
    """Phases of Play: in plain sight of it, the hero is Sneaky no longer."""
    people = (f"cast orc as {SECRET} at h4 side foes", "cast bob at c4 side heroes")
    session = scene("phases_of_play", [], *people, "start bob condition sneaky 1")
    do(session, f"{SECRET} pass")
    assert not session.game.state.combatants["bob"].has("sneaky")
    return session


def it_attacks_somebody_who_is_asked() -> Session:
    """Phases of Play: the prompt of a Reaction says who has begun what."""
    people = (f"cast orc as {SECRET} at d4 side foes", "cast guard at c4 side heroes")
    session = scene("phases_of_play", [9, 2], *people)
    do(session, f"{SECRET} melee guard")
    assert [decision.who for _, decision in session.decisions(GM)] or session.decisions("heroes")
    return session


def it_is_attacked(ruleset: str, attacker: str, hidden: str, verb: str) -> Session:
    """Somebody of the GM's attacks a hero whom only its own player knows of: what is rolled has a reason."""
    people = (f"cast {attacker} at d4 side foes", f"cast {hidden} as {SECRET} at c4 side heroes seat own")
    session = scene(ruleset, FACES, *people, f"cast {hidden} at l8 side heroes")
    allow(session, Command(attacker, verb, (SECRET,)))
    do(session, f"{attacker} {verb} {SECRET}")
    while session.game.waiting:
        asked = session.game.waiting[0]
        session.game.answer(asked.id, asked.default)
    return session


def leave_is_given_about_it(ruleset: str, hero: str, foe: str, verb: str) -> Session:
    people = (f"cast {hero} at c4 side heroes", f"cast {foe} as {SECRET} at l8 side foes")
    session = scene(ruleset, FACES, *people, f"cast {foe} at d4 side foes")
    allow(session, Command(hero, verb, (SECRET,)))
    assert SECRET in canon(session.game.state.to_json()["leaves"])
    return session


def it_could_be_helped() -> Session:
    """CAP Check: a foe falls, and a hero in reach may go for the next; one of them is known to its player alone."""
    people = ("cast perrin at c4 side heroes", "cast novice at c5 side heroes", "cast cur at d4 side foes")
    more = (f"cast novice as {SECRET} at b4 side heroes seat own", "cast post at l8 side foes", "start cur hp 1")
    session = scene("cap_check", [1, 8, 8, 8], *people, *more)
    do(session, "perrin use spear-thrust cur")
    return session


SCENES: dict[str, Callable[[], Session]] = {
    "1 a hero hides from it": a_hero_hides_from_it,
    "2 it sees somebody Sneaky": it_sees_somebody_sneaky,
    "3 it attacks somebody who is asked": it_attacks_somebody_who_is_asked,
    "4 crisis_3d6": lambda: it_is_attacked("crisis_3d6", "thug", "anna", "attack"),
    "4 crisis_mode": lambda: it_is_attacked("crisis_mode", "orc", "lunk", "normal"),
    "4 phases_of_play": lambda: it_is_attacked("phases_of_play", "orc", "bob", "melee"),
    "5 crisis_3d6": lambda: leave_is_given_about_it("crisis_3d6", "anna", "thug", "attack"),
    "5 crisis_mode": lambda: leave_is_given_about_it("crisis_mode", "lunk", "orc", "normal"),
    "5 phases_of_play": lambda: leave_is_given_about_it("phases_of_play", "bob", "orc", "melee"),
    "6 it could be helped": it_could_be_helped,
}


@pytest.mark.parametrize("what", SCENES)
def test_nobody_else_hears_of_the_hidden(what: str) -> None:
    session = SCENES[what]()
    assert SECRET in reaches(session, GM)
    for seat in OTHERS:
        found = reaches(session, seat)
        at = found.find(SECRET)
        assert at < 0, found[max(0, at - 200) : at + 100]


def uncut(patch: pytest.MonkeyPatch) -> None:
    """Ids stay in the fields that are declared to hold them."""
    patch.setattr(Recast, "of", lambda cast, data, paths: data)
    patch.setattr(Recast, "_leaf", lambda cast, value: cast.names.get(value, value))


def nobody_is_unseen(patch: pytest.MonkeyPatch) -> None:
    real = Eyes.__init__

    def init(self: Eyes, enc: Encounter, seat: str) -> None:
        real(self, enc, seat)
        self.unseen = {}

    patch.setattr(Eyes, "__init__", init)
    patch.setattr(Encounter, "sees", lambda enc, seat, who: True)


@pytest.mark.pure
@pytest.mark.parametrize("what", SCENES)
def test_control_whoever_is_told_of_the_hidden_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In what is heard and asked: that the hidden stand in a view then, others see to."""
    uncut(monkeypatch)
    if what[0] in "356":
        nobody_is_unseen(monkeypatch)
        monkeypatch.setattr(LeaveGiven, "SEEN", PUBLIC)
    session = SCENES[what]()
    assert SECRET in (reaches if what[0] == "1" else heard)(session, "heroes")
