"""Files of other versions: old ones are checked as they were written, converted in memory and played on; newer ones are
refused untouched."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.duel import Duel
from tests.engine.test_log import asked, played
from typer.testing import CliRunner

from fracas import __version__
from fracas.cli import app
from fracas.engine import performing, versions
from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.log import CONTENT, OTHER_VERSION, UNDO, Log, chain, log_from_text
from fracas.engine.saved import load_game
from fracas.engine.versions import Conversion
from fracas.session.session import Session
from fracas.session.stream import WENT_BACK

Data = dict[str, Any]


def rewritten(text: str, header: Callable[[Data], Data], line: Callable[[str, Data], Data]) -> str:
    """A log as another version would have written it, with a chain of its own."""
    rows = [json.loads(row) for row in text.splitlines()]
    first = header(rows[0]["data"])
    last = chain("", canon(first))
    out = [canon({"type": "header", "data": first, "hash": last})]
    for row in rows[1:]:
        bare = {"n": row["n"], "type": row["type"], "data": line(row["type"], row["data"])}
        last = chain(last, canon(bare))
        out.append(canon({**bare, "hash": last}))
    return "\n".join(out) + "\n"


def renamed(data: Data, old: str, new: str) -> Data:
    """What has the new name already is not in the old shape."""
    assert old in data
    return {new if name == old else name: value for name, value in data.items()}


class Later(Conversion):
    """The state had its title as `name`, and `spent` its number as `points`, before."""

    def header(self, data: Data) -> Data:
        return {**data, "start": renamed(data["start"], "name", "title")}

    def line(self, kind: str, data: Data) -> Data:
        return renamed(data, "points", "count") if data.get("kind") == "spent" else data


def as_before(text: str, **setting: object) -> str:
    """The log in the shape that `Later` leads away from."""
    return rewritten(
        text,
        lambda data: {**data, **setting, "start": renamed(data["start"], "title", "name")},
        lambda kind, data: renamed(data, "count", "points") if data.get("kind") == "spent" else data,
    )


def settled(deeds: int = 25) -> Game:
    game = played(deeds)
    while game.waiting:
        game.answer(game.waiting[0].id, game.waiting[0].default)
    return game


def new_rules() -> Duel:
    rules = Duel()
    rules.version = "2"
    rules.conversions = {"1": Later("2")}
    return rules


def goes_on(rules: Duel, old: str, state: str) -> None:
    """It opens in the state it had, keeps every old byte, and what is new chains on and is read again."""
    game = load_game(rules, old)
    assert not game.read_only and canon(game.state.to_json()) == state
    assert game.save() == old
    game.rule(Command(GM, "set", (next(iter(game.state.combatants)),), "ap", text="2"))
    game.rule(Command(GM, "note", text="Later."))
    text = game.save()
    assert text.startswith(old) and '"points"' in old and '"points"' not in text[len(old) :]
    again = load_game(rules, text)
    assert again.save() == text and canon(again.state.to_json()) == canon(game.state.to_json())
    assert [line.kind for line in game.log.lines].count(CONTENT) == 1
    branch = load_game(rules, again.branch(len(again.log.lines)).save())
    assert canon(branch.state.to_json()) == canon(game.state.to_json()), "a copy is not converted twice"


def test_a_ruleset_reads_what_its_earlier_version_wrote() -> None:
    game = settled()
    goes_on(new_rules(), as_before(game.save()), canon(game.state.to_json()))


@pytest.mark.pure
def test_an_earlier_format_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    game = settled()
    old = as_before(game.save())
    monkeypatch.setattr(versions, "FORMAT", versions.FORMAT + 1)
    monkeypatch.setattr(performing, "FORMAT", versions.FORMAT)
    monkeypatch.setitem(versions.FORMATS, versions.FORMAT - 1, Later())
    goes_on(Duel(), old, canon(game.state.to_json()))


def test_control_without_a_conversion_the_old_shape_is_not_understood() -> None:
    rules = new_rules()
    rules.conversions = {}
    with pytest.raises(Invalid):
        load_game(rules, as_before(settled().save()))


def test_old_bytes_are_checked_before_they_are_converted() -> None:
    old = as_before(settled().save())
    rows = old.split("\n")
    at = next(n for n, row in enumerate(rows) if '"points":' in row)
    rows[at] = rows[at].replace('"points":', '"points":1')
    game = load_game(new_rules(), "\n".join(rows))
    assert f"line {at}: its hash does not fit" in game.read_only
    # In today's shape the line would be right; it is not what was written.
    rows[at] = old.split("\n")[at].replace('"points":', '"count":')
    assert f"line {at}: its hash does not fit" in load_game(new_rules(), "\n".join(rows)).read_only


@pytest.mark.parametrize(
    "setting", [{"format": versions.FORMAT + 1}, {"fracas": "0.9.0"}, {"fracas": "1.0.0"}, {"format": 99, "fracas": ""}]
)
def test_a_newer_file_is_refused_untouched(tmp_path: Path, setting: Data) -> None:
    text = rewritten(settled(3).save(), lambda data: {**data, **setting}, lambda _, data: data)
    with pytest.raises(Invalid) as caught:
        load_game(Duel(), text)
    assert __version__ in str(caught.value) and "newer" in str(caught.value)
    assert setting.get("fracas", __version__) in str(caught.value)
    file = tmp_path / "newer.jsonl"
    file.write_text(text, encoding="utf-8")
    for command in ("play", "replay"):
        said = CliRunner().invoke(app, [command, str(file)])
        assert said.exit_code == 2 and "newer" in said.output
    assert file.read_text(encoding="utf-8") == text


def test_a_file_that_a_newer_version_went_on_with_is_refused() -> None:
    game = settled(3)
    entries = {"format": versions.FORMAT, "fracas": "0.9.0", "version": "1", "content": "toy", "entries": {}}
    game.log.append(CONTENT, entries)
    with pytest.raises(Invalid, match="newer"):
        load_game(Duel(), game.save())


@pytest.mark.parametrize("format", [1, 2])
def test_a_file_of_the_first_version_is_refused_by_its_version(format: int) -> None:
    with pytest.raises(Invalid, match=r"0\.1\.0"):
        log_from_text(Log({"format": format, "ruleset": "duel", "start": {}}).to_text())


# -------------------------------------------------------------------- open commands


def other_rules() -> Duel:
    rules = Duel()
    rules.version = "another"
    return rules


def test_a_command_that_another_version_left_open_is_taken_back_and_everybody_is_told() -> None:
    pausing = asked()
    text = pausing.save()
    game = load_game(other_rules(), text)
    assert not game.read_only and not game.waiting and game.open is None and "taken back" in game.notice
    assert game.save().startswith(text)
    undo = next(line for line in reversed(game.log.lines) if line.kind == UNDO)
    assert undo.data["why"] == OTHER_VERSION
    session = Session(game)
    for seat in (GM, "player1", ""):
        told = [entry for entry in session.stream(seat).entries if entry.kind == WENT_BACK]
        assert told and "taken back" in told[-1].text, seat
    again = load_game(other_rules(), game.save())
    assert again.save() == game.save() and not again.notice, "once is enough"


def test_a_command_of_somebody_unseen_is_taken_back_without_a_word_to_players() -> None:
    pausing = asked()
    assert pausing.open is not None
    hidden = pausing.open.who
    game = load_game(Duel(), rewritten(pausing.save(), lambda data: hide(data, hidden), lambda _, data: data))
    seat = "player1" if game.state.seat_of(hidden) == GM else ""
    before = len(Session(load_game(Duel(), game.save())).stream(seat).entries)
    session = Session(load_game(other_rules(), game.save()))
    entries = session.stream(seat).entries[before:]
    assert not [entry for entry in entries if entry.kind == WENT_BACK]
    assert [entry for entry in session.stream(GM).entries if entry.kind == WENT_BACK]


def hide(header: Data, who: str) -> Data:
    people = [{**one, "hidden": one["id"] == who} for one in header["start"]["combatants"]]
    return {**header, "start": {**header["start"], "combatants": people}}


def test_what_the_present_version_left_open_stays_open() -> None:
    """Also in a game that an earlier version began."""
    rules = other_rules()
    game = load_game(rules, asked().save())
    for _ in range(80):
        if game.waiting:
            break
        who = rules.actors(game.state)[0]
        menu = {choice.verb: choice for choice in rules.menu(game.state, who)}
        game.command((menu.get("strike") or menu.get("move") or menu["pass"]).command(0))
    assert game.waiting
    again = load_game(other_rules(), game.save())
    assert again.waiting and again.save() == game.save()


def test_going_back_into_an_open_command_of_another_version_goes_before_it() -> None:
    pausing = asked()
    at = pausing.log.tip
    game = load_game(other_rules(), pausing.save())
    game.jump(at)
    assert not game.waiting and game.open is None
    assert game.branch(at).open is None
    same = load_game(Duel(), pausing.save())
    same.jump(at)
    assert same.waiting, "control: of the same version it is open again"
