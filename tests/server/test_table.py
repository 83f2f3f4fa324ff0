"""The lobby and what is alongside the game: dice by hand, bots, clock, pause, calls, files, the next encounter."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from pathlib import Path

import pytest
from tests.server.house import House, Line, Party, kept, wait_for

from fracas.engine.errors import Invalid
from fracas.engine.intake import MOST_BYTES
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server import files


def test_the_lobby_shows_who_is_there_and_what_was_claimed(house: House) -> None:
    party = Party(house, start=False)
    player = party.lines[party.seats[0]]
    player.do("claim", name="  Ada\u0301 ")
    assert player.ask("claim", name="\u202e")["kind"] == "invalid"
    party.settle()
    seat = next(one for one in party.gm.room["seats"] if one["seat"] == party.seats[0])
    assert seat["person"] == "Ad\u00e1" and seat["here"] == 1 and seat["combatants"] and not seat["bot"]
    assert party.gm.room["watchers"] == 1
    other = party.sit(party.seats[0])
    wait_for(party.gm, lambda: [s["here"] for s in party.gm.room["seats"] if s["seat"] == party.seats[0]] == [2])
    other.close()
    wait_for(party.gm, lambda: [s["here"] for s in party.gm.room["seats"] if s["seat"] == party.seats[0]] == [1])


def test_before_the_start_the_gm_places_adds_and_hides(house: House) -> None:
    party = Party(house, start=False)
    gm, player = party.gm, party.lines[party.seats[0]]
    kinds = gm.do("shape", what="kinds")["kinds"]
    assert kinds and gm.do("shape", what="conditions")["conditions"]
    who = gm.view["state"]["combatants"][0]["id"]
    assert next(one for one in gm.do("shape", what="values")["values"] if one["who"] == who)["fields"]["name"]
    rows = gm.view["state"]["board"]["rows"]
    free = next(
        f"{chr(97 + x)}{y + 1}"
        for y, row in enumerate(rows)
        for x, glyph in enumerate(row)
        if glyph == "." and f"{chr(97 + x)}{y + 1}" not in [one["at"] for one in gm.view["state"]["combatants"]]
    )
    add = {"who": "gm", "verb": "add", "thing": kinds[0]["id"], "squares": [free], "text": "id=lurker, hidden"}
    gm.do("ruling", ruling=add)
    party.settle()
    assert "lurker" in [one["id"] for one in gm.view["state"]["combatants"]]
    assert "lurker" not in json.dumps(player.view) + json.dumps(player.room)
    assert gm.view["can"]["undo"] and not gm.room["started"]
    gm.do("undo")
    gm.settle()
    assert "lurker" not in [one["id"] for one in gm.view["state"]["combatants"]]


def test_dice_by_hand_are_asked_for_and_time_limits_end_questions(house: House) -> None:
    party = Party(house, start=False)
    seat = party.seats[0]
    player = party.lines[seat]
    player.do("dice", mode="hand")
    party.gm.do("limit", seconds=1)
    party.settle()
    assert [one["dice"] for one in party.gm.room["seats"] if one["seat"] == seat] == ["hand"]
    party.gm.do("start")
    wait_for(player, lambda: bool(player.view["decisions"]))
    question = player.view["decisions"][0]
    assert question["seconds_left"] in (0, 1) and question["default_text"]
    wait_for(player, lambda: question["id"] not in [one["id"] for one in player.view["decisions"]])
    assert [id for _, id in kept(house, party.table) if id.startswith("/clock/")]


def test_a_limit_or_pause_amid_a_question_is_told_to_whoever_is_asked(house: House) -> None:
    party = Party(house, start=False)
    player = party.lines[party.seats[0]]
    player.do("dice", mode="hand")
    party.gm.do("start")
    wait_for(player, lambda: bool(player.view["decisions"]))
    assert player.view["decisions"][0]["seconds_left"] is None
    party.gm.do("limit", seconds=600)
    wait_for(player, lambda: player.view["decisions"][0]["seconds_left"] is not None)
    party.gm.do("pause", on=True)
    wait_for(player, lambda: player.view["decisions"][0]["seconds_left"] is None)
    party.gm.do("pause", on=False)
    wait_for(player, lambda: player.view["decisions"][0]["seconds_left"] is not None)


def test_a_word_is_explained_to_every_role(house: House) -> None:
    party = Party(house)
    for line in (party.gm, party.lines[party.seats[0]], party.lines["watch"]):
        told = line.ask("what", name="pass")
        assert told["type"] == "what" and told["entries"][0]["paragraph"]
        assert line.ask("what", name="zzxqy")["kind"] == "invalid"


def test_faces_thrown_by_hand_count_as_such(house: House) -> None:
    party = Party(house, start=False)
    player = party.lines[party.seats[0]]
    player.do("dice", mode="hand")
    party.gm.do("start")
    wait_for(player, lambda: bool(player.view["decisions"]))
    question = player.view["decisions"][0]
    dice = question["default"]["thing"]
    found = re.match(r"(\d*)d(\d+)", dice)
    assert found is not None
    count, sides = int(found.group(1) or 1), int(found.group(2))
    wrong = {"who": question["who"], "verb": "faces", "numbers": [sides + 1] * count}
    assert player.ask("answer", to=question["id"], answer=wrong, step=player.view["step"])["kind"] == "invalid"
    faces = {"who": question["who"], "verb": "faces", "numbers": [1] * count}
    player.do("answer", to=question["id"], answer=faces, step=player.view["step"])
    party.settle()
    assert [e for e in player.events if e["kind"] == "rolled" and e["data"].get("source") == "hand"]


def test_a_turn_a_combatant_or_a_side_goes_to_a_bot(house: House) -> None:
    party = Party(house)
    line, who = party.in_turn()
    before = line.view["last"]
    line.do("bot", scope="turn", name=who, on=True)
    wait_for(line, lambda: line.view["last"] > before)
    for side in {one["side"] for one in party.gm.view["state"]["combatants"]}:
        party.gm.do("bot", scope="side", name=side, on=True)
    wait_for(party.gm, lambda: party.gm.view["over"])
    player = party.lines[party.seats[0]]
    foreign = next(o["id"] for o in player.view["state"]["combatants"] if o["seat"] != party.seats[0])
    assert player.ask("bot", scope="combatant", name=foreign, on=True)["kind"] == "refused"


def test_the_undo_of_the_gm_goes_past_what_bots_did(house: House) -> None:
    """A bot would do the same again at once, and nothing before it could ever be taken back."""
    party = Party(house)
    gm = party.gm
    _, who = party.in_turn()
    for one in gm.view["state"]["combatants"]:
        if one["id"] != who:
            gm.do("bot", scope="combatant", name=one["id"], on=True)
    before = place(gm)
    gm.do("command", command=f"{who} pass", step=gm.view["step"])

    def waits_for_a_person() -> bool:
        asked = [question["who"] for question in gm.view["decisions"]]
        return place(gm) != before and who in (asked or gm.view["actors"])

    wait_for(gm, waits_for_a_person)
    deeds = [line["text"] for line in gm.do("log")["lines"] if line["type"] == "command"]
    assert len([text for text in deeds if f'"who":"{who}"' not in text and '"who":"table"' not in text]) > 0
    after = place(gm)
    gm.do("undo")
    gm.settle()
    assert place(gm) == before
    gm.do("redo")
    gm.settle()
    assert place(gm) == after
    gm.do("pause", on=True)
    gm.do("undo")
    gm.settle()
    assert place(gm) not in (before, after), "one deed at a time while bots stand still"


def place(line: Line) -> object:
    return line.view["state"]["flow"], line.view["state"]["combatants"]


def test_while_it_is_paused_only_the_gm_acts(house: House) -> None:
    party = Party(house)
    _, who = party.in_turn()
    player = party.lines[party.seats[0]]
    party.gm.do("pause", on=True)
    refused = player.ask("command", command=f"{who} pass", step=player.view["step"])
    assert refused["reasons"][0]["paragraph"] == "0.10"
    assert party.gm.do("command", command=f"{who} pass", step=party.gm.view["step"])["type"] == "ok"
    party.gm.do("pause", on=False)


def test_called_checks_and_asides_are_outside_the_rules(house: House) -> None:
    party = Party(house)
    player = party.lines[party.seats[0]]
    party.gm.do("call", seats=[party.seats[0]], dice="2d6+1", why="Notice")
    party.settle()
    (call,) = player.room["calls"]
    assert party.lines["watch"].room["calls"] == []
    assert player.ask("aside", call="c999")["kind"] == "invalid"
    rolled = player.do("aside", call=call["id"])
    assert rolled["dice"] == "2d6+1" and len(rolled["faces"]) == 2
    assert player.ask("aside", dice="1d6", secret=True)["kind"] == "refused"
    party.gm.do("aside", dice="1d20", why="nobody shall know", secret=True)
    party.gm.do("aside", dice="1d20", why="everybody may know")
    party.settle()
    assert player.room["calls"] == [] and party.gm.room["calls"] == []
    assert [one["n"] for one in player.asides] == [1, 2] and len(party.gm.asides) == 3
    assert "nobody shall know" not in "".join(player.frames)


def test_asides_keep_their_place_among_the_events(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    party = Party(house)
    party.gm.do("aside", dice="1d6", why="the first")
    line, who = party.in_turn()
    line.do("command", command=f"{who} pass", step=line.view["step"])
    party.settle()
    party.gm.do("aside", dice="1d6", why="the second")
    party.settle()
    places = {seat: [one["after"] for one in each.asides] for seat, each in party.lines.items()}
    for seat, (first, second) in places.items():
        assert 0 < first < second <= party.lines[seat].view["last"]
    port = house.port
    house.stop()
    house = House(tmp_path / "data", port=port)
    again = party.sit("gm")
    assert [one["after"] for one in again.asides] == places["gm"]
    text = party.host.http.get(f"/api/t/{party.table}/gm/log.txt").text
    told = text.splitlines()
    first, second = [told.index(one) for one in told if "(outside the rules)" in one]
    assert "the first" in told[first] and "the second" in told[second] and first + 1 < second
    house.kill()


def test_branches_are_kept_over_a_restart(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    party = Party(house)
    line, who = party.in_turn()
    line.do("command", command=f"{who} pass", step=line.view["step"])
    party.gm.do("branch", at=0, name="what if")
    party.gm.settle()
    assert party.gm.view["game"] == "what if" and party.gm.view["games"] == ["main", "what if"]
    view = party.gm.view
    port = house.port
    house.stop()
    house = House(tmp_path / "data", port=port)
    again = party.sit("gm")
    assert again.view == view
    again.do("switch", to="main")
    again.settle()
    assert again.view["game"] == "main"
    house.kill()


def test_a_table_branched_from_a_replay_begins_there_with_dice_of_its_own(house: House) -> None:
    party = Party(house)
    line, who = party.in_turn()
    line.do("command", command=f"{who} pass", step=line.view["step"])
    party.settle()
    steps = party.host.http.get(f"/api/t/{party.table}/gm/replay").json()["steps"]
    dice = [party.gm.view["state"]["seeds"]]
    for _ in range(2):
        asked = party.host.http.post(f"/api/t/{party.table}/gm/branch", json={"line": steps[-1]["line"]})
        gm = party.host.sit(asked.json()["url"].split("/")[2], "gm")
        assert {**gm.view["state"], "seeds": []} == {**party.gm.view["state"], "seeds": []}
        dice.append(gm.view["state"]["seeds"])
    seeds = [seed for pair in dice for seed in pair]
    assert len(set(seeds)) == 6, "the old dice, or those of another branch, would foretell it"
    wrong = party.host.http.post(f"/api/t/{party.table}/gm/branch", json={"line": 999_999})
    assert wrong.status_code == 422


def exported(party: Party) -> bytes:
    return party.host.http.get(f"/api/t/{party.table}/gm/export").content


def test_m6_export_import_export_is_the_same_file(house: House) -> None:
    party = Party(house)
    line, who = party.in_turn()
    line.do("command", command=f"{who} pass", step=line.view["step"])
    party.settle()
    raw = exported(party)
    plain = party.host.http.post("/api/tables/import", content=gzip.decompress(raw)).json()
    assert party.host.http.get(f"/api/t/{plain['table']}/gm/export").content == raw
    brought = party.host.http.post("/api/tables/import", content=raw).json()
    again = party.host.http.get(f"/api/t/{brought['table']}/gm/export").content
    assert gzip.decompress(raw) == gzip.decompress(again)
    gm = party.host.sit(brought["table"], "gm")
    assert {**gm.view, "step": 0} == {**party.gm.view, "step": 0}


def test_h13_a_broken_file_is_refused_whole(house: House) -> None:
    party = Party(house)
    raw = exported(party)
    text = gzip.decompress(raw).decode()
    before = len(party.host.http.get("/api/tables").json())
    broken = [
        raw[:-9],
        raw[: len(raw) // 2],
        b"",
        b"PK\x03\x04",
        text.encode()[:-9],
        b"{\xff}\n",
        raw + b"x",
        gzip.compress(b"{}\n"),
    ]
    broken += [gzip.compress(text.replace('"seq":1', '"seq":2', 1).encode())]
    broken += [gzip.compress(text.replace("finished", "unfinished", 1).encode())]
    last = json.loads(text.splitlines()[-1])
    thrown = {"what": "aside", "who": "gm", "dice": "1d6", "text": "1", "total": 1, "why": "", "secret": False}
    for fact in (
        {"what": "claim", "seat": "gm", "name": {"a": 1}},
        {"what": "limit", "seconds": -1},
        {"what": "bot", "scope": ["seat"], "name": "gm", "turn": "", "on": True},
        {"what": "limit", "seconds": 10**20},
        {"what": "anything else"},
        *[{**thrown, "call": "", "after": after} for after in ([1], {"gm": "soon"}, 3)],
    ):
        forged = {**last, "seq": last["seq"] + 1, "command_id": "gm/x", "kind": "room", "body": json.dumps(fact)}
        broken += [gzip.compress((text + json.dumps(forged) + "\n").encode())]
    broken += [gzip.compress(text[: len(text) // 2].encode()), zlib.compress(text.encode())]
    for content in broken:
        reply = party.host.http.post("/api/tables/import", content=content)
        assert reply.status_code in (400, 422), content[:40]
    assert len(party.host.http.get("/api/tables").json()) == before


def test_h8_a_bomb_is_not_unpacked() -> None:
    with pytest.raises(Invalid, match="too large"):
        files.inflate(gzip.compress(bytes(MOST_BYTES + 10), 9))


def test_the_log_of_each_seat_as_text(house: House) -> None:
    party = Party(house)
    party.gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "the canary note"})
    text = party.host.http.get(f"/api/t/{party.table}/gm/log.txt").text
    player = party.browsers[party.seats[0]].http.get(f"/api/t/{party.table}/{party.seats[0]}/log.md").text
    assert "canary" in text and player.startswith("# ") and "canary" not in player


@pytest.mark.parametrize("id", ruleset_ids())
def test_the_next_encounter_starts_with_the_party_as_it_stands(house: House, id: str) -> None:
    ruleset = load_ruleset(id)
    scenario = ruleset.scenarios()[0].id
    party = Party(house, scenario=(id, scenario))
    gm = party.gm
    old = [one for one in gm.view["state"]["combatants"] if one["seat"] != "gm"]
    set_to = {"who": "gm", "verb": "set", "targets": [old[0]["id"]]}
    gm.do("ruling", ruling={**set_to, "thing": "name", "text": "Scarred"})
    gm.do("ruling", ruling={**set_to, "thing": ruleset.life, "text": "2"})
    player = party.lines[party.seats[0]]
    player.do("claim", name="Ann")
    gm.do("bot", scope="seat", name=party.seats[-1], on=True)
    reply = gm.do("next", scenario=scenario)
    again = gm.ask("next", id=reply["id"], scenario=scenario)
    (address,) = {party.host.join(one["url"].partition("#")[2]) for one in (reply, again)}
    after = party.host.sit(address.split("/")[2], "gm")
    new = [one for one in after.view["state"]["combatants"] if one["seat"] != "gm"]
    assert [one["seat"] for one in new] == [one["seat"] for one in old]
    assert new[0]["name"] == "Scarred" and new[0][ruleset.life] == 2 and not after.room["started"]
    places = {one["seat"]: one for one in after.room["seats"]}
    assert places[party.seats[0]]["person"] == "Ann" and places[party.seats[-1]]["bot"]
    led = player.until("next")
    assert party.browsers[party.seats[0]].join(led["url"].partition("#")[2]).endswith(party.seats[0])
    after.do("start")
    after.settle()
    assert after.view["rail"]
