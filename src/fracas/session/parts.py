"""A view as named parts, and a change of it as a frame: what is new, what is gone, and a sum to check it by.

The page holds the same parts (`web/src/state/parts.ts`). A part is named by its way into the view: `token/lunk/hp`,
`card/lunk/3`, `row/lunk/active`, `board/rows/7`.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from marshal import dumps
from types import NoneType
from typing import Any, Final
from zlib import crc32

Data = dict[str, Any]
_ENCODER: Final = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
)
_MAKE: Final[Any] = getattr(json.encoder, "c_make_encoder", None)
_CHUNKS: Final[Any] = _MAKE and _MAKE(None, _ENCODER.default, encode_basestring, None, ":", ",", True, False, False)
"""What `json` makes again for every text, made once: parts are many and small."""
ROUND: Final = 1 << 32
"""Sums of hashes are taken modulo this."""
PLAIN: Final = (int, str, bool, NoneType)
FLAT: Final = 2
"""The version of marshal that spells each value out: the quickest way to tell nested ones apart by their types."""
LISTS: Final = ("board", "flow")
"""Of these each item of a list is a part of its own."""


def encode(value: object) -> str:
    """The spelling of `canon`."""
    if type(value) is str:
        return str(encode_basestring(value))
    return "".join(_CHUNKS(value, 0)) if _CHUNKS else _ENCODER.encode(value)


def hash_of(name: str, text: str) -> int:
    """CRC-32 of a part's bytes as sent, begun with that of its name: small enough for a page to have it too."""
    return crc32(text.encode(), crc32(name.encode()))


def alike(one: Any, other: Any) -> bool:
    """Equal, and no 1 where the other has True. Of two that are alike it may say no, where one text is interned."""
    if one != other or type(one) is not type(other):
        return False
    return type(one) in PLAIN or dumps(one, FLAT) == dumps(other, FLAT)


class Part:
    """One part as it was last sent: its value, which nobody changes any more, the text of that, its hash, and how a
    frame spells it."""

    __slots__ = ("hash", "line", "name", "text", "value")

    def __init__(self, name: str, value: object) -> None:
        self.name = name
        self.value = value
        text = self.text = str(value) if type(value) is int else encode(value)
        self.hash = hash_of(name, text)
        self.line = f"{encode_basestring(name)}:{text}"


Group = dict[str, Part]
"""Parts whose names begin alike, by their last words. Nobody changes one that is made: several views may share it."""
NOTHING: Final[Group] = {}


def renewed(group: str, data: Data, old: Group) -> Group:
    """A part for each field of a table; those that say what they said before are the same objects."""
    new: Group = {}
    same = len(old) == len(data)
    for key, value in data.items():
        if key in old:
            part = old[key]
            was = part.value
            if value is was or (value == was and alike(value, was)):
                new[key] = part
                continue
        new[key], same = Part(f"{group}/{key}", value), False
    return old if same else new


def amended(group: str, data: Data, old: Group) -> Group:
    """A part for each of these fields; the others of the group stay as they are."""
    return {**old, **renewed(group, data, old)}


class Parts:
    """Everything one page holds. What is put here is compared with what it holds already, part by part."""

    def __init__(self) -> None:
        self.held: dict[str, Part] = {}
        self.sum = 0
        """The view's digest: the sum of the hashes of its parts."""
        self._groups: dict[str, Group] = {}
        """By the first words of their names."""
        self._from = 0
        self._set: dict[str, Part] = {}
        self._gone: list[str] = []

    def copy(self) -> Parts:
        """A copy, to look further ahead than anybody is shown."""
        other = Parts()
        other.held, other.sum, other._from = self.held.copy(), self.sum, self._from
        other._groups = self._groups.copy()
        other._set, other._gone = self._set.copy(), self._gone[:]
        return other

    def put(self, name: str, value: object) -> None:
        """A part as it stands now."""
        part = self.held.get(name)
        if part is None or not (value is part.value or alike(value, part.value)):
            self._take(Part(name, value))

    def _take(self, part: Part) -> None:
        name = part.name
        if name in self.held:
            old = self.held[name]
            if old.text == part.text:
                return
            self.sum -= old.hash
        self.held[name] = self._set[name] = part
        self.sum = (self.sum + part.hash) % ROUND

    def drop(self, name: str) -> None:
        part = self.held.pop(name, None)
        if part is not None:
            self.sum = (self.sum - part.hash) % ROUND
            self._set.pop(name, None)
            self._gone.append(name)

    def lay(self, group: str, new: Group) -> None:
        """A group as somebody has made it; parts that are no longer in it are gone."""
        old = self._groups.get(group, NOTHING)
        if old is new:
            return
        self._groups[group] = new
        for key, part in new.items():
            if key not in old or old[key] is not part:
                self._take(part)
        for key in [key for key in old if key not in new]:
            self.drop(old[key].name)

    def spread(self, group: str, data: Data) -> None:
        """A part for each field; those that are no longer there are gone."""
        self.lay(group, renewed(group, data, self._groups.get(group, NOTHING)))

    def drop_group(self, group: str) -> None:
        self.lay(group, NOTHING)
        del self._groups[group]

    def values(self) -> Data:
        """What each part says."""
        return {name: part.value for name, part in self.held.items()}

    # ---------------------------------------------------------------- as frames

    def frame(self) -> tuple[int, str]:
        """The sum a page must have, and what brings it from there to here; nothing where nothing is new."""
        start, self._from = self._from, self.sum
        if not self._set and not self._gone:
            return start, ""
        text = difference(start, self.sum, self._set, self._gone)
        self._set, self._gone = {}, []
        return start, text

    def whole(self) -> str:
        """All of it, for a page that holds nothing, or nothing that adds up."""
        return difference(0, self.sum, self.held, [])


def difference(start: int, end: int, new: dict[str, Part], gone: list[str]) -> str:
    """A frame in the spelling of `canon`, from parts that are spelled already."""
    parts = ",".join([new[name].line for name in sorted(new)])
    return f'{{"from":{start},"gone":{encode(sorted(gone)) if gone else "[]"},"set":{{{parts}}},"to":{end}}}'


# -------------------------------------------------------------------- put together


def assembled(parts: Data) -> Data:
    """The view that parts make, by their names. For tests and for looks; pages do the same (`parts.ts`)."""
    groups: dict[str, Data] = {}
    for name, value in parts.items():
        group, _, key = name.rpartition("/")
        groups.setdefault(group, {})[key] = value
    top = groups[""]
    people = list(top["people"])
    return {
        **groups["now"],
        "decisions": top["decisions"],
        "proposals": top["proposals"],
        "lying": top["lying"],
        "map": groups.get("map"),
        "portraits": groups.get("portrait", {}),
        "cards": [_card(who, groups[f"card/{who}"]) for who in people],
        "rail": {"heading": top["heading"], "rows": [groups[f"row/{key}"] for key in top["order"]]},
        "state": {
            **groups["state"],
            "options": top["options"],
            **{name: _listed(groups, name) for name in LISTS},
            "combatants": [groups[f"token/{who}"] for who in people],
        },
    }


def _card(who: str, fields: Data) -> Data:
    numbers = sorted([int(key) for key in fields if key.isdigit()])
    head = {key: value for key, value in fields.items() if not key.isdigit()}
    return {**head, "who": who, "fields": [fields[str(number)] for number in numbers]}


def _listed(groups: dict[str, Data], name: str) -> Data:
    """A table whose lists come item by item."""
    found = dict(groups[name])
    for group, items in groups.items():
        top, _, key = group.partition("/")
        if top == name and key:
            found[key] = [items[number] for number in sorted(items, key=int)]
    return found
