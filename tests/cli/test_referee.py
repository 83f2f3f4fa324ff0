"""The referee answers every request for the seat that made it, whole or not at all."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.referee_table import RefereeTable, by_hand
from tests.duel import Duel, arena
from tests.forks import fracas

from fracas.cli.referee import read_faces, serve
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.preview import preview
from fracas.engine.reason import Reason
from fracas.engine.registry import load_ruleset
from fracas.lab.faces import ScriptedThrower
from fracas.protocol.messages import BY_TYPE
from fracas.protocol.replies import Error, HelloReply


def test_every_request_type_is_answered() -> None:
    table = RefereeTable()
    assert {*table.referee._changes, *table.referee._looks} == set(BY_TYPE.values())
    assert table.ask("hello")["requests"] == list(BY_TYPE)


def test_id_comes_back_even_from_a_wrong_line() -> None:
    table = RefereeTable()
    assert table.ask("hello", id="a7")["id"] == "a7"
    assert table.ask("nonsense", id=7)["id"] == 7
    assert table.ask("hello", id=[1])["id"] is None
    assert table.ask("hello", id=True)["id"] is None


def test_state_shows_own_numbers_and_hides_those_of_foes() -> None:
    state = RefereeTable().ask("state", "player1")["state"]
    people = {one["id"]: one for one in state["combatants"]}
    assert people["kara"]["hp"] == 20 and people["kara"]["at"] == "b2"
    assert "hp" not in people["gob1"]
    assert "seeds" not in state and "notes" not in state


def test_commands_as_text_as_object_by_name_and_by_number() -> None:
    logs = []
    for move in (
        "kara move a1",
        {"who": "kara", "verb": "move", "squares": ["a1"]},
        {"who": "kara", "verb": "move", "squares": [0]},
    ):
        table = RefereeTable()
        table.pass_until("kara")
        events = table.act(move, "player1")["events"]
        assert [e["data"]["to"] for e in events if e["kind"] == "moved"] == ["a1"]
        logs.append(table.session.game.save())
    assert logs[0] == logs[1] == logs[2]


def test_offers_give_reasons_and_only_to_those_who_speak_for_a_combatant() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    offers = {one["verb"]: one for one in table.ask("offers", "player1", who="kara")["offers"]}
    barred = [pick for pick in offers["strike"]["picks"] if pick["command"]["targets"] == ["gob2"]]
    assert [why["paragraph"] for why in barred[0]["blocked"]] == ["2.2"]
    assert barred[0]["blocked"][0]["remedy"] == "move closer"
    refused = table.ask("offers", "player1", who="gob1")
    assert refused["kind"] == "refused" and refused["reasons"][0]["paragraph"] == "0.1"


def test_preview_judges_and_performs_nothing() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    before = table.mark()
    good = table.ask("preview", "player1", command="kara strike gob1")
    assert good["legal"] and good["cost"] == "1 AP" and good["odds"]["results"]["hit"]["exact"] == "11/20"
    assert [one["who"] for one in good["invited"]] == ["gob1"]
    bad = table.ask("preview", "player1", command="kara strike gob2")
    assert not bad["legal"] and bad["odds"] is None and [why["paragraph"] for why in bad["reasons"]] == ["2.2"]
    assert table.mark() == before


@pytest.mark.pure
def test_preview_of_half_a_command_that_is_refused_shows_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused before it is looked at, as while somebody is asked, may lack everything."""
    rules = load_ruleset("cap_check")
    table = RefereeTable(rules.start("reed-landing", {}, ["1", "1 gm"]), ruleset=rules)

    def refuse(self: Game, command: Command, seat: str) -> None:
        raise Refused([Reason("0.1", "somebody is asked")])

    monkeypatch.setattr(Game, "judge", refuse)
    found = table.ask("preview", "gm", command={"who": table.actor, "verb": "use"})
    assert [why["text"] for why in found["reasons"]] == ["somebody is asked"], found


def test_preview_shows_what_a_softened_rule_would_have_said() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    table.ask("ruling", ruling="mode 2.2 warn")
    found = table.ask("preview", "player1", command="kara strike gob2")
    assert found["legal"] and [why["paragraph"] for why in found["warnings"]] == ["2.2"]


def test_a_paragraph_there_is_not_cannot_be_softened() -> None:
    table = RefereeTable()
    before = table.mark()
    reply = table.ask("ruling", ruling="mode 99.9 warn")
    assert (reply["type"], reply["kind"]) == ("error", "invalid")
    assert "a paragraph of the rules of Duel" in reply["message"]
    assert table.mark() == before


def test_odds_take_assumed_answers() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    plain = table.ask("odds", "player1", command="kara strike gob1")["odds"]
    guarded = table.ask("odds", "player1", command="kara strike gob1", answers=[{"who": "gob1", "verb": "guard"}])[
        "odds"
    ]
    assert plain["results"]["hit"]["exact"] == "11/20" and guarded["results"]["hit"]["exact"] == "7/20"


def test_a_question_holds_up_the_table_until_it_is_answered() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    told = table.act("kara strike gob1", "player1")
    assert told["decisions"] == [] and told["waiting_for"] == ["the GM"]
    refused = table.ask("command", "player1", command="kara pass")
    assert [why["paragraph"] for why in refused["reasons"]] == ["0.2"]
    question = table.ask("state")["decisions"][0]
    before = table.mark()
    looked = table.ask("preview", to=question["id"], command="guard")
    assert looked["legal"] and looked["odds"]["results"]["hit"]["exact"] == "7/20"
    assert table.mark() == before
    assert table.ask("answer", to=question["id"], answer="guard")["type"] == "ok"
    assert table.ask("state")["waiting_for"] == []


def test_players_questions_are_numbered_from_their_own_side() -> None:
    table = RefereeTable()
    table.pass_until("gob1")
    table.act("gob1 strike kara")
    mine = table.ask("state", "player1")["decisions"]
    assert [one["id"] for one in mine] == ["q1"]
    engines = table.ask("state")["decisions"][0]["id"]
    assert table.ask("answer", "player1", to=engines, answer="pass")["kind"] == "invalid"
    assert table.ask("answer", "player1", to="q1", answer="pass")["type"] == "ok"


def test_sealed_answers_are_taken_back_by_their_own_seat_alone() -> None:
    table = RefereeTable(by_hand())
    assert table.ask("state", "player1")["waiting_for"] == ["Kara", "the GM"]
    told = table.ask("answer", "player1", to="q1", answer="faces 6")
    assert told["events"] == [] and told["decisions"] == []
    assert table.ask("take_back", "", to="q1")["kind"] == "invalid"
    again = table.ask("take_back", "player1", to="q1")
    assert [one["id"] for one in again["decisions"]] == ["q2"]
    assert table.ask("answer", "player1", to="q1", answer="faces 5")["kind"] == "invalid"
    assert table.ask("answer", "player1", to="q2", answer="faces 7")["kind"] == "invalid"
    assert table.ask("answer", "player1", to="q2", answer="faces 5")["type"] == "ok"


def test_withdraw_is_for_ones_own_open_command() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    before = table.ask("state", "player1")["state"]
    table.act("kara strike gob1", "player1")
    assert table.ask("withdraw", "")["reasons"][0]["paragraph"] == "0.8"
    assert table.ask("withdraw", "player1")["type"] == "ok"
    assert table.ask("state", "player1")["state"] == before


def test_players_take_back_their_own_step_unless_dice_were_seen() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    assert table.ask("undo", "player1")["reasons"][0]["paragraph"] == "0.7"
    table.act("kara move a1", "player1")
    last = table.ask("hello", "player1")["last"]
    undone = table.ask("undo", "player1")
    assert [e["kind"] for e in undone["events"]] == ["went-back"] and undone["events"][0]["data"]["to"] < last
    assert table.ask("redo", "")["kind"] == "refused"
    redone = table.ask("redo", "player1")
    assert "moved" in [e["kind"] for e in redone["events"]]
    table.act("kara move b2", "player1")
    table.act("kara strike gob1", "player1")
    table.ask("answer", to=table.ask("state")["decisions"][0]["id"], answer="pass")
    assert table.ask("undo", "player1")["kind"] == "refused"
    assert table.ask("undo")["type"] == "ok"


def test_what_the_gm_does_in_secret_neither_bars_an_undo_nor_is_lost_by_it() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    before = table.ask("state", "player1")["state"]
    table.act("kara move a1", "player1")
    after = table.ask("state", "player1")["state"]
    table.ask("ruling", ruling="note the wall is hollow")
    assert table.ask("undo", "player1")["type"] == "ok"
    assert table.ask("state", "player1")["state"] == before
    table.ask("ruling", ruling="note and so is the floor")
    assert table.ask("redo", "player1")["type"] == "ok"
    assert table.ask("state", "player1")["state"] == after
    assert table.ask("state")["state"]["notes"][-2:] == ["the wall is hollow", "and so is the floor"]
    assert table.ask("redo", "player1")["reasons"][0]["paragraph"] == "0.7"


def test_streams_are_dense_and_the_same_after_loading(tmp_path: Path) -> None:
    table = RefereeTable()
    table.pass_until("kara")
    table.act("kara move a1", "player1")
    table.ask("undo")
    table.ask("redo")
    table.ask("jump", to=3)
    path = str(tmp_path / "log.jsonl")
    streams = {seat: table.ask("events", seat)["events"] for seat in ("gm", "player1", "")}
    for events in streams.values():
        assert [e["n"] for e in events] == list(range(1, len(events) + 1))
    assert table.ask("save", path=path)["log"] == ""
    assert table.ask("load", path=path)["game"] == "loaded-1"
    assert {seat: table.ask("events", seat)["events"] for seat in ("gm", "player1", "")} == streams


def test_an_undo_of_what_nobody_saw_is_not_told() -> None:
    table = RefereeTable()
    last = table.ask("hello", "player1")["last"]
    table.ask("ruling", ruling="note the wall is hollow")
    table.ask("undo")
    assert table.ask("hello", "player1")["last"] == last


def test_branch_plays_on_and_the_former_game_stays() -> None:
    table = RefereeTable()
    table.pass_until("kara")
    table.act("kara move a1", "player1")
    main = table.ask("state")["state"]
    assert table.ask("branch", at=0)["game"] == "branch-1"
    table.act(f"{table.actor} pass")
    assert table.ask("branch", at=0, name="main")["kind"] == "invalid"
    assert table.ask("switch", to="nowhere")["kind"] == "invalid"
    assert table.ask("switch", to="main")["type"] == "ok"
    assert table.ask("state")["state"] == main


@pytest.mark.parametrize("seat", ["player1", ""])
@pytest.mark.parametrize(
    "request_",
    [("jump", {"to": 0}), ("branch", {"at": 0}), ("switch", {"to": "main"}), ("save", {}), ("load", {"log": "x"})],
)
def test_only_the_gm_reaches_for_the_log(seat: str, request_: tuple[str, dict[str, Any]]) -> None:
    reply = RefereeTable().ask(request_[0], seat, **request_[1])
    assert reply["kind"] == "refused" and reply["reasons"][0]["paragraph"] == "0.7"


def test_saving_never_writes_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("kept")
    assert RefereeTable().ask("save", path=str(path))["kind"] == "invalid"
    assert path.read_text() == "kept"


def test_a_log_that_makes_no_sense_is_invalid_and_changes_nothing() -> None:
    table = RefereeTable()
    text = table.ask("save")["log"]
    before = table.mark()
    for broken in ("", "{}", text.replace("duel", "dual"), text.replace('"seq":0', '"seq":"x"'), "[" * 5000):
        assert table.ask("load", log=broken)["kind"] == "invalid"
    assert table.mark() == before


def test_a_damaged_log_opens_for_reading() -> None:
    table = RefereeTable()
    text = table.ask("save")["log"]
    assert table.ask("load", log=text[:-40])["type"] == "ok"
    assert "good up to line" in table.ask("hello")["read_only"]
    assert table.ask("command", command=f"{table.actor} pass")["kind"] == "invalid"


def test_log_lines_of_a_player_are_those_of_the_own_stream() -> None:
    table = RefereeTable()
    table.ask("ruling", ruling="note a secret word")
    assert "a secret word" in str(table.ask("log")["lines"])
    assert "a secret word" not in str(table.ask("log", "player1")["lines"])


def test_dice_outside_the_rules_leave_no_trace() -> None:
    table = RefereeTable()
    before = table.mark()
    first, second = table.ask("roll", dice="20d6"), table.ask("roll", dice="20d6")
    assert first["faces"] != second["faces"] and first["total"] == sum(first["faces"])
    assert table.mark() == before


@pytest.mark.parametrize(
    "bomb", ["9999999d6", "d6" + "+d6" * 300, "(" * 60 + "d6" + ")" * 60, "0d6", "d0", "1/0", "1.5d6", "d6" * 250]
)
def test_h5_dice_bombs_are_refused(bomb: str) -> None:
    assert RefereeTable().ask("roll", dice=bomb)["kind"] == "invalid"


def test_scripted_faces_that_run_out_change_nothing() -> None:
    table = RefereeTable(thrower=ScriptedThrower([6, 2, 1, 19, 4]))
    assert table.actor == "kara"
    table.act("kara strike gob1", "player1")
    done = table.ask("answer", to=table.ask("state")["decisions"][0]["id"], answer="pass")
    assert [e["data"]["harm"] for e in done["events"] if e["kind"] == "hurt"] == [4]
    before = table.mark()
    out = table.ask("command", "player1", command="kara strike gob1")
    if out["type"] == "ok":
        before = table.mark()
        out = table.ask("answer", to=table.ask("state")["decisions"][0]["id"], answer="pass")
    assert out["kind"] == "invalid" and "script" in out["message"]
    assert table.mark() == before


def test_undo_gives_scripted_faces_back() -> None:
    table = RefereeTable(thrower=ScriptedThrower([6, 2, 1, 3]))
    for _ in range(2):
        table.act("kara strike gob1", "player1")
        told = table.ask("answer", to=table.ask("state")["decisions"][0]["id"], answer="pass")
        assert [e["data"]["thrown"]["faces"] for e in told["events"] if e["kind"] == "rolled"] == [[3]]
        table.ask("undo")
        table.ask("undo")


class Stumbling(Duel):
    """A game whose steps break, once it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = False

    def next_step(self, enc: Encounter) -> Any:
        if self.broken:
            raise EngineFault("secret details")
        return super().next_step(enc)


@pytest.mark.parametrize("seat", ["gm", "player1"])
def test_v6_a_fault_after_the_command_itself_changes_nothing(seat: str) -> None:
    ruleset = Stumbling()
    table = RefereeTable(ruleset=ruleset)
    table.pass_until("kara")
    before = table.mark()
    ruleset.broken = True
    faults = [table.ask("command", seat, command="kara pass"), table.ask("ruling", seat, ruling="dice player1 hand")]
    assert ("secret" in str(faults)) == (seat == "gm")
    faults += [table.ask("jump", to=0), table.ask("branch", at=0)]
    assert {reply["kind"] for reply in faults} == {"fault"}
    ruleset.broken = False
    assert table.mark() == before


def test_lines_in_and_out() -> None:
    hello, leave = b'{"type":"hello","seat":"gm"}', b'{"type":"quit","seat":""}'
    out = io.BytesIO()
    serve(
        RefereeTable().referee,
        io.BytesIO(hello + b"\r\n\n" + b"x" * 200_000 + b"\n" + leave + b"\n" + hello + b"\n"),
        out,
    )
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply["type"] for reply in replies] == ["hello", "error", "error", "bye"]
    assert "65536 bytes" in replies[2]["message"]


def test_a_last_line_without_its_end_is_answered() -> None:
    out = io.BytesIO()
    serve(RefereeTable().referee, io.BytesIO(b'{"type":"hello","seat":"gm"}'), out)
    assert out.getvalue().count(b"\n") == 1


def test_faces_of_the_command_line() -> None:
    assert read_faces("3,5, 1") == [3, 5, 1]
    for wrong in ("0", "x", "-1", "1.5", "99999999"):
        with pytest.raises(Invalid):
            read_faces(wrong)


@pytest.mark.parametrize(
    "words", ["id=table", "id=gm", "id=", "id=has space", "seat=", "side=", "id=kara", "colour=red"]
)
def test_nobody_joins_under_a_name_that_cannot_be_used(words: str) -> None:
    table = RefereeTable()
    before = table.mark()
    assert table.ask("ruling", ruling=f"add goblin a1 {words}")["kind"] == "invalid"
    assert table.mark() == before
    assert table.ask("ruling", ruling="add goblin a1 id=gob-9, seat=player1")["type"] == "ok"


@pytest.mark.parametrize(
    "arguments",
    [("no/such",), ("--dice", "x"), ("--option", "nonsense"), ("--option", "no=such"), ("--load", "/nowhere")],
)
def test_a_command_line_that_makes_no_sense_ends_in_one_line(arguments: tuple[str, ...]) -> None:
    done = fracas("referee", *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("fracas: ") and done.stderr.count("\n") == 1


def test_dice_that_do_not_last_for_the_set_up_are_said_at_once() -> None:
    done = fracas("referee", "--dice", "1")
    assert done.returncode == 2 and "script" in done.stderr and done.stderr.count("\n") == 1


def test_a_saved_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    path, look = str(tmp_path / "log.jsonl"), '{"type":"state","seat":"gm"}\n'
    save = json.dumps({"type": "save", "seat": "gm", "path": path}) + "\n"
    first = fracas("referee", "--seed", "3", typed=save + look).stdout.splitlines()[1]
    second = fracas("referee", "--load", path, typed=look).stdout.splitlines()[0]
    assert first == second


def test_arena_starts_alike() -> None:
    assert RefereeTable(arena()).mark() == RefereeTable(arena()).mark()


def test_without_files_a_path_is_followed_by_nobody(tmp_path: Path) -> None:
    table = RefereeTable()
    table.referee.files = False
    path = tmp_path / "evening.jsonl"
    for request in ({"type": "save", "path": str(path)}, {"type": "load", "path": "pyproject.toml"}):
        reply = table.referee.reply({**request, "seat": "gm"})
        assert isinstance(reply, Error) and reply.kind == "invalid" and "no path" in reply.message
    assert not path.exists()
    assert table.ask("save")["log"]


def test_a_request_as_plain_data_gets_a_reply_whatever_it_holds() -> None:
    referee = RefereeTable().referee
    for data in ({}, {"type": 3}, {"type": "hello", "seat": None}, {"type": "hello", "seat": "nobody", "id": 4}):
        reply = referee.reply(dict(data))
        assert isinstance(reply, Error) and reply.id == data.get("id")
    assert isinstance(referee.reply({"type": "hello", "seat": ""}), HelloReply)


def test_squares_in_what_happened_go_out_by_name() -> None:
    rules = load_ruleset("crisis_mode")
    table = RefereeTable(rules.start("first-duel", {}, ["1", "1 gm"]), ruleset=rules)
    table.pass_until("haldis")
    offers = table.ask("offers", "player1", who="haldis")["offers"]
    step = next(pick["text"] for offer in offers if offer["verb"] == "step" for pick in offer["picks"])
    events = table.act(step, "player1")["events"]
    assert [event["data"]["to"] for event in events if event["kind"] == "paced"] == step.split()[-1].split("-")


def test_what_explains_a_thing_and_tells_no_creature_of_the_book() -> None:
    rules = load_ruleset("crisis_mode")
    table = RefereeTable(rules.start("ambush", {}, ["1", "1 gm"]), ruleset=rules)
    (potion,) = table.ask("what", "player1", name="healing potion")["entries"]
    assert (potion["kind"], potion["paragraph"], potion["text"]) == ("item", "14.1", potion["text"])
    assert "1d6 HP at once." in potion["text"] and potion["facts"] == []
    for name in ("loom spider", "loom-spider", "boss-and-bodyguard", "nonsense"):
        assert table.ask("what", "player1", name=name)["kind"] == "invalid"


def test_what_lies_about_is_part_of_the_state() -> None:
    rules = load_ruleset("crisis_mode")
    table = RefereeTable(rules.start("ambush", {}, ["1", "1 gm"]), ruleset=rules)
    spear = {"at": "h7", "name": "Spear", "zone": False, "stacks": 1, "tone": "", "icon": "stone-spear"}
    assert spear in table.ask("state", "player1")["lying"]


def test_a_gm_who_has_actions_gets_offers_and_nobody_else_gets_them() -> None:
    rules = load_ruleset("phases_of_play")
    table = RefereeTable(rules.start("burning-granary", {}, ["1", "1 gm"]), ruleset=rules)
    assert "encounter" in [offer["verb"] for offer in table.ask("offers", who="gm")["offers"]]
    assert table.ask("offers", "player1", who="gm")["kind"] == "invalid"
    assert RefereeTable().ask("offers", who="gm")["kind"] == "invalid"


def test_preview_tells_range_cover_and_what_counts() -> None:
    ruleset = load_ruleset("crisis_3d6")
    game = Game(ruleset, ruleset.start("shoot-out", {}, ["1", "2"]))
    game.begin()
    shooter = next(one.id for one in game.state.combatants.values() if one.seat == GM)
    mine = next(one for one in game.state.combatants.values() if one.seat != GM)
    command = Command(mine.id, "attack", (shooter,))
    told = [reason.text for reason in preview(game, command, mine.seat).sighted]
    assert "m away" in told[0] and "cover" in told[0] and "range -4, cover -2" in told[1]
    assert "defence -1" in told[1] and "level" not in told[1], "what only the GM may know"
