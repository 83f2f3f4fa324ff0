from __future__ import annotations

import pytest
from rich.text import Text
from tests.duel import Fighter, arena

from fracas.cli.screen import Screen, decimal, percent
from fracas.cli.screen_events import Sentence, gone_on, lines_of, narrate
from fracas.cli.screen_map import Map, tokens_of
from fracas.cli.screen_offers import brief_reasons, extent
from fracas.cli.screen_rail import pips, rail_lines, track
from fracas.engine.board.maps import read_map
from fracas.engine.card import Rail, Row
from fracas.engine.command import Command
from fracas.engine.errors import Invalid
from fracas.engine.event import Event
from fracas.engine.offer import Offer, Pick
from fracas.engine.reason import Reason
from fracas.engine.registry import load_ruleset
from fracas.engine.views import known
from fracas.session.rail import rail_for
from fracas.session.stream import Entry


@pytest.mark.parametrize(
    ("ppm", "said"),
    [(0, "0%"), (1, "under 1%"), (9_999, "under 1%"), (10_000, "1%"), (545_000, "55%"), (999_999, "over 99%"),
     (1_000_000, "100%")],
)  # fmt: skip
def test_a_chance_is_never_rounded_to_certainty(ppm: int, said: str) -> None:
    assert percent(ppm) == said


@pytest.mark.parametrize(("part", "whole", "said"), [(7, 2, "3.5"), (-1, 3, "-0.3"), (-1, 100, "0.0"), (2, 3, "0.7")])
def test_means_have_one_decimal(part: int, whole: int, said: str) -> None:
    assert decimal(part, whole) == said


def test_spent_points_are_crossed_and_many_become_a_number() -> None:
    assert pips(2, 3, fancy=False) == "**x"
    assert pips(5, 3, fancy=False) == "*****"
    assert pips(20, 30, fancy=False) == "20/30"
    assert pips(0, 0, fancy=False) == ""


def test_a_track_is_empty_only_at_nothing() -> None:
    assert track(1, 100, fancy=False) == "#---------"
    assert track(0, 100, fancy=False) == "----------"
    assert track(-3, 10, fancy=False) == "----------"
    assert track(10, 10, fancy=False) == "##########"


def test_tokens_tell_sides_apart_by_case_and_never_clash() -> None:
    enc = arena(["1", "2"], {})
    for id in ("goblin", "goblet", "gob11", "x", "9"):
        enc.combatants[id] = Fighter(id, "goblin", "foes", "gm", 0)
    tokens = tokens_of(enc)
    assert tokens["kara"] == "KA"
    assert tokens["gob1"] == "1g"
    assert all([token == token.lower() for who, token in tokens.items() if who != "kara"])
    assert len({token.lower() for token in tokens.values()}) == len(tokens)


def test_a_line_of_the_story_is_printed_once_with_its_dice_below() -> None:
    def entry(n: int, tale: int, text: str, story: str) -> Sentence:
        made = Entry(n, 1, n, "x", text, {})
        made.tale, made.story = tale, story
        return Sentence(Event(), text, Text(text), made)

    said = [
        entry(1, 1, "Wen steps to c5", "Wen steps to c5"),
        entry(2, 1, "Wen steps to c6", "Wen steps to c6"),
        entry(3, 3, "Ari spends 1 AP", ""),
        entry(4, 3, "Ari on Wen: hit", "Ari attacks Wen: hit"),
    ]
    assert [[item.sentence for item in line] for line in lines_of(said)] == [
        ["Wen steps to c5", "Wen steps to c6"],
        ["Ari spends 1 AP", "Ari on Wen: hit"],
    ]
    screen = Screen(True, 80)
    printed: list[str] = []
    screen.say = lambda text, *rest, **more: printed.append(str(text))  # type: ignore[method-assign]
    narrate(screen, said)
    assert printed == ["Wen steps to c6.", "Ari attacks Wen: hit."]


def test_many_reasons_of_one_rule_are_told_once_with_their_number() -> None:
    reasons = [Reason("2.2", "A is far", "go"), Reason("2.2", "B is far", "go"), Reason("1.1", "not your turn")]
    assert brief_reasons(reasons) == "A is far (2.2): go, and 1 more alike; not your turn (1.1)"


def test_without_a_map_one_goes_to_places() -> None:
    offer = Offer("kara", "walk", "Walk", "1.1", "", "path")
    offer.picks = [Pick(Command("kara", "walk", squares=(pos,)), str(pos), "", []) for pos in (1, 2)]
    assert extent(offer) == "2 squares"
    assert extent(offer, "place") == "2 places"


def test_only_the_row_in_turn_is_bold() -> None:
    """A style at the beginning of a line is not passed on to the rest of it."""
    rows = [Row("kara", "Kara", "heroes", "4 AP"), Row("gob1", "Goblin", "foes", "3 AP")]
    rows[0].active = True
    lines = [line for line, _ in rail_lines(Screen(), arena(["1", "2"], {}), Rail("Round 1", rows))]
    assert [line.style for line in lines] == ["", ""]
    values = [[str(span.style) for span in line.spans if "AP" in line.plain[span.start : span.end]] for line in lines]
    assert values == [["bold"], []]


def test_wrapped_lines_hang_under_their_column_while_there_is_room(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(width=80).say("name" + " " * 46 + "healthy, surprised, restrained and bleeding", 1, 50)
    assert capsys.readouterr().out.splitlines()[1].startswith(" " * 51 + "restrained")


# ------------------------------------------------------------------ the map


def shared() -> tuple[list[str], dict[str, str]]:
    enc = arena(["...", "1.2"], {})
    enc.combatants["gob2"] = Fighter("gob2", "goblin", "foes", "gm", 4)
    enc.combatants["kite"] = Fighter("kite", "goblin", "foes", "gm", 4)
    enc.combatants["kite"].altitude = 3
    enc.combatants["gob3"] = Fighter("gob3", "goblin", "foes", "gm", 0)
    enc.combatants["gob3"].down = True
    drawing = Map(Screen(), enc, [])
    drawing.add_tokens()
    return [line.plain for line in drawing.lines()], tokens_of(enc)


def test_everybody_in_a_square_is_drawn_and_how_high_they_are() -> None:
    lines, tokens = shared()
    assert lines[0].index("f") - lines[0].index("e") == len("ki+3/2g ")
    assert f"{tokens['kite']}+3/{tokens['gob2']}" in lines[1]
    assert lines[1].startswith("1 3_ ")


def test_a_mark_is_never_the_name_of_a_square() -> None:
    enc = arena(["1", "2"], {})
    board, _ = read_map(["." * 60] * 30)
    for id in ("bouncer-1", "b2", "drunk-12", "a", "x9", "zz"):
        enc.combatants[id] = Fighter(id, "goblin", "foes", "gm", 0)
    for token in tokens_of(enc).values():
        with pytest.raises(Invalid):
            board.parse(token)


def test_everybody_in_a_place_is_listed() -> None:
    rules = load_ruleset("phases_of_play")
    enc = rules.start("weir-parley-told", {}, ["a", "b"])
    drawing = Map(Screen(), enc, [])
    drawing.add_tokens()
    near = next(line.plain for line in drawing.lines() if line.plain.startswith("near bank"))
    assert near.startswith("near bank [QU BR TA SA la 1l]")


def test_the_order_shows_the_health_of_allies_alone() -> None:
    rules = load_ruleset("crisis_mode")
    enc = rules.start("first-duel", {}, ["a", "b"])
    figures = {row.who: row.figures for row in rail_for(rules, known(rules, enc, "player1"), "player1").rows}
    assert figures["haldis"] == "12/12"
    assert figures["brute"] == ""


def test_a_line_that_goes_on_says_only_what_is_new() -> None:
    """New sentences, and how one that was begun ends: nothing is said twice."""
    screen = Screen(plain=True)
    grown = [
        "A hits B",
        "A hits B. B strikes back",
        "A hits B. B strikes back: 1 lost",
        "A hits B. B strikes back: 1 lost",
    ]
    assert [gone_on(screen, 7, story) for story in grown] == [
        "A hits B",
        "B strikes back",
        "\N{HORIZONTAL ELLIPSIS} 1 lost",
        "",
    ]
    assert gone_on(screen, 8, "A hits B") == "A hits B"
