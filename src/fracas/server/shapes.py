"""What a GM's forms can be filled with: kinds with their figures, conditions, and fields with their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.errors import Invalid
from fracas.engine.ruleset import Ruleset
from fracas.server import messages
from fracas.server.room import Room
from fracas.server.subscribers import Subscriber

if TYPE_CHECKING:
    from fracas.server.hall import Hall

Data = dict[str, Any]
NEWCOMER = "newcomer"
MOST_FIGURES = 8


async def shape(hall: Hall, room: Room, subscriber: Subscriber, request: messages.Shape) -> None:
    game = room.session.game
    reply: Data = {"type": "shape", "id": request.id, "what": request.what, "kinds": [], "conditions": [], "values": []}
    reply["words"] = {}
    if request.what == "kinds":
        reply["kinds"] = await room.off_loop(lambda: kinds_of(room))
    elif request.what == "conditions":
        reply["conditions"] = game.ruleset.condition_names()
        reply["words"] = {name: plainly(name) for name in reply["conditions"]}
    else:
        reply["values"] = [{"who": who, "fields": fields_of(room, who)} for who in game.state.combatants]
        names = {name for one in reply["values"] for name in one["fields"]}
        reply["words"] = {name: field_words(game.ruleset, name) for name in sorted(names)}
        reply["first"] = game.ruleset.life
    subscriber.reply(canon(reply).encode())


def fields_of(room: Room, who: str) -> dict[str, str]:
    """What the GM may set, with the values as they stand; of some there is only a setting."""
    game = room.session.game
    found: dict[str, str] = {}
    for name in game.state.combatants[who].settable():
        try:
            found[name] = game.ruleset.value_of(game.state, who, name)
        except Invalid:
            found[name] = ""
    return found


def plainly(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def field_words(ruleset: Ruleset, name: str) -> str:
    """What a field that can be set is called: in the ruleset's words, else by its own name."""
    words = {"seat": "seat that plays it", **ruleset.gauge_words, **ruleset.field_words}
    said = words.get(name)
    if said is None and name.startswith("max-"):
        said = f"most {words.get(name[4:], plainly(name[4:]))}"
    return said[:1].upper() + said[1:] if said else plainly(name)


def kinds_of(room: Room) -> list[Data]:
    """Every kind with its figures, read off the card that one of it would have."""
    ruleset, trial = room.session.game.ruleset, room.session.game.state.copy()
    found: list[Data] = []
    for kind in trial.content.people():
        one = trial.combatants[NEWCOMER] = ruleset.make(trial, kind, NEWCOMER, 0, "foes", GM)
        fields = [field.to_json() for field in ruleset.card(trial, NEWCOMER, GM).fields]
        figures = [
            f"{each['label']} {each['value']}"
            for each in fields
            if isinstance(each.get("value"), int) and each["value"]
        ]
        found.append({"id": kind, "name": one.name, "stats": figures[:MOST_FIGURES], "size": one.size})
    return found
