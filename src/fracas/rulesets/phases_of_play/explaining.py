"""Abilities, weapons and zones in sentences, for whoever asks what something is."""

from __future__ import annotations

from typing import Final

Data = dict[str, object]

TIMES: Final = {
    "action": "An Action", "free-action": "A Free Action", "slow-action": "A Slow Action", "reaction": "A Reaction",
    "free-reaction": "A Free Reaction", "legendary": "A legendary ability", "environment": "Something the place does",
    "passive": "Always at work",
}  # fmt: skip
TRIGGERS: Final = {
    "leaving": "leaves one's reach", "entering": "enters one's reach", "moves": "moves", "starts": "starts something",
    "damage": "is about to take damage", "hurt": "is hurt", "fall": "falls",
}  # fmt: skip
OF: Final = {"self": "one", "ally": "an ally", "enemy": "an enemy", "any": "anybody"}
TARGETS: Final = {
    "self": "oneself", "ally": "an ally", "other": "somebody else", "enemy": "an enemy", "any": "anybody",
    "point": "a point", "burst": "everybody around", "cause": "whoever set it off", "victim": "whoever was harmed",
}  # fmt: skip
ALL: Final = ("low", "mixed", "high")


def explain(section: str, data: Data, names: dict[str, str]) -> list[str] | None:
    """What the rules make of an entry, in sentences; None where its own fields must do."""
    if section == "ability":
        return explain_ability(data, names)
    if section == "weapon":
        kind = {"melee": "for the hand", "ranged": "for shooting", "thrown": "for the hand and for throwing"}
        damage = data.get("damage", 1)
        return [f"A weapon {kind.get(text(data, 'kind'), '')}, {damage:+} {data.get('type', 'blunt')} damage."]
    if section == "condition":
        told = [f"At most {data['most']} stacks."] if data.get("most") else []
        return told + (["It does not fade at the end of a turn."] if data.get("fleeting") is False else [])
    return [] if section == "zone" else None


def explain_ability(data: Data, names: dict[str, str]) -> list[str]:
    """What it takes, at whom it is aimed, and what each outcome brings."""
    beats = f" for {data['beats']} Beats" if data.get("beats") else ""
    spell = ", a spell" if data.get("spell") else ""
    told = [f"{TIMES.get(text(data, 'time'), 'An ability')}{beats}{spell}."]
    if text(data, "trigger"):
        whose = OF.get(str(data.get("of", "enemy")), "somebody")
        told.append(f"It answers when {whose} {TRIGGERS.get(text(data, 'trigger'), text(data, 'trigger'))}.")
    told.append(f"Aimed at {aim_of(data)}.")
    if text(data, "test"):
        told.append(f"It takes {article(text(data, 'test'))} Test.")
    if text(data, "save"):
        told.append(f"Those aimed at make {article(text(data, 'save'))} Save.")
    effects = data.get("effects")
    for effect in effects if isinstance(effects, list) else []:
        told.append(say_effect(effect, names, bool(text(data, "test"))))
    grants = data.get("grants")
    if isinstance(grants, dict):
        told.append(f"It adds {', '.join([f'{value} to {str(mode).capitalize()}' for mode, value in grants.items()])}.")
    return told + limits(data)


def ability_gist(data: Data, names: dict[str, str]) -> str:
    """At whom, and what the outcomes bring."""
    effects = data.get("effects")
    tested = bool(text(data, "test"))
    told = [say_effect(effect, names, tested) for effect in effects] if isinstance(effects, list) else []
    said = " ".join([f"{aim_of(data)}:", *told]) if told else text(data, "text")
    return said[:1].upper() + said[1:]


def aim_of(data: Data) -> str:
    """`an enemy within Throwing Distance`."""
    target = str(data.get("target", "enemy"))
    count = data.get("count", 1)
    whom = (
        TARGETS.get(target, target) if count == 1 else f"up to {count} {'enemies' if target == 'enemy' else 'people'}"
    )
    reach = str(data.get("range", "swinging"))
    where = "" if target in ("self", "cause", "victim") or reach == "self" else f" within {reach.capitalize()} Distance"
    area = f", in a {data['shape']} of {data.get('area', 1)}" if data.get("shape") else ""
    return whom + where + area


def limits(data: Data) -> list[str]:
    told: list[str] = []
    requires = data.get("requires")
    if isinstance(requires, list) and requires:
        needs = {"standing": "be standing", "sneaky": "be Sneaky", "recovery": "have a Recovery left"}
        told.append(f"Its user must {' and '.join([needs.get(str(word), f'be {word}') for word in requires])}.")
    lasts = data.get("lasts", 0)
    if lasts == -1:
        told.append("It lasts while its user concentrates.")
    elif lasts:
        told.append(f"It lasts {lasts} round{'s' if lasts != 1 else ''}.")
    strain = {"straining": "It strains whoever passes its Test.", "exhausting": "It exhausts whoever passes its Test."}
    if text(data, "strain") in strain:
        told.append(strain[text(data, "strain")])
    if data.get("uses"):
        told.append("Once an encounter." if data["uses"] == 1 else f"{data['uses']} times an encounter.")
    if data.get("true"):
        told.append("Sight and cover do not matter.")
    return told


def say_effect(effect: Data, names: dict[str, str], tested: bool) -> str:
    """`On a High Score: 3 fire damage.`"""
    on = effect.get("on")
    scores = [str(word) for word in on] if isinstance(on, list) else []
    named = " or ".join(["Critical" if word == "crit" else word.capitalize() for word in scores])
    when = f"On a {named} Score: " if tested and scores else ""
    if all([word in scores for word in ALL]):
        when = "Whatever the Score: "
    said = when + what_of(effect, names)
    return f"{said[:1].upper()}{said[1:]}."


def what_of(effect: Data, names: dict[str, str]) -> str:
    kind, amount = text(effect, "kind"), effect.get("amount", 1)
    much = text(effect, "dice") or str(amount)
    name = names.get(text(effect, "name"), text(effect, "name").replace("-", " ").capitalize())
    stacks = f" {amount}" if amount != 1 else ""
    saved = {"half": ", half with a Save", "same": ", Save or not"}.get(text(effect, "saved"), "")
    units = f"{amount} unit{'s' if amount != 1 else ''}"
    said = {
        "damage": f"{much} {effect.get('type', 'blunt')} damage{saved}", "condition": f"{name}{stacks}{saved}",
        "zone": f"a zone of {name}{stacks}", "clear-zone": f"{amount} less of {name} there",
        "move-free": f"a free move of {units}", "sneaky": "its user is Sneaky", "reveal": "whoever hides there is seen",
        "prepare": f"{name} is prepared", "shield": f"Shield {amount}", "prone": "Prone",
        "hinder": "the next Test is harder", "push": f"pushed {units} away", "pull": f"pulled {units} nearer",
        "beats": f"{amount} more Beat{'s' if amount != 1 else ''}", "movement": f"{amount} more Movement",
        "dodge": f"{amount} Dodge Point{'s' if amount != 1 else ''}", "heal": f"{much} Health back",
        "cleanse": f"{amount} stack of a condition removed", "vitality": f"{amount} Vitality back",
        "boon": f"+{amount} on {text(effect, 'name')}", "cancel": "what set it off comes to nothing",
        "interrupt": "what set it off is interrupted",
    }  # fmt: skip
    whom = {"self": " for its user", "cause": " for whoever set it off"}.get(text(effect, "to"), "")
    return said.get(kind, kind.replace("-", " ")) + ("" if kind in ("sneaky", "move-free", "prepare") else whom)


def article(word: str) -> str:
    """`a Fighter`, `an Edge`."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word.capitalize()}"


def text(data: Data, key: str) -> str:
    return str(data.get(key, ""))
