"""The teller: what each seat hears of what happens, by what it knew at that moment, and commands by its own words."""

from __future__ import annotations

from typing import ClassVar

import pytest
from tests.duel import RULESET, Hurt, Spent, arena

from fracas.engine.command import GM, Command
from fracas.engine.dice import parse, typed
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.event import Event
from fracas.engine.events import Added, Hid, Met, Noted, Revealed, Rolled, RoundBegan, SlotBegan, ValueSet
from fracas.engine.fields import PUBLIC
from fracas.engine.game import Game
from fracas.engine.meeting import meet
from fracas.engine.teller import Teller, tell_all
from fracas.session.session import Session

PLAYER, SPECTATOR = "player1", ""


def ambush(hidden: str = "gob1") -> Encounter:
    """Kara before goblins of whom some lie hidden."""
    enc = arena()
    for who in hidden.split():
        enc.combatants[who].hidden = True
    meet(enc)
    return enc


def texts(enc: Encounter, seat: str, *events: Event) -> list[str]:
    return [told.text for told in tell_all(RULESET, enc, list(events), seat) if told.text]


class Shouted(Event):
    """Everybody hears that somebody calls some others."""

    kind: ClassVar[str] = "shouted"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, who: str, targets: list[str]) -> None:
        self.who = who
        self.targets = targets

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} calls {', '.join([enc.name(who) for who in self.targets])}"


@pytest.fixture(autouse=True)
def shouting() -> None:
    RULESET.kinds.setdefault("shouted", Shouted)


def test_ids_a_seat_does_not_know_are_cut_and_others_go_by_their_alias() -> None:
    teller = Teller(RULESET, ambush("gob1"), PLAYER)
    told = teller.tell(Shouted("gob1", ["kara", "gob1", "gob2"]))
    assert told is not None
    assert told.data == {"who": "", "targets": ["kara", "gob1"]}, "gob2 was met first, as gob1"
    assert told.text == "somebody calls Kara, Gob1"


def test_the_gm_hears_all_of_it_by_ids() -> None:
    told = Teller(RULESET, ambush("gob1"), GM).tell(Shouted("gob1", ["kara", "gob2"]))
    assert told is not None and told.data == {"who": "gob1", "targets": ["kara", "gob2"]}


@pytest.mark.parametrize("seat", [PLAYER, SPECTATOR])
def test_a_seat_hears_nothing_of_whom_it_does_not_know_and_of_what_is_the_gms(seat: str) -> None:
    thrown = Rolled("gob1", "strike", "1d20", typed(parse("1d20"), [5]), [], 5, "", "gm")
    secret: list[Event] = [Hurt("gob1", 2), Spent("gob1", "ap", 1), thrown, Met("gob1", "gob2", "Gob2")]
    secret += [SlotBegan(1, ["gob1"]), Noted("traps")]
    enc = ambush("gob1")
    RULESET.skip_setup(enc)
    assert tell_all(RULESET, enc, secret, seat) == []
    assert len(tell_all(RULESET, enc, secret, GM)) == len(secret)


def test_what_only_the_keeper_may_know_stays_with_the_keeper() -> None:
    foes, own = ValueSet("gob2", "hp", "3"), ValueSet("kara", "hp", "3")
    assert texts(ambush(), PLAYER, foes, own) == ["The GM sets hp of Kara to 3"]
    assert texts(ambush(), SPECTATOR, foes, own) == []


def test_a_public_half_is_told_in_place_of_the_whole() -> None:
    one = RULESET.make(arena(), "goblin", "gob7", 20, "foes", GM)
    told = tell_all(RULESET, ambush("gob1"), [Added(one.to_json())], PLAYER)
    assert [each.event.kind for each in told] == ["appeared"]
    assert told[0].data == {"who": "gob2", "name": "Gob2"}, "the second that is seen, whatever its id"
    assert "hp" not in str(told[0].data)


def test_who_joins_unseen_joins_unheard() -> None:
    one = RULESET.make(arena(), "goblin", "gob7", 20, "foes", GM)
    one.hidden = True
    assert tell_all(RULESET, ambush(), [Added(one.to_json())], PLAYER) == []


def test_whoever_vanishes_still_has_a_name_and_none_afterwards() -> None:
    enc = ambush("gob1")
    told = tell_all(RULESET, enc, [Hid("gob2"), Shouted("gob2", [])], PLAYER)
    assert [each.text for each in told] == ["Gob1 is out of sight", "somebody calls "]
    assert [each.event.kind for each in told] == ["vanished", "shouted"]


def test_the_first_to_be_revealed_is_told_as_the_first() -> None:
    told = tell_all(RULESET, ambush("gob1 gob2"), [Revealed("gob2", "it coughs")], PLAYER)
    assert told[0].text == "Gob1 is revealed at e3 (it coughs)"
    assert told[0].data["who"] == "gob1"


def test_phrases_are_put_into_words_for_whoever_reads_them() -> None:
    enc = ambush("gob1")
    seen = Revealed("gob2", "walked into by {0}", ["kara"])
    by_unseen = Revealed("gob2", "walked into by {0}", ["gob1"])
    for event, words in ((seen, "walked into by Kara"), (by_unseen, "walked into by somebody")):
        told = tell_all(RULESET, enc, [event], PLAYER)
        assert told[0].data["why"] == words and words in told[0].text
    assert tell_all(RULESET, enc, [by_unseen], GM)[0].data["why"] == "walked into by Gob1"


def test_places_of_the_order_count_only_those_who_are_known() -> None:
    enc = ambush("gob1")
    order = [{"who": [who], "kind": "", "value": 0, "done": False} for who in ("gob1", "kara", "gob2")]
    told = tell_all(RULESET, enc, [RoundBegan(1, order), SlotBegan(1, ["kara"])], PLAYER)
    assert [slot["who"] for slot in told[0].data["order"]] == [["kara"], ["gob1"]]  # type: ignore[attr-defined]
    assert told[1].data["at"] == 0


def test_telling_leaves_the_event_and_the_game_as_they_are() -> None:
    enc = ambush("gob1")
    event = Shouted("gob1", ["gob2"])
    tell_all(RULESET, enc, [event], PLAYER)
    assert event.to_json() == {"kind": "shouted", "who": "gob1", "targets": ["gob2"]}


# -------------------------------------------------------------------- commands in a seat's own words


def met_second() -> Session:
    """A fight in which gob2 was met first and goes by gob1, while the true gob1 lies hidden."""
    enc = ambush("gob1")
    RULESET.skip_setup(enc)
    enc.combatants["gob2"].pos = enc.board.parse("b3")
    return Session(Game(RULESET, enc))


def test_a_command_by_alias_reaches_whom_the_player_means() -> None:
    session = met_second()
    assert list(session.known(PLAYER).combatants) == ["kara", "gob1"]
    command = session.read_command("kara strike gob1", PLAYER)
    session.command(command, PLAYER)
    assert session.game.open is not None and session.game.open.targets == ("gob2",)
    asked = [decision for _, decision in session.decisions(GM)]
    assert [decision.who for decision in asked] == ["gob2"]


def answer_to(session: Session, target: str) -> str:
    try:
        session.command(Command("kara", "strike", (target,)), PLAYER)
    except (Invalid, Refused) as error:
        return str(error)
    return "done"


def test_the_id_of_somebody_unseen_is_answered_like_a_word_that_means_nobody() -> None:
    enc = ambush("gob2")
    RULESET.skip_setup(enc)
    session = Session(Game(RULESET, enc))
    unseen, unknown = answer_to(session, "gob2"), answer_to(session, "gob9")
    assert unseen.replace("gob2", "gob9") == unknown and "gob9" in unknown
    read = [session.read_command(f"kara strike {word}", PLAYER).to_json() for word in ("gob2", "gob9")]
    assert str(read[0]).replace("gob2", "gob9") == str(read[1])


def test_prompts_name_whom_the_asked_player_knows() -> None:
    enc = ambush("gob1")
    RULESET.skip_setup(enc)
    enc.combatants["gob2"].pos = enc.board.parse("b3")
    session = Session(Game(RULESET, enc))
    session.command(Command("kara", "pass"), PLAYER)
    session.command(Command("gob1", "pass"), GM)
    session.command(Command("gob2", "strike", ("kara",)), GM)
    asked = session.decisions(PLAYER)[0][1]
    assert asked.prompt == "Gob1 strikes"
