"""What all actions of Phases of Play share: who may act in which phase, and the GM's commands.

For the sections; the rules themselves are theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from fracas.engine.api import GM, PASS, Action, Choice, Command, Encounter, Invalid, Question, Reason, Table, Why
from fracas.engine.offer import Crossed
from fracas.rulesets.phases_of_play.being import Being, being, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, bars_stunned
from fracas.rulesets.phases_of_play.situation import situation

NOBODY: Final[list[str]] = [""]
"""No target, or no thing."""
UNTIMED: Final = ("freeplay", "paused", "end")
"""Phases without turns."""
PHASE_WORDS: Final = {
    "": "no phase at all", "freeplay": "Freeplay", "setup": "the Set-up phase", "main": "the Main phase",
    "paused": "a pause", "end": "the End phase", "over": "an episode that is over",
}  # fmt: skip


class PhaseAction(Action):
    """An action of the GM or of a being, judged as such before its commands are made."""

    rate: int = -1
    """The same for all whose price bars them alike; -1: it judges that by itself."""
    PHASES: ClassVar[tuple[str, ...]] = ()
    """Those in which it can be open; empty: any. Machines do not ask for it in others."""

    def belongs(self, phase: str) -> bool:
        """Can it be open in this phase?"""
        return not self.PHASES or phase in self.PHASES

    def possible(self, enc: Encounter, who: str) -> bool:
        """At a quick look, is there anything to do it with? If not, machines need not be told why."""
        return True

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        if (who == GM) != self.of_gm or not self.possible(enc, who) or self.bars(enc, who):
            return None
        return self.choice_if_open(enc, who)

    def choice_if_open(self, enc: Encounter, who: str) -> Choice | None:
        """What nothing speaks against, once the action as such is open."""
        legal = [command for command in self.likely(enc, who) if not self.bars_pick(enc, command)]
        return Choice(who, self.verb, legal, [], None) if legal else None

    def bars_besides(self, enc: Encounter, one: Being) -> list[Reason]:
        """Reasons against it besides those against everything at its price."""
        return self.bars(enc, one.id)

    def bars_alike(self, enc: Encounter, one: Being) -> list[Reason]:
        """What bars everything at its price."""
        return []


def before_blood(enc: Encounter) -> bool:
    """In Freeplay bots strike no first blow: before there is a fight people choose, or the GM announces it."""
    return enc.flow.phase == "freeplay" and not phases(enc).harmed


def by_phase(actions: list[Action]) -> dict[str, list[PhaseAction]]:
    """Those that can be open in each phase, without reactions."""
    own = [action for action in actions if isinstance(action, PhaseAction) and not action.window]
    return {phase: [action for action in own if action.belongs(phase)] for phase in PHASE_WORDS}


class GmAction(PhaseAction):
    """1.3: something only the GM announces."""

    of_gm: ClassVar[bool] = True

    def __init__(
        self,
        verb: str,
        title: str,
        paragraph: str,
        shape: str = "targets",
        allowed: tuple[str, ...] = (),
        idle: bool = False,
    ) -> None:
        super().__init__(verb, title, paragraph, shape)
        self.allowed = allowed
        """The phases it belongs to; empty: any but over."""
        self.idle = idle

    def belongs(self, phase: str) -> bool:
        return not self.allowed or phase in self.allowed

    def check(self, enc: Encounter, command: Command) -> None:
        if command.who != GM and command.who not in enc.combatants:
            raise Invalid("command", "who", command.who, "gm")
        self.check_named(enc, command)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        """1.3, 1.4: by the GM's word, in its own phase."""
        if who != GM:
            return [Reason("1.3", "only the GM can do that")]
        if self.allowed and enc.flow.phase not in self.allowed:
            return [Reason("1.4", f"the GM does not say this in {PHASE_WORDS[enc.flow.phase]}")]
        return self.bars_now(enc)

    def bars_now(self, enc: Encounter) -> list[Reason]:
        return []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        if command.who != GM or (self.allowed and enc.flow.phase not in self.allowed):
            return []
        return self.bars_details(enc, command)

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        return []

    def command(self, targets: list[str], thing: str = "", numbers: tuple[int, ...] = ()) -> Command:
        return Command(GM, self.verb, tuple(targets), thing, (), numbers)

    def commands(self, enc: Encounter) -> list[Command]:
        """The commands worth listing."""
        return [Command(GM, self.verb)]

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return self.commands(enc) if who == GM else []


class BeingAction(PhaseAction):
    """Something a being does."""

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return self.commands(enc, being(enc, who)) if who in enc.combatants else []

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        return self.commands(enc, being(enc, who))

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        """The commands worth listing."""
        return [Command(one.id, self.verb)]


class PlayAction(BeingAction):
    """Something done on one's turn in the Main phase, freely where there are no turns."""

    def __init__(
        self,
        verb: str,
        title: str,
        paragraph: str,
        shape: str = "none",
        beats: int = 0,
        free: bool = False,
        known: Sequence[str] = (),
        idle: bool = False,
        asks: bool = False,
    ) -> None:
        super().__init__(verb, title, paragraph, shape)
        self.beats = beats
        """What it costs in the Main phase."""
        self.is_free = free
        """A Free Action, of which there are three."""
        self.known = known
        """The things it may name; empty: any."""
        self.idle = idle
        self.asks = asks
        kind = type(self)
        if kind.bars is PlayAction.bars:
            self.rate = 2 * beats + int(free)
        self.plain = kind.bars_pick is Action.bars_pick and kind.likely is BeingAction.likely
        self.plain = self.plain and kind.commands is PlayAction.commands
        """Is it open with all it may name, or with none of it?"""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if self.known and command.thing not in self.known:
            raise Invalid("command", "thing", command.thing, "one of " + ", ".join(self.known))

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        if not self.known:
            return super().commands(enc, one)
        return [Command(one.id, self.verb, thing=thing) for thing in self.known]

    def choice_if_open(self, enc: Encounter, who: str) -> Choice | None:
        if self.plain:
            return Crossed(who, self.verb, NOBODY, list(self.known) or NOBODY)
        return super().choice_if_open(enc, who)

    def price(self, enc: Encounter, command: Command) -> int:
        return self.beats

    def cost(self, enc: Encounter, command: Command) -> str:
        if enc.flow.phase != "main":
            return "free"
        price = self.price(enc, command)
        if price:
            return f"{price} Beat" + ("s" if price > 1 else "")
        return "Free Action" if self.is_free else ""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = being(enc, who)
        reasons = self.bars_alike(enc, one)
        if not reasons:
            return self.bars_now(enc, one)
        if enc.flow.phase != "main" and bars_phase(enc, one):
            return reasons
        return reasons + self.bars_now(enc, one)

    def bars_besides(self, enc: Encounter, one: Being) -> list[Reason]:
        return self.bars_now(enc, one) if self.rate >= 0 else self.bars(enc, one.id)

    def bars_alike(self, enc: Encounter, one: Being) -> list[Reason]:
        """What bars everything at this price, worked out once."""
        known, key = situation(enc).prices, (one.id, self.beats, self.is_free)
        reasons = known.get(key)
        if reasons is None:
            reasons = known[key] = self.bars_acting(enc, one)
        return reasons

    def bars_acting(self, enc: Encounter, one: Being) -> list[Reason]:
        """What bars everything at this price alike."""
        reasons = bars_phase(enc, one)
        if reasons and enc.flow.phase != "main":
            return reasons
        reasons = reasons + bars_state(one) + (bars_stunned(one) if self.beats else [])
        return reasons or (self.bars_price(one) if enc.flow.phase == "main" else [])

    def perform(self, table: Table, command: Command) -> None:
        self.pay(table, command)
        self.act(table, command)

    def pay(self, table: Table, command: Command) -> None:
        """5.2, 5.7: its Beats, or a Free Action."""
        if self.is_free:
            spend_free(table, command.who, self.title)
        else:
            spend(table, command.who, self.beats, self.title)

    def act(self, table: Table, command: Command) -> None:
        """Do it, once it is paid for."""
        raise NotImplementedError

    def bars_price(self, one: Being) -> list[Reason]:
        """5.3, 5.7: the Beats it costs, or a Free Action."""
        if self.beats and one.beats < self.beats:
            return [no_beat(one, self.beats)]
        if self.is_free and one.free_actions <= 0:
            return [no_free_action(one)]
        return []

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return []


class WordedAction(PlayAction):
    """Something said or done that is told in words of one's own."""

    example: str = "a few words"

    def __init__(
        self, verb: str, title: str, paragraph: str, beats: int = 0, free: bool = False, asks: bool = False
    ) -> None:
        super().__init__(verb, title, paragraph, "thing", beats, free, idle=True, asks=asks)
        self.worded = True

    def things(self) -> str:
        return "what is said or done, in words"

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, thing=self.example)]


def no_beat(one: Being, price: int) -> Reason:
    """5.3: nothing can be done whose Beats one does not have."""
    needs = f"{price} Beat{'s' if price > 1 else ''}"
    return Reason("5.3", f"{one.name} needs {needs} and has {one.beats or 'none'}", "wait for the next turn")


def no_free_action(one: Being) -> Reason:
    """5.7, 5.8: the GM may allow one more, and is asked once."""
    remedy = "" if one.denied else "ask the GM for one more"
    return Reason("5.7", f"{one.name} has no Free Action left on this turn", remedy)


def bars_phase(enc: Encounter, one: Being) -> list[Reason]:
    """1.4, 2.4, 5.9, 6.2: nobody acts in the Set-up, on one's turn in the Main phase, in a loose order when due."""
    phase = enc.flow.phase
    if phase == "main":
        if one.in_turn and not one.turn_over and one.id in enc.flow.active:
            return []
        acting = [who for who in enc.flow.active if being(enc, who).in_turn and not being(enc, who).turn_over]
        now = ", ".join([enc.name(who) for who in acting]) or "nobody"
        return [Reason("6.2", f"it is the turn of {now}, not of {one.name}")]
    if phase in UNTIMED:
        return bars_loose(enc, one)
    return [Reason("1.4", "nobody acts in this phase")]


def bars_loose(enc: Encounter, one: Being) -> list[Reason]:
    """2.4, 2.5: those named in a loose order act when it has come to them, or when they have had their turn."""
    flow = phases(enc)
    at = loose_turn(enc) if one.id in flow.loose else -1
    if at < 0:
        return []
    place = flow.loose.index(one.id)
    if place <= at:
        return []
    whose = f"{enc.name(flow.loose[at])}'s" if at < len(flow.loose) else "somebody else's"
    return [Reason("2.4", f"it is {whose} turn in the loose order", "wait")]


def loose_turn(enc: Encounter) -> int:
    """2.4: whose place in the loose order it is, past those who cannot act; -1 without anybody, and beyond the last one
    if it is somebody whom the seat this is worked out for does not know of."""
    flow = phases(enc)
    count = len(flow.loose)
    if count and flow.loose_at >= count:
        return count
    for step in range(count):
        at = (flow.loose_at + step) % count
        if being(enc, flow.loose[at]).present:
            return at
    return -1


def loose_one(enc: Encounter) -> str:
    """2.4: who that is; empty without a loose order."""
    at = loose_turn(enc)
    return phases(enc).loose[at] if 0 <= at < len(phases(enc).loose) else ""


def bars_state(one: Being) -> list[Reason]:
    """6.13: the unconscious and the dead do nothing."""
    return [] if one.present else [Reason("6.13", f"{one.name} is {one.status} and cannot act")]


def spend(table: Table, who: str, beats: int, on: str) -> None:
    """5.2, 18.2: Beats are spent in an encounter, on one's turn and off it."""
    if beats and table.enc.flow.phase == "main":
        table.emit(PoolChanged(who, "beats", max(0, being(table.enc, who).beats - beats), on))


def choose(table: Table, who: str, window: str, prompt: str | Why, commands: list[Command]) -> Command | None:
    """What somebody chose of these; nothing for a pass."""
    default = Command(who, PASS)
    answer = table.ask(Question(who, window, prompt, [*commands, default], default))
    return answer if answer.verb != PASS else None


def spend_free(table: Table, who: str, on: str) -> None:
    """5.7: a Free Action of this turn."""
    if table.enc.flow.phase == "main":
        table.emit(PoolChanged(who, "free_actions", max(0, being(table.enc, who).free_actions - 1), on))
