"""Cards, fields and maneuvers in sentences, for whoever asks what something is."""

from __future__ import annotations

from typing import Final

Data = dict[str, object]

SPEEDS: Final = {
    "free": "free", "fast": "Fast, 1 point", "slow": "Slow, 2 points", "slow+fast": "Slow and Fast, 3 points",
    "slow+slow": "twice Slow, 4 points",
}  # fmt: skip
WHEN: Final = {
    "ally-falls": "an ally falls", "other-falls": "another hero falls", "enemy-falls": "an enemy falls",
    "enemy-damaged": "an enemy is damaged", "self-damaged": "its owner is damaged",
    "other-damaged": "another hero is damaged", "foe-acts": "a foe acts", "hero-acts": "a hero acts",
    "foe-moves": "a foe moves", "hero-moves": "a hero moves", "foe-targets-self": "a foe aims at its owner",
    "foe-targets-other": "a foe aims at another hero", "self-avoids": "its owner avoids an attack",
}  # fmt: skip
TARGETS: Final = {
    "self": "oneself", "ally": "an ally", "other": "another ally", "enemy": "an enemy",
    "ally+enemy": "an ally and an enemy", "square": "a square", "burst": "everybody around", "field": "everybody there",
    "cause": "whoever set it off", "victim": "whoever was harmed",
}  # fmt: skip
WHOM: Final = {
    "self": " to oneself", "allies": " to allies", "cause": " to whoever set it off",
    "victim": " to whoever was harmed",
}  # fmt: skip
UNTIL: Final = {
    "action": "for the next action", "turn": "until the start of the next own turn", "end": "until the end of the turn",
    "sustain": "while it is sustained", "encounter": "for the encounter", "": "until the start of the next own turn",
}  # fmt: skip
BOONS: Final = {
    "advantage": "advantage", "disadvantage": "disadvantage", "immune": "immune to damage", "no-move": "cannot move",
    "faded": "cannot be aimed at", "through": "may pass through foes", "over": "may pass over everything",
    "piercing": "damage past all barriers", "die": "one die more",
}  # fmt: skip
VERSUS: Final = {
    "toughness": ", less Toughness", "resistance": ", less Resistance", "piercing": ", past all barriers",
}  # fmt: skip
GOES_WITH: Final = {"any": "any action", "damage": "an action that damages", "heal": "an action that heals"}


def explain(section: str, data: Data, names: dict[str, str]) -> list[str] | None:
    """What the rules make of an entry, in sentences; None where its own text says it all in figures."""
    if section == "card":
        return explain_card(data, names)
    if section == "field":
        return explain_field(data, names)
    if section == "condition":
        most = data.get("most", 1)
        return [f"At most {most} stacks."] if most not in (0, 1) else []
    if section == "maneuver":
        skill = f"It takes a check of {title(data['skill'])}." if data.get("skill") else ""
        return [f"It is {SPEEDS.get(text(data, 'speed'), 'free')}.", skill]
    return None


def explain_card(data: Data, names: dict[str, str]) -> list[str]:
    """What it costs, when and at whom it is used, and what it does."""
    told = [f"{capital(kind_of(data))}{price_of(data)}."]
    types = words_in(data.get("types"))
    if "trigger" in types:
        told.append(f"It may be used when {WHEN.get(text(data, 'when'), text(data, 'when'))}.")
    if "amplify" in types:
        told.append(f"It goes with {GOES_WITH.get(text(data, 'applies'), 'an action')}.")
    if text(data, "target"):
        told.append(f"Aimed at {aim_of(data)}.")
    if data.get("auto_hit"):
        told.append("It needs no roll to hit.")
    if data.get("auto_crit"):
        told.append("Every hit is critical.")
    check = text(data, "check")
    if check and check != "none":
        told.append(f"Whoever it is aimed at avoids it with {title(check)}.")
    told.extend([f"{data[name]:+} {name.upper()} with it." for name in ("c", "a", "p") if data.get(name)])
    told.extend(sentence("Effect", data.get("effects"), names))
    told.extend(sentence("At the start of each later turn", data.get("repeats"), names))
    if "sustain" in types:
        told.append("It can be sustained from turn to turn.")
    if data.get("round_uses"):
        told.append(f"{times(data['round_uses'])} a round.")
    if data.get("uses"):
        told.append(f"{times(data['uses'])} an encounter.")
    for boost in parts(data.get("amplifies")):
        told.extend(sentence(f"Amplify {boost.get('name')} ({SPEEDS[text(boost, 'speed')]})", boost["effects"], names))
    return told


def explain_field(data: Data, names: dict[str, str]) -> list[str]:
    if data.get("text"):
        return []
    told = ["Nobody can enter it."] if data.get("blocks") else []
    if data.get("condition"):
        told.append(f"It brings {names.get(text(data, 'condition'), text(data, 'condition'))}.")
    if data.get("dice"):
        told.append(f"It does {data['dice']} damage{VERSUS.get(text(data, 'versus'), '')}.")
    return told


def kind_of(data: Data) -> str:
    """`a basic melee attack`, `a spell`."""
    types = words_in(data.get("types"))
    if "trigger" in types:
        return "a Trigger"
    if "amplify" in types:
        return "an Amplify"
    kind = {"spell": "spell", "exploit": "exploit"}.get(text(data, "tag"), "action")
    if data.get("tide"):
        return f"a Tide-Turner {kind}" + (", hand to hand" if data.get("melee") else "")
    basic = "basic " if data.get("basic") else ""
    return f"{'an' if (basic + kind)[0] in 'aeiou' else 'a'} {basic}{kind}" + (
        ", hand to hand" if data.get("melee") else ""
    )


def price_of(data: Data) -> str:
    price = SPEEDS.get(text(data, "speed"), "")
    charge = "1 Tide-Turner Charge" if data.get("tide") else ""
    said = ", ".join([word for word in (price, charge) if word])
    return f" ({said})" if said else ""


def aim_of(data: Data) -> str:
    """`up to 2 enemies within 6 squares`."""
    target, count = text(data, "target"), data.get("count", 1)
    whom = TARGETS.get(target, target)
    if count != 1:
        whom = f"up to {count} {'enemies' if target == 'enemy' else 'allies'}"
    if target in ("self", "cause", "victim"):
        return whom
    if target == "burst":
        return f"everybody within {squares(data.get('area', 1))}"
    reach = data.get("range", 0)
    where = "" if reach == 0 else " anywhere on the field" if reach == "field" else f" within {squares(reach)}"
    area = f", and everybody within {squares(data['area'])} of it" if data.get("area") else ""
    return whom + where + area


def sentence(label: str, effects: object, names: dict[str, str]) -> list[str]:
    """One sentence for all effects of one occasion."""
    said = [effect_of(effect, names) for effect in parts(effects)]
    return [f"{label}: {'; then '.join(said)}."] if said else []


def effect_of(effect: Data, names: dict[str, str]) -> str:
    kind, amount = text(effect, "kind"), effect.get("amount", 1)
    much = text(effect, "dice") or str(amount)
    name = names.get(text(effect, "name"), text(effect, "name"))
    whom = WHOM.get(text(effect, "to"), "")
    if kind == "damage":
        return f"{much} damage{VERSUS.get(text(effect, 'versus'), '')}{whom}"
    if kind == "boon":
        return boon_of(effect, whom)
    said = {
        "heal": f"{much} HP back{whom}", "condition": f"{name}{f' {amount}' if amount != 1 else ''}{whom}",
        "cleanse": f"{amount} stacks of conditions removed", "push": f"pushed {squares(amount)} away",
        "pull": f"pulled {squares(amount)} nearer", "go": f"one's own move of up to {squares(amount)}",
        "field": f"{name} on the squares", "revive": f"back on one's feet with {amount} HP{whom}",
        "points": f"{amount} more points in the pool", "fell": f"a {name.capitalize()} that is hit falls at once",
        "strip": f"{amount} boons lost", "cancel": "what set it off comes to nothing",
        "redirect": "what set it off befalls its owner instead", "basic": f"a basic attack{whom}",
        "lose": f"its owner loses {amount} HP", "more": f"{much} more", "multiply": f"damage times {amount} percent",
        "bypass": "damage past all barriers", "range": f"{squares(amount)} more range",
        "targets": f"{amount} more target" + ("" if amount == 1 else "s"),
    }  # fmt: skip
    return said.get(kind, kind.replace("-", " "))


def boon_of(effect: Data, whom: str) -> str:
    """`+4 Toughness until the start of the next own turn`."""
    name, amount = text(effect, "name"), effect.get("amount", 1)
    what = BOONS.get(name, "")
    if not what:
        what = f"{amount:+} {name.upper() if len(name) == 1 else name if name == 'damage' else title(name)}"
    return f"{what}{whom} {UNTIL[text(effect, 'until')]}"


def text(data: Data, key: str) -> str:
    return str(data.get(key, ""))


def title(value: object) -> str:
    return str(value).replace("-", " ").title().replace(" Of ", " of ")


def capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def squares(count: object) -> str:
    return "1 square" if count == 1 else f"{count} squares"


def times(count: object) -> str:
    return "Once" if count == 1 else f"{count} times"


def words_in(value: object) -> list[str]:
    return [str(word) for word in value] if isinstance(value, list) else []


def parts(value: object) -> list[Data]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []
