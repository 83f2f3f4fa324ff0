"""What a seat of CAP Check gets to know: studied cards, nothing of the hidden, and the odds at a Trigger."""

from __future__ import annotations

from fracas.engine.board import read_map
from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.duration import EFFECT, TURN_START, Condition, Duration
from fracas.engine.encounter import Encounter
from fracas.engine.event import event_from_json
from fracas.engine.game import Game
from fracas.engine.log import COMMAND, EVENT
from fracas.engine.teller import tell_all
from fracas.engine.views import known, view_json
from fracas.lab.staging import staged
from fracas.rulesets.cap_check import RULESET
from fracas.rulesets.cap_check.behaviour import path_towards
from fracas.rulesets.cap_check.damage import Hurt
from fracas.rulesets.cap_check.fighter import fighter, rounds
from fracas.rulesets.cap_check.flow import Laid, Sustained, Underway
from fracas.session.foresight import foresee_answer


def stage(*lines: str) -> Encounter:
    return staged(RULESET, *lines)


def card_labels(enc: Encounter, who: str, seat: str) -> list[str]:
    return [field.label for field in RULESET.card(known(RULESET, enc, seat), who, seat).fields]


def at_a_trigger(options: dict[str, str]) -> Game:
    """The widow of the lamp room alone with Tamsin and Perrin close by, until somebody is asked about a Trigger."""
    enc = RULESET.start("lamp-room", options, ["3", "4"])
    del enc.combatants["puff"]
    widow = fighter(enc, "widow").pos
    for who, square in zip(("tamsin", "perrin"), enc.board.neighbours(widow, 1), strict=False):
        fighter(enc, who).pos = square
    game = Game(RULESET, enc)
    game.begin()
    for _ in range(20):
        if game.waiting and game.waiting[0].window == "trigger":
            return game
        if game.waiting:
            game.answer(game.waiting[0].id, game.waiting[0].default)
        else:
            game.command(Command(RULESET.actors(game.state)[0], "pass"))
    raise AssertionError("nobody was asked about a Trigger")


def test_study_shows_the_numbers_and_study_in_full_the_whole_card() -> None:
    enc = RULESET.start("lamp-room", {}, ["1", "2"])
    widow = fighter(enc, "widow")
    assert "HP" not in card_labels(enc, "widow", "player1")
    widow.conditions = [Condition("studied", 1, "tamsin", Duration("encounter", "widow"))]
    labels = card_labels(enc, "widow", "player1")
    assert "HP" in labels and "Toughness" in labels
    assert "Actions" not in labels and "Each turn" not in labels
    widow.conditions = [Condition("studied", 2, "tamsin", Duration("encounter", "widow"))]
    labels = card_labels(enc, "widow", "player1")
    assert "Actions" in labels and "Each turn" in labels
    said = next(f.text for f in RULESET.card(enc, "widow", "player1").fields if f.label == "Each turn")
    assert said.startswith("Move, then on 1 ") and said.count(";") == 5


def test_the_public_half_of_a_wound_has_its_kind_and_its_fields() -> None:
    enc = RULESET.start("lamp-room", {}, ["1", "2"])
    told = tell_all(RULESET, enc, [Hurt("widow", 7, "blade-cut", 11, False, [])], "player1")[0]
    assert told.event.kind == "health-changed"
    assert told.data == {"who": "widow", "better": False, "dealt": 11, "past": False, "why": "blade-cut"}


def test_nothing_in_a_view_names_somebody_hidden() -> None:
    enc = RULESET.start("lamp-room", {"foes": "free"}, ["1", "2"])
    lurker = RULESET.make(enc, "reed-cutter", "lurker", 0, "foes", GM)
    lurker.hidden = True
    enc.combatants["lurker"] = lurker
    widow = fighter(enc, "widow")
    widow.quarry = "lurker"
    widow.sustaining = [Sustained("killing-calm", ["lurker", "widow"], [], 1)]
    fighter(enc, "tamsin").conditions = [
        Condition("daze", 1, "lurker", Duration(TURN_START, "lurker")),
        Condition("boon-a", 2, "some-card", Duration(EFFECT, "lurker", note="#3")),
    ]
    rounds(enc).laid = [Laid(5, ".", "lurker", "#1")]
    rounds(enc).underway = [
        Underway("widow", "lull", ["lurker", "perrin"], [], "", "before", ["lurker"], [], [], [], True, False, [])
    ]
    view = known(RULESET, enc, "player1")
    assert "lurker" not in canon(view.to_json())
    assert "lurker" not in canon(view_json(RULESET, enc, "player1"))
    # Judged on what the seat knows: one target less, and nothing breaks.
    assert RULESET.reasons(view, Command("tamsin", "trigger", (), "wrong-throat")) != []
    rounds(enc).underway = [Underway("lurker", "lull", ["perrin"], [], "", "before", [], [], [], [], True, False, [])]
    reasons = RULESET.reasons(known(RULESET, enc, "player1"), Command("tamsin", "trigger", (), "wrong-throat"))
    assert reasons[0].paragraph == "9.13"
    assert "lurker" in canon(known(RULESET, enc, GM).to_json())


def test_a_trigger_set_off_by_a_foes_card_comes_with_its_odds() -> None:
    game = at_a_trigger({})
    decision = game.waiting[0]
    seat = game.state.seat_of(decision.who)
    for who in (seat, GM):
        found = foresee_answer(game, decision, decision.default, who).odds
        assert found is not None and found.results and not found.sampled
        assert {word: share.whole for word, share in found.results.items()} != {}


def test_no_odds_where_the_one_in_turn_is_not_known() -> None:
    game = at_a_trigger({})
    decision = game.waiting[0]
    seat = game.state.seat_of(decision.who)
    fighter(game.checkpoint, "widow").hidden = True
    assert foresee_answer(game, decision, decision.default, seat).odds is None


def test_the_state_before_a_step_that_asks_is_the_fold_of_all_before_it() -> None:
    game = at_a_trigger({})
    lines = game.log.in_force()
    last = max(line.n for line in lines if line.kind == COMMAND)
    enc = game.start.copy()
    for line in lines:
        if line.kind == EVENT and line.n < last:
            enc.happen(event_from_json(RULESET.kinds, line.data))
    assert game.checkpoint.to_json() == enc.to_json() != game.state.to_json()


def test_a_large_foe_comes_near_a_quarry_it_cannot_get_at() -> None:
    """Two squares wide it could not stand where the quarry does, so no way leads there; near is near all the same."""
    enc = stage("cast novice at c4 side heroes", "cast slab at b2 side foes")
    enc.board, _ = read_map(
        [
            "##########",
            "#........#",
            "#......###",
            "#.......##",
            "#......###",
            "##########",
        ]
    )
    slab, novice = fighter(enc, "slab"), fighter(enc, "novice")
    novice.pos, slab.pos = enc.board.parse("h4"), enc.board.parse("b2")
    assert slab.size == 2 and slab.pos not in enc.board.walks(novice.pos, 2, set())
    path = path_towards(enc, slab, novice, slab.cards()[0], 3)
    assert enc.board.name(path[-1])[0] == "e"
