"""Aliases: each word of a seat means one combatant, whoever is given to a player after others were met."""

from __future__ import annotations

from tests.cli.referee_table import RefereeTable


def add(table: RefereeTable, id: str, square: str, more: str = "") -> None:
    reply = table.ask("ruling", ruling=f"add goblin {square} id={id}, name=Zed, hidden{more}")
    assert reply["type"] == "ok", reply


def given_late() -> RefereeTable:
    """Zed-3 was met first and is called zed-1; then the real zed-1, still hidden, is given to the player."""
    table = RefereeTable()
    for number, square in enumerate(("a4", "c4", "e1"), 1):
        add(table, f"zed-{number}", square)
    for ruling in ("reveal zed-3", "set zed-1 seat player1"):
        assert table.ask("ruling", ruling=ruling)["type"] == "ok"
    return table


def test_a_hidden_one_given_to_a_player_is_told_apart_from_whoever_has_its_id_as_alias() -> None:
    table = given_late()
    found = table.ask("state", "player1")["state"]["combatants"]
    board = table.session.game.state.board
    zeds = {one["id"]: (board.name(one["pos"]), one["hidden"]) for one in found if one["id"].startswith("zed")}
    assert zeds == {"zed-1": ("e1", False), "zed-1-own": ("a4", True)}
    assert table.ask("hello", "player1")["yours"] == ["kara", "zed-1-own"]
    assert table.ask("offers", "player1", who="zed-1-own")["type"] == "offers"
    refused = table.ask("offers", "player1", who="zed-1")
    assert refused["kind"] == "refused" and "does not speak" in refused["message"]
    # Nobody else hears of it.
    assert [one["id"] for one in table.ask("state", "")["state"]["combatants"]] == ["kara", "gob1", "gob2", "zed-1"]


def test_a_command_by_such_an_alias_reaches_the_right_one() -> None:
    table = given_late()
    table.pass_until("zed-1")
    assert table.ask("state", "player1")["actors"] == ["zed-1-own"]
    assert table.ask("command", "player1", command="zed-1 pass")["kind"] == "refused"
    table.act("zed-1-own pass", "player1")
    assert table.actor != "zed-1"
