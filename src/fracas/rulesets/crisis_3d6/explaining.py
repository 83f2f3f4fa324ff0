"""Weapons, armour and items in sentences, for whoever asks what something is."""

from __future__ import annotations

Data = dict[str, object]


def explain(section: str, data: Data, names: dict[str, str]) -> list[str] | None:
    """What the rules make of an entry, in sentences; None where its own fields must do."""
    if section == "weapon":
        return explain_weapon(data)
    if section == "armour":
        told = [f"Durability {data.get('durability', 0)}."]
        if data.get("defence"):
            told.append(f"{data['defence']:+} on defence.")
        return told + carried(data)
    if section == "item":
        return explain_item(data)
    if section == "condition":
        return [f"It ends {data['ends']}."] if data.get("ends") else []
    if section in ("perk", "trait", "flaw", "stunt") and data.get("text"):
        return needed(data)
    return None


def explain_weapon(data: Data) -> list[str]:
    """What it does, how far and how often."""
    told = [f"{data.get('end', 0)} off Endurance with each hit, {data.get('dmg', 0)} off Health with a critical one."]
    if data.get("kind") == "melee":
        told.append("Hand to hand.")
    elif data.get("range"):
        told.append(f"Each {data['range']} squares count as one step of range.")
    if data.get("hit"):
        told.append(f"{data['hit']:+} to hit.")
    rate = data.get("rof", 1)
    if rate != 1:
        told.append(f"Up to {rate} blows or shots in one attack.")
    if data.get("ap"):
        told.append(f"An attack costs {data['ap']} AP.")
    if data.get("cap"):
        told.append(f"It holds {data['cap']} and takes {data.get('rel', 0)} AP to reload.")
    if data.get("pierces"):
        told.append("It pierces armour.")
    return told + carried(data)


def explain_item(data: Data) -> list[str]:
    told = [f"Using it costs {data['ap']} AP."] if data.get("ap") else []
    if data.get("target") == "ally":
        told.append("It is for a comrade.")
    if data.get("uses"):
        told.append(f"It can be used {data['uses']} times." if data["uses"] != 1 else "It can be used once.")
    return told + carried(data)


def carried(data: Data) -> list[str]:
    told = ", ".join([f"{key} {data[key]}" for key in ("weight", "cost") if data.get(key)])
    return [f"{told.capitalize()}."] if told else []


def needed(data: Data) -> list[str]:
    """What somebody must have before it can be taken."""
    needs = data.get("needs")
    if isinstance(needs, dict):
        return [f"It takes {', '.join([f'{str(key).capitalize()} {value}' for key, value in needs.items()])}."]
    return [f"It takes {needs} stunt faces."] if needs else []
