"""0.11 and 0.12: what is covered is unknown to players, whatever the ruleset; played with the toy."""

from __future__ import annotations

import pytest
from tests.duel import RULESET, arena

from fracas.engine.board import CLEAR, UNSEEN, Grid, Terrain, board_from_json, read_map, runs_of, shroud_of, squares_in
from fracas.engine.board.covered import UNKNOWN_GROUND, with_shroud
from fracas.engine.board.places import Places
from fracas.engine.board.rooms import read_areas, room_around, say_areas
from fracas.engine.board.shroud import Shroud
from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.covering import cover_start
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.events import EdgeChanged, Moved, Revealed, Uncovered
from fracas.engine.game import Game, Outcome
from fracas.engine.reason import paragraphs
from fracas.engine.saved import load_game
from fracas.engine.teller import tell_all
from fracas.engine.text import parse_command, parse_ruling
from fracas.engine.unknown_ground import bars_ground
from fracas.engine.views import known, view_json
from fracas.lab.faces import ScriptedThrower

PLAYER = "player1"
ROWS = ["......", "..##..", "......", "......"]


class Cellar:
    """Kara at b2, two goblins beyond covered ground, as people at the table play it."""

    def __init__(self, covered: str = "d1-f4", *faces: int) -> None:
        enc = arena()
        cover_start(enc, read_areas(enc.board, covered.split()))
        self.game = Game(RULESET, enc, ScriptedThrower([6, 1, 2, *faces]))
        self.game.begin()

    def say(self, text: str, seat: str = PLAYER) -> Outcome:
        return self.game.command(parse_command(RULESET, self.game.known(seat), text), seat)

    def rule(self, text: str) -> Outcome:
        return self.game.rule(parse_ruling(RULESET, self.game.state, text), "because", GM)

    def at(self, name: str) -> int:
        return self.game.state.board.parse(name)

    @property
    def view(self) -> Encounter:
        return known(RULESET, self.game.state, PLAYER)

    def told(self, outcome: Outcome, before: Encounter) -> list[str]:
        return [told.text for told in tell_all(RULESET, before, outcome.events, PLAYER) if told.text]


def grid(rows: list[str], covered: str = "") -> Grid:
    board = with_shroud(read_map(rows)[0], Shroud(0, []))
    if covered:
        board = with_shroud(board, Shroud(board.size, read_areas(board, covered.split())))
    assert isinstance(board, Grid)
    return board


# -------------------------------------------------------------------- the board


def test_runs_are_as_short_as_can_be() -> None:
    assert runs_of([5, 3, 4, 9, 3]) == [3, 3, 9, 1]
    assert squares_in([3, 3, 9, 1]) == [3, 4, 5, 9]
    assert runs_of(range(40000)) == [0, 40000]


def test_a_covered_square_is_unknown_ground_to_players() -> None:
    board = grid(["..w.", ".^#."], "c1-c2")
    seen = board.as_known()
    assert isinstance(seen, Grid) and seen.veiled and not board.veiled
    assert [seen.terrain_at(pos).name for pos in (2, 6)] == [UNKNOWN_GROUND] * 2
    assert seen.rows() == ["..?.", ".^?."]
    assert board.rows() == ["..w.", ".^#."]
    assert canon(grid(["..#.", ".^^."], "c1-c2").as_known().to_json()) == canon(seen.to_json())
    assert [terrain.key for terrain in seen.legend()] == ["floor", "rise", "unknown"]


def test_covered_boards_are_saved_and_read_back() -> None:
    board = grid(ROWS, "a1-c2 f4")
    again = board_from_json(board.to_json())
    assert again.to_json() == board.to_json() and again.dark
    assert shroud_of(again).squares == shroud_of(board).squares
    assert "covered" not in grid(ROWS).to_json()


@pytest.mark.parametrize("runs", [[0], [0, 0], [3, 2, 4, 1], [0, 25], [-1, 2], "all", [0, "1"], [True, 1]])
def test_runs_that_make_no_sense_are_refused(runs: object) -> None:
    with pytest.raises(Invalid):
        board_from_json({**grid(ROWS).to_json(), "covered": runs})


def test_nobody_in_sight_sees_past_covered_ground() -> None:
    board = grid(["....."], "c1")
    assert board.sight(0, 1, 4, 1) == UNSEEN and not board.is_clear(0, 4)
    assert board.as_known().sight(0, 1, 4, 1) == UNSEEN
    assert grid(["....."]).sight(0, 1, 4, 1) == CLEAR


def test_whoever_is_under_cover_sees_the_ground_as_it_is() -> None:
    board = grid(["....."], "c1-e1")
    assert board.sight(0, 1, 4, 1) == CLEAR and board.gap(0, 1, 4, 1) == 4


def test_0_11_an_area_on_known_ground_ends_where_the_covered_begins() -> None:
    board = grid(["....."], "c1-e1")
    for one in (board, board.as_known()):
        assert one.in_sight(1, one.burst(1, 3)) == one.lit(1, one.burst(1, 3)) == [0, 1]
    assert board.lit(4, board.burst(4, 3)) == [1, 2, 3, 4], "but out of the dark it goes on"


def test_between_two_in_sight_nothing_hangs_on_what_is_covered() -> None:
    worlds = [grid(rows, "c1-c3") for rows in (["....."] * 3, ["..#.."] * 3, ["..^.."] * 3, ["..o.."] * 3)]
    seen = [pos for pos in range(15) if pos % 5 != 2]
    for a in seen:
        for b in seen:
            asked = [(w.sight(a, 1, b, 1), w.cover(a, 1, b, 1), w.gap(a, 1, b, 1), w.distance(a, b)) for w in worlds]
            assert len(set(asked)) == 1
    large = [(w.sight(1, 2, 13, 1), w.gap(1, 2, 13, 1), w.cover(1, 2, 13, 1)) for w in worlds]
    assert len(set(large)) == 1


def test_laying_ground_keeps_the_cover() -> None:
    board = grid(ROWS, "d1-f4")
    changed = board.with_terrain({0: "water", 4: "water"})
    assert shroud_of(changed).squares == shroud_of(board).squares
    assert changed.as_known().tags_at(0) == ["water"] and changed.as_known().tags_at(4) == ["unknown"]
    tried = board.as_known().with_terrain({4: "floor"})
    assert tried.veiled and tried.blocked(4)


def test_the_glyph_of_unknown_ground_is_the_maps_own_to_avoid() -> None:
    board, _ = read_map([".?"], {".": Terrain("floor", "."), "?": Terrain("unknown", "?")})
    seen = with_shroud(board, Shroud(2, [0])).as_known()
    assert isinstance(seen, Grid) and seen.rows() == ["%?"]


def test_a_room_ends_at_its_walls_and_takes_them_along() -> None:
    board = grid(["...#..", "...#..", "####..", "......"])
    assert say_areas(board, room_around(board, 0)) == ["a1-d3"]
    assert len(room_around(board, 5)) == 24 - 6


def test_areas_are_read_as_they_are_said() -> None:
    board = grid(ROWS)
    assert say_areas(board, read_areas(board, ["b2-d3", "f4"])) == ["b2-d3", "f4"]
    assert say_areas(board, read_areas(board, ["all"])) == ["all"]
    assert read_areas(board, ["d3-b2"]) == read_areas(board, ["b2-d3"])
    with pytest.raises(Invalid):
        read_areas(board, ["z9"])


def test_covered_places_have_no_name_and_no_way_to_them() -> None:
    data: dict[str, object] = {
        "kind": "places",
        "places": ["hall", "crypt"],
        "bands": [{"word": "near", "units": 1}],
        "links": [{"a": "hall", "b": "crypt", "band": "near"}],
        "covered": [1, 1],
    }
    board = board_from_json(data)
    seen = board.as_known()
    assert isinstance(seen, Places) and "crypt" not in canon(seen.to_json())
    assert seen.sight(0, 1, 1, 1) == UNSEEN and board.sight(0, 1, 1, 1) == CLEAR
    assert board_from_json(board.to_json()).dark


# -------------------------------------------------------------------- what players know


def test_0_11_who_and_what_is_covered_stays_out_of_a_players_view() -> None:
    cellar = Cellar("c1-f4")
    view = view_json(RULESET, cellar.game.state, PLAYER)
    assert list(cellar.view.combatants) == ["kara"]
    assert "gob" not in canon(view).lower()
    assert list(known(RULESET, cellar.game.state, GM).combatants) == ["kara", "gob1", "gob2"]


def test_0_11_entering_is_refused_for_no_reason_but_that_nobody_knows() -> None:
    told: list[str] = []
    for row in ("....", "...#", "...w"):
        enc = arena()
        enc.board = read_map([row, row, row, row])[0]
        for index, who in enumerate(("kara", "gob1", "gob2")):
            enc.combatants[who].pos = index * 4
        cover_start(enc, [1, 5, 9, 3, 7, 11, 15])
        game = Game(RULESET, enc, ScriptedThrower([6, 1, 2]))
        game.begin()
        with pytest.raises(Refused) as refusal:
            game.command(Command("kara", "move", squares=(1,)), PLAYER)
        assert paragraphs(refusal.value.reasons)[0] == "0.11"
        told.append(str(refusal.value))
        game.command(Command("kara", "move", squares=(1,)), GM)
    assert told[0] == told[1] == told[2] and "nobody knows what is at b1" in told[0]


def test_0_11_offers_and_menus_leave_unknown_ground_out() -> None:
    cellar = Cellar("c1-f4")
    view = cellar.view
    (choice,) = [choice for choice in RULESET.menu(view, "kara") if choice.verb == "move"]
    goals = [command.squares[-1] for command in choice.commands]
    assert goals and not [square for square in goals if view.board.covers(square)]
    (offer,) = [offer for offer in cellar.game.offers("kara", PLAYER) if offer.verb == "move"]
    for pick in offer.picks:
        assert bool(pick.blocked) == bool(RULESET.reasons(view, pick.command))


def test_0_11_a_ruleset_that_asks_no_ground_is_held_to_it_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    move = RULESET.actions["move"]
    monkeypatch.setattr(type(move), "bars_pick", lambda self, enc, command: [])
    monkeypatch.setattr(
        type(move),
        "candidates",
        lambda self, enc, who: [Command(who, "move", squares=(to,)) for to in range(enc.board.size)],
    )
    cellar = Cellar("c1-f4")
    view, dark = cellar.view, cellar.at("d3")
    assert [reason.paragraph for reason in RULESET.reasons(view, Command("kara", "move", squares=(dark,)))] == ["0.11"]
    menu = [command for choice in RULESET.menu(view, "kara") for command in choice.commands if command.verb == "move"]
    assert menu and not [command for command in menu if view.board.covers(command.squares[-1])]
    (offer,) = [offer for offer in cellar.game.offers("kara", PLAYER) if offer.verb == "move"]
    assert [bool(pick.blocked) for pick in offer.picks] == [
        view.board.covers(pick.command.squares[-1]) for pick in offer.picks
    ]


def test_0_12_whoever_comes_out_is_met_and_whoever_goes_back_is_out_of_sight() -> None:
    cellar = Cellar("c1-f4")
    before = cellar.game.state.copy()
    outcome = cellar.rule("move gob2 a4")
    assert cellar.told(outcome, before) == ["Gob1 is put on a4 (ruling)"]
    assert list(cellar.view.combatants) == ["kara", "gob1"]
    assert cellar.game.state.combatants["gob2"].alias == "gob1"
    before = cellar.game.state.copy()
    outcome = cellar.rule("move gob2 e4")
    assert cellar.told(outcome, before) == ["Gob1 is out of sight"]
    assert list(cellar.view.combatants) == ["kara"]


def test_0_12_one_in_hiding_stays_hidden_when_its_ground_is_shown() -> None:
    cellar = Cellar("c1-f4")
    cellar.rule("hide gob1")
    cellar.rule("uncover all")
    assert len(cellar.view.combatants) == 2
    assert cellar.game.state.combatants["gob1"].hidden and not cellar.game.state.combatants["gob2"].hidden
    with pytest.raises(Invalid):
        Cellar("c1-f4").rule("reveal gob1")


def test_0_12_a_rule_that_reveals_somebody_does_not_show_them_under_cover() -> None:
    cellar = Cellar("c1-f4")
    enc = cellar.game.state.copy()
    enc.happen(Revealed("gob1", "attacks"))
    assert enc.combatants["gob1"].hidden and not enc.sees(PLAYER, "gob1")


def test_0_12_a_players_own_always_stand_on_known_ground() -> None:
    cellar = Cellar("all")
    assert not cellar.game.state.board.covers(cellar.game.state.combatants["kara"].pos)
    outcome = cellar.rule("move kara a4")
    assert [type(event) for event in outcome.events] == [Moved, Uncovered]
    assert not cellar.game.state.board.covers(cellar.at("a4"))
    cellar.rule("uncover all")
    cellar.rule("cover all")
    assert [s for s in range(cellar.game.state.board.size) if not cellar.game.state.board.covers(s)] == [
        cellar.at("a4")
    ]
    assert "kara" in cellar.view.combatants


def test_0_12_a_large_one_is_seen_by_any_part_of_it() -> None:
    cellar = Cellar("c1-f4")
    enc = cellar.game.state.copy()
    enc.combatants["gob1"].size, enc.combatants["gob1"].pos = 2, enc.board.parse("c3")
    enc.dim()
    assert enc.combatants["gob1"].hidden
    enc.happen(Moved("gob1", enc.board.parse("b3"), "walks"))
    assert not enc.combatants["gob1"].hidden


# -------------------------------------------------------------------- rulings


@pytest.mark.parametrize(
    ("text", "count"),
    [("uncover d1", 1), ("uncover d1-e2", 4), ("uncover d1 f4", 2), ("uncover all", 12), ("uncover room e1", 12)],
)
def test_0_11_the_gm_uncovers_by_square_room_or_all(text: str, count: int) -> None:
    cellar = Cellar("d1-f4")
    before = len(shroud_of(cellar.game.state.board).squares)
    cellar.rule(text)
    assert before - len(shroud_of(cellar.game.state.board).squares) == count


def test_0_11_rooms_of_the_scenario_go_by_name() -> None:
    cellar = Cellar("d1-f4")
    cellar.game.state.rooms["Wine cellar"] = runs_of(read_areas(cellar.game.state.board, ["e1-f4"]))
    cellar.game.checkpoint.rooms = cellar.game.state.rooms
    cellar.rule("uncover room wine cellar")
    assert say_areas(cellar.game.state.board, shroud_of(cellar.game.state.board).squares) == ["d1-d4"]
    with pytest.raises(Invalid, match="Wine cellar"):
        cellar.rule("cover room attic")


@pytest.mark.parametrize("text", ["uncover a1", "cover d1-f4", "cover z99", "uncover attic", "cover b2"])
def test_0_11_a_ruling_that_changes_nothing_or_names_nothing_is_refused(text: str) -> None:
    cellar = Cellar("d1-f4")
    if text == "cover b2":
        assert cellar.game.state.combatants["kara"].pos == cellar.at("b2")
    with pytest.raises(Invalid):
        cellar.rule(text)


def test_0_11_json_commands_name_squares_by_number() -> None:
    cellar = Cellar("d1-f4")
    cellar.game.rule(Command(GM, "uncover", thing="squares", squares=(cellar.at("d1"), cellar.at("e1"))), "", GM)
    cellar.game.rule(Command(GM, "uncover", thing="room", squares=(cellar.at("e1"),)), "", GM)
    assert not shroud_of(cellar.game.state.board).runs
    with pytest.raises(Invalid):
        cellar.game.rule(Command(GM, "cover", thing="squares", squares=(999,)), "", GM)
    with pytest.raises(Refused):
        cellar.game.rule(Command(GM, "cover", thing="all"), "", PLAYER)


def test_0_11_covering_is_undone_saved_and_folded() -> None:
    cellar = Cellar("d1-f4")
    start = canon(cellar.game.state.to_json())
    cellar.rule("uncover room e1")
    shown = canon(cellar.game.state.to_json())
    cellar.game.undo()
    assert canon(cellar.game.state.to_json()) == start
    cellar.game.redo()
    assert canon(cellar.game.state.to_json()) == shown
    assert canon(load_game(RULESET, cellar.game.save()).state.to_json()) == shown
    fold = cellar.game.start.copy()
    for line in cellar.game.log.in_force(cellar.game.log.tip):
        if line.kind == "event":
            fold.happen(line.read_event(RULESET.kinds))
    assert canon(fold.to_json()) == shown


def test_0_11_the_log_tells_players_where_and_who() -> None:
    cellar = Cellar("c1-f4")
    before = cellar.game.state.copy()
    outcome = cellar.rule("uncover all")
    (text,) = cellar.told(outcome, before)
    assert text.startswith("The GM uncovers c1-f4: ") and "Gob1 at" in text
    before = cellar.game.state.copy()
    assert cellar.told(cellar.rule("cover e1-f2"), before) == ["The GM covers e1-f2"]


# -------------------------------------------------------------------- walls and doors on edges


def test_a_room_ends_at_doors_open_or_shut() -> None:
    for door in ("door", "open-door", "locked-door", "wall"):
        board, _ = read_map(["....", "b1|c1 " + door])
        assert say_areas(board, room_around(board, 0)) == ["a1-b1"]


def test_edges_are_known_from_either_side_and_not_from_none() -> None:
    board, _ = read_map(["....", "a1|b1 wall", "b1|c1 door", "c1|d1 wall"])
    seen = with_shroud(board, Shroud(4, [2, 3])).as_known()
    assert isinstance(seen, Grid) and list(seen.edge_words()) == ["a1|b1", "b1|c1"]


def test_0_11_a_door_into_the_unknown_can_be_opened_and_is_heard_of_if_one_side_is_known() -> None:
    board, _ = read_map(["......", "......", "......", "......", "b2|c2 door", "d2|e2 door"])
    enc = arena()
    enc.board = board
    cover_start(enc, read_areas(board, ["c1-f4"]))
    view = known(RULESET, enc, PLAYER)
    beyond = board.parse("c2")
    action = RULESET.actions["strike"]
    assert bars_ground(view, action, Command("kara", "door", thing="open", squares=(beyond,))) == []
    assert bars_ground(view, action, Command("kara", "door", thing="open", squares=(beyond + 1,)))
    near = EdgeChanged("kara", [beyond - 1, beyond], "open-door", "open")
    far = EdgeChanged("gob1", [beyond + 1, beyond + 2], "open-door", "open")
    assert [told.text for told in tell_all(RULESET, enc, [near, far], PLAYER)] == ["Kara opens the door b2|c2"]
