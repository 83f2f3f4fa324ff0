"""Weapons, armour, shields, items, spells and conditions in sentences, for whoever asks what something is."""

from __future__ import annotations

from typing import Final

Data = dict[str, object]

TARGETS: Final = {
    "foe": "an enemy", "ally": "a friend", "self": "the caster", "any": "anybody", "square": "a square",
}  # fmt: skip
BONUSES: Final = {
    "hp_each_reset": "HP each Reset", "ap_each_reset": "AP each Reset", "mp_each_reset": "MP each Reset",
    "free_steps": "Free Steps", "defense": "Defense", "brawn": "Brawn", "finesse": "Finesse", "savvy": "Savvy",
    "nerve": "Nerve", "damage_taken": "damage taken",
}  # fmt: skip


def explain(section: str, data: Data, names: dict[str, str]) -> list[str] | None:
    """What the rules make of an entry, in sentences; None where its own fields must do."""
    if section == "weapon":
        return explain_weapon(data, names)
    if section == "spell":
        return explain_spell(data, names)
    if section == "item":
        return explain_item(data, names)
    if section == "armour":
        return explain_armour(data)
    if section == "shield":
        spell = f" and {data['spell']:+} on casting" if data.get("spell") else ""
        return [f"{data.get('defense', 0):+} Defense{spell}.", f"It needs Brawn {data.get('min', 0)}."]
    return [] if section == "condition" and data.get("text") else None


def explain_weapon(data: Data, names: dict[str, str]) -> list[str]:
    plus = f"{data['damage_plus']:+}" if data.get("damage_plus") else ""
    low, high = data.get("reach_low", 1), data.get("reach_high", 0)
    thrown = "Thrown" if data.get("thrown") else "Shot"
    hands = {"min_one": "in one hand", "min_two": "in two"}
    needs = ", ".join([f"{data[key]} {grip}" for key, grip in hands.items() if data.get(key)])
    told = [
        f"{data.get('damage', '1')}{plus} damage.",
        f"Its reach is {low if low == high else f'{low} to {high}'} hand to hand." if high else "",
        f"{thrown} up to {data['base_range']} squares without loss." if data.get("base_range") else "",
        f"{data['attack']:+} on attack rolls." if data.get("attack") else "",
        f"It needs {word(data.get('check', 'brawn'))} {needs}." if needs else "",
        f"{data.get('bane_bonus', 0):+} against {data['bane']}." if data.get("bane") and not data.get("text") else "",
        "It must be reloaded after a shot." if data.get("reload_min") else "",
    ]
    return [line for line in told if line] + inflicted(data, names)


def explain_spell(data: Data, names: dict[str, str]) -> list[str]:
    target = TARGETS[str(data["target"])]
    reach = f" within {squares(data['range'])}" if data.get("range") else ""
    area = f", and everybody within {data['radius']} of it" if data.get("radius") else ""
    against = str(data["against"])
    number = str(data.get("challenge", "")) if against == "challenge" else word(against)
    past = ", past armour" if data.get("ignores_armour") else ""
    heal, push = data.get("heal"), data.get("push", 0)
    assert isinstance(push, int)
    free = [what for what in ("voice", "gesture") if data.get(what) is False]
    told = [
        f"It costs {str(data['ap']).replace('/only', '/Only')} AP and {data['mp']} MP.",
        f"Cast with {word(data['stat'])} on {target}{reach}{area}.",
        "It needs no roll." if against == "none" else f"It is rolled against {number}.",
        f"{data['damage']} damage{past}." if data.get("damage") else "",
        ("It heals." if heal == "effect" else f"It heals {heal} HP.") if heal else "",
        f"It {'pushes' if push > 0 else 'pulls'} {squares(abs(push))}." if push else "",
        f"It needs no {' and no '.join(free)}." if free else "",
    ]
    return [line for line in told if line] + inflicted(data, names) + cured(data, names)


def explain_item(data: Data, names: dict[str, str]) -> list[str]:
    told: list[str] = []
    if data.get("spell"):
        told.append(f"It holds the spell {names.get(str(data['spell']), str(data['spell']))}.")
    if data.get("slot"):
        told.append(f"Worn on the {data['slot']}.")
    bonuses = [f"{data[key]:+} {said}" for key, said in BONUSES.items() if isinstance(data.get(key), int)]
    if bonuses:
        told.append(f"{', '.join(bonuses)}.")
    return told if data.get("text") else told + inflicted(data, names) + cured(data, names)


def explain_armour(data: Data) -> list[str]:
    told = [f"It takes {data.get('reduction', 0)} off each hit."]
    if data.get("natural"):
        told.append("It is grown, not worn.")
    elif data.get("min"):
        told.append(f"It needs Brawn {data['min']}.")
    return told


def inflicted(data: Data, names: dict[str, str]) -> list[str]:
    """`It leaves the target Bleeding, unless it withstands with Brawn against 8.`"""
    told: list[str] = []
    inflicts = data.get("inflicts")
    for harm in inflicts if isinstance(inflicts, list) else []:
        name = names.get(str(harm["condition"]), str(harm["condition"]))
        turns = f" for {harm['turns']} turn{'s' if harm['turns'] != 1 else ''}" if harm.get("turns") else ""
        resist = harm.get("resist")
        unless = f", unless {word(resist)} holds against {harm.get('challenge', 0)}" if resist else ""
        told.append(f"It brings {name}{turns}{unless}.")
    return told


def cured(data: Data, names: dict[str, str]) -> list[str]:
    cures = data.get("cures")
    ends = [names.get(str(name), str(name)) for name in cures] if isinstance(cures, list) else []
    return [f"It ends {', '.join(ends)}."] if ends else []


def word(value: object) -> str:
    return str(value).replace("-", " ").capitalize()


def squares(many: object) -> str:
    return f"{many} square{'s' if many != 1 else ''}"
