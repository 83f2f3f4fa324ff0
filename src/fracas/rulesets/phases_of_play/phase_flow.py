"""The flow of Phases of Play: phase, order, requests to the GM, zones and lights, and what reactions answer to.

For the sections of the rules; only events change it.
"""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.flow import Flow


class Request:
    """What somebody asked of the GM and waits for."""

    def __init__(self, who: str, kind: str, words: str, targets: list[str]) -> None:
        self.who = who
        self.kind = kind
        """improvise, range, free-action, slow or level-up"""
        self.words = words
        self.targets = targets

    def to_json(self) -> list[object]:
        return [self.who, self.kind, self.words, self.targets]


class Zone:
    """Stacks of one zone on one square or place, from one altitude to another."""

    def __init__(
        self, name: str, pos: int, stacks: int, low: int = 0, high: int = 0, source: str = "", ability: str = ""
    ) -> None:
        self.name = name
        self.pos = pos
        self.stacks = stacks
        self.low = low
        self.high = high
        self.source = source
        """Whose lasting ability keeps it there; empty: nobody's."""
        self.ability = ability

    def to_json(self) -> list[object]:
        return [self.name, self.pos, self.stacks, self.low, self.high, self.source, self.ability]


class Trigger:
    """Something others may react to, from the moment it is announced until it is settled."""

    def __init__(self, name: str, cause: str, victim: str, ability: str = "") -> None:
        self.name = name
        self.cause = cause
        self.victim = victim
        self.ability = ability
        self.amount = 0
        self.type = ""
        self.cancelled = False
        self.hinder = 0
        self.eased = 0
        """Advantages on Saves that a Dodge brought."""
        self.to = -1
        """For movement: the square about to be entered."""
        self.reacted: list[list[str]] = []
        """Who has done something in this chain, each with the Free Reaction it was, or nothing."""

    def copy(self) -> Trigger:
        other = Trigger(self.name, self.cause, self.victim, self.ability)
        other.amount, other.type, other.cancelled = self.amount, self.type, self.cancelled
        other.hinder, other.eased, other.to = self.hinder, self.eased, self.to
        other.reacted = self.reacted[:]
        return other

    def within(self, outer: Trigger, whole: bool) -> Trigger:
        """The same in a chain of reactions, whose Free Reactions it remembers, or all who reacted."""
        other = self.copy()
        other.reacted = [done for done in outer.reacted if whole or done[1]]
        return other

    def to_json(self) -> list[object]:
        return [
            self.name, self.cause, self.victim, self.ability, self.amount, self.type, self.cancelled, self.hinder,
            self.eased, self.to, self.reacted,
        ]  # fmt: skip


def trigger_from_json(data: list[object]) -> Trigger:
    one = Trigger(str(data[0]), str(data[1]), str(data[2]), str(data[3]))
    one.amount, one.type, one.cancelled = int(str(data[4])), str(data[5]), bool(data[6])
    one.hinder, one.eased, one.to = int(str(data[7])), int(str(data[8])), int(str(data[9]))
    reacted = data[10]
    assert isinstance(reacted, list)
    one.reacted = [[str(who), str(ability)] for who, ability in reacted]
    return one


class PhaseFlow(Flow):
    """Where the evening stands."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        **Flow.VISIBILITY,
        "requests": "public",
        "once": "public",
        "zones": "public",
        "lights": "public",
        "triggers": "gm",
        "groups": "public",
        "loose": "public",
        "loose_at": "public",
        "waiting": "public",
        "said": "public",
        "winner": "public",
        "group": "public",
        "environment": "gm",
        "leaves": "public",
        "deeds": "gm",
        "harmed": "gm",
        "quiet_rounds": "gm",
        "escape": "public",
        "away": "public",
        "used": "gm",
        "boss_due": "public",
    }
    IDS: ClassVar[tuple[str, ...]] = (
        *Flow.IDS, "requests.*.0!!", "requests.*.3", "zones.*.5~6", "lights.*.5~6", "triggers.*.1", "triggers.*.2",
        "triggers.*.10.*.0!", "groups.*!", "loose.*!", "waiting", "said", "winner", "leaves.*.0!", "escape", "boss_due",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Request] = []
        self.once: list[str] = []
        """Improvised activities that were allowed once."""
        self.zones: list[Zone] = []
        self.lights: list[Zone] = []
        self.triggers: list[Trigger] = []
        """The innermost last."""
        self.groups: list[list[str]] = []
        """NPC groups, the highest Edge first."""
        self.loose: list[str] = []
        self.loose_at = 0
        self.waiting: list[str] = []
        """Who wants nothing for now, where nobody has turns."""
        self.said = ""
        self.winner = ""
        self.group = ""
        self.environment: list[str] = []
        self.leaves: list[list[str]] = []
        """Who may use which ability in a pause, once, by the GM's leave."""
        self.deeds = 0
        """Commands since the phase began."""
        self.harmed = False
        """Somebody was harmed since the phase or the round began."""
        self.quiet_rounds = 0
        self.escape: list[str] = []
        """Who has been Sneaky since the round began, for an escape."""
        self.away = False
        """Has everybody been, for a whole round and since?"""
        self.used: dict[str, int] = {}
        """Uses of the environment's abilities in this encounter."""
        self.boss_due = ""
        """The PC whose turn has just ended, while bosses may answer."""

    @property
    def trigger(self) -> Trigger | None:
        return self.triggers[-1] if self.triggers else None

    def request_of(self, who: str) -> Request | None:
        for request in self.requests:
            if request.who == who:
                return request
        return None

    def keep_places(self, kept: dict[str, list[int]]) -> None:
        super().keep_places(kept)
        if "loose" in kept:
            self.loose_at = len([index for index in kept["loose"] if index < self.loose_at])

    def veil(self) -> None:
        """What somebody unseen does or suffers is counted too; after one deed the GM is not due."""
        self.deeds, self.harmed, self.quiet_rounds = 1, False, 0

    def copy(self) -> PhaseFlow:
        other = PhaseFlow()
        self.copy_into(other)
        other.requests, other.once = self.requests[:], self.once[:]
        other.zones, other.lights = self.zones[:], self.lights[:]
        other.triggers = [trigger.copy() for trigger in self.triggers]
        other.groups = [group[:] for group in self.groups]
        other.loose, other.loose_at, other.waiting = self.loose[:], self.loose_at, self.waiting[:]
        other.said, other.winner, other.group = self.said, self.winner, self.group
        other.environment, other.leaves = self.environment, self.leaves[:]
        other.deeds, other.harmed, other.quiet_rounds = self.deeds, self.harmed, self.quiet_rounds
        other.escape, other.away, other.boss_due = self.escape[:], self.away, self.boss_due
        other.used = self.used.copy()
        return other

    def to_json(self) -> dict[str, object]:
        return {
            **super().to_json(),
            "requests": [request.to_json() for request in self.requests],
            "once": self.once,
            "zones": [zone.to_json() for zone in self.zones],
            "lights": [zone.to_json() for zone in self.lights],
            "triggers": [trigger.to_json() for trigger in self.triggers],
            "groups": self.groups,
            "loose": self.loose,
            "loose_at": self.loose_at,
            "waiting": self.waiting,
            "said": self.said,
            "winner": self.winner,
            "group": self.group,
            "environment": self.environment,
            "leaves": self.leaves,
            "deeds": self.deeds,
            "harmed": self.harmed,
            "quiet_rounds": self.quiet_rounds,
            "escape": self.escape,
            "away": self.away,
            "used": self.used,
            "boss_due": self.boss_due,
        }


def zone_from_json(data: list[object]) -> Zone:
    name, pos, stacks, low, high, source, ability = data
    return Zone(str(name), int(str(pos)), int(str(stacks)), int(str(low)), int(str(high)), str(source), str(ability))


def flow_from_json(data: dict[str, object]) -> PhaseFlow:
    flow = PhaseFlow()
    flow.read_json(data)
    requests, zones, lights, triggers = data["requests"], data["zones"], data["lights"], data["triggers"]
    assert isinstance(requests, list) and isinstance(zones, list) and isinstance(lights, list)
    assert isinstance(triggers, list)
    flow.requests = [Request(str(who), str(kind), str(words), targets) for who, kind, words, targets in requests]
    flow.zones = [zone_from_json(zone) for zone in zones]
    flow.lights = [zone_from_json(zone) for zone in lights]
    flow.triggers = [trigger_from_json(trigger) for trigger in triggers]
    groups = data["groups"]
    assert isinstance(groups, list)
    flow.groups = [[str(who) for who in group] for group in groups]
    leaves = data["leaves"]
    assert isinstance(leaves, list)
    flow.leaves = [[str(who), str(ability)] for who, ability in leaves]
    for name in ("once", "loose", "waiting", "environment", "escape"):
        listed = data[name]
        assert isinstance(listed, list)
        setattr(flow, name, [str(item) for item in listed])
    for name in ("said", "winner", "group", "boss_due"):
        setattr(flow, name, str(data[name]))
    for name in ("loose_at", "deeds", "quiet_rounds"):
        setattr(flow, name, int(str(data[name])))
    flow.harmed, flow.away = bool(data["harmed"]), bool(data["away"])
    used = data["used"]
    assert isinstance(used, dict)
    flow.used = {str(ability): int(count) for ability, count in used.items()}
    return flow
