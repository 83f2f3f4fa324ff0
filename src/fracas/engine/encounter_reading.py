"""Reads an encounter back from what its `to_json` wrote."""

from __future__ import annotations

from fracas.engine.board import Board, board_from_json, read_runs
from fracas.engine.command import command_from_json
from fracas.engine.encounter import Content, Encounter
from fracas.engine.options import Options
from fracas.engine.seat import seat_from_json


def encounter_from_json(
    data: dict[str, object], content: Content, options: Options, known: Board | None = None
) -> Encounter:
    """The encounter; a board known already need not be built again."""
    board, flow, people, seats = data["board"], data["flow"], data["combatants"], data["seats"]
    rolls, secret, modes = data["rolls"], data["secret_rolls"], data["modes"]
    seeds, leaves, notes = data["seeds"], data["leaves"], data["notes"]
    assert isinstance(board, dict) and isinstance(flow, dict) and isinstance(people, list) and isinstance(seats, list)
    assert isinstance(rolls, dict) and isinstance(secret, dict) and isinstance(modes, dict)
    assert isinstance(seeds, list) and isinstance(leaves, list) and isinstance(notes, list)
    ground = known if known is not None else board_from_json(board)
    enc = Encounter(str(data["title"]), options, ground, content.flow(flow), content)
    for person in people:
        one = content.combatant(person)
        enc.combatants[one.id] = one
    for item in seats:
        seat = seat_from_json(item)
        enc.seats[seat.id] = seat
    enc.seeds = [str(seed) for seed in seeds]
    enc.rolls = {str(key): int(str(value)) for key, value in rolls.items()}
    enc.secret_rolls = {str(key): int(str(value)) for key, value in secret.items()}
    enc.modes = {str(key): str(value) for key, value in modes.items()}
    enc.leaves = [command_from_json(leave) for leave in leaves]
    enc.notes = [str(note) for note in notes]
    rooms = data.get("rooms", {})
    assert isinstance(rooms, dict)
    enc.rooms = {str(name): read_runs(runs, ground.size, "rooms") for name, runs in rooms.items()}
    enc.result = str(data["result"])
    enc.seq = int(str(data["seq"]))
    return enc
