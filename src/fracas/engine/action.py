"""Actions: one object per thing a combatant can do, with the one legality check that buttons, bots and refusals
share."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from fracas.engine.board.terms import COVER_WORDS, SIGHT_WORDS
from fracas.engine.combatant import Combatant
from fracas.engine.command import PASS, Command
from fracas.engine.doors import bars_no_door, door_purpose, say_uses
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.offer import Choice, Offer, Pick
from fracas.engine.purpose import GO, HARM, HELP, IDLE, VARIES
from fracas.engine.reason import Reason
from fracas.engine.walking import Walking

if TYPE_CHECKING:
    from fracas.engine.table import Table


SHAPES: Final = ("none", "target", "targets", "thing", "path", "square")
"""The parts that a command may take; "?" after one: it may be left out."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """A verb. Subclasses say what bars it, what it costs, which commands are worth offering, and what it does."""

    purpose: ClassVar[str] = ""
    """What it is for (`purpose.py`); empty: its shape says so. Bots sort what they could do by it."""
    of_gm: ClassVar[bool] = False
    """Is it the GM's to say, and nobody else's?"""
    of_doors: ClassVar[bool] = False
    """Is it what people do to doors (`doors.py`)? Then all games say alike when it is there at all, what it may be,
    what it is for and why there is nothing to pick."""
    alike: ClassVar[bool] = False
    """Do all its commands have the cost and the drawback of the action as such, and is what they are for and how far
    they carry told by whom they are aimed at alone?"""

    def __init__(self, verb: str, title: str, paragraph: str, shape: str = "none", window: str = "") -> None:
        self.verb = verb
        self.title = title
        self.paragraph = paragraph
        self.shape = shape
        """Which parameters a command takes, space-separated: one or more of `SHAPES`."""
        self.walks = "path" in shape.split()
        """Are its squares a path, and no place to aim at?"""
        self.window = window
        """For reactions: the window in which they may be given; empty for what is done in one's own turn."""
        self.foretold = True
        """Do its chances help anybody to decide? If not, a preview leaves them out; whoever asks for odds still gets
        them."""
        self.idle = False
        """Neither hurts nor helps anybody by itself; random players do it rarely, so that play moves on."""
        self.asks = False
        """Puts something to the GM and waits for the answer; bots do not bother people with it."""
        self.worded = False
        """Is its thing free text? Then what it offers are examples."""

    def there(self, enc: Encounter) -> bool:
        """Is there anything in this encounter to do it to? If not, nobody is shown it, not even greyed out."""
        return not self.of_doors or enc.board.has_doors

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        """Reasons against the action as such, whatever its target."""
        return []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """Reasons against this target, path or thing, given that the action as such may be open."""
        return []

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        """Why an offer without any picks is not open: it never stays grey in silence."""
        if self.of_doors:
            return bars_no_door(enc, who, self.paragraph)
        return [Reason(self.paragraph, f"{enc.name(who)} has nothing to do that with")]

    def reasons_against(self, enc: Encounter, command: Command) -> list[Reason]:
        """Every reason against a command; empty means it is legal."""
        return self.bars(enc, command.who) + self.bars_pick(enc, command)

    def check(self, enc: Encounter, command: Command) -> None:
        """Raise `Invalid` unless the command names what its shape needs and all of that exists."""
        if command.who not in enc.combatants:
            raise Invalid("command", "who", command.who, "a combatant of this encounter")
        self.check_named(enc, command)
        self.check_shape(enc, command)

    def check_named(self, enc: Encounter, command: Command) -> None:
        """Raise `Invalid` unless everybody and every square it names exists."""
        for target in command.targets:
            if target not in enc.combatants:
                raise Invalid("command", "targets", target, "a combatant of this encounter")
        for square in command.squares:
            if not 0 <= square < enc.board.size:
                raise Invalid("command", "squares", square, "a position on the board")

    def check_shape(self, enc: Encounter, command: Command) -> None:
        """Raise `Invalid` unless it names what its shape needs."""
        parts = self.shape.split()
        if "target" in parts and not command.targets and command.thing:
            raise Invalid("command", "targets", command.thing, "a combatant of this encounter")
        if "target" in parts and len(command.targets) != 1:
            raise Invalid("command", "targets", list(command.targets), "exactly one target")
        if "path" in parts and not command.squares:
            raise Invalid("command", "squares", command.thing or [], "the squares of the path")
        if "square" in parts and len(command.squares) != 1:
            named = [enc.board.name(square) for square in command.squares]
            raise Invalid("command", "squares", named, "exactly one square")
        if "thing" in parts and not command.thing:
            raise Invalid("command", "thing", command.thing, self.things())
        if self.shape == "none" and (command.targets or command.squares or command.thing):
            raise Invalid("command", "verb", command.verb, "no target, square or thing for this action")

    def worlds(self, enc: Encounter, command: Command) -> list[Encounter]:
        """For odds: copies in which only a part of it happens, none of which depends on another; empty: it is one
        whole.

        Their odds are worked out one by one, which takes the sum of their branches instead of the product.
        """
        return []

    def carry_through(self, before: Encounter, table: Table) -> str:
        """For odds: let what the command of the table has only begun take effect; returns what that leaves out; empty
        if nothing."""
        return ""

    def outcome_words(self, before: Encounter, after: Encounter) -> list[str]:
        """For odds: what came of a command in words, where no event of it says so."""
        return []

    def for_bots(self, enc: Encounter, choice: Choice) -> Choice | None:
        """What bots consider of its legal commands; some of it may be left to people."""
        return choice

    def arrangements(self, enc: Encounter) -> list[Command]:
        """For what the GM puts in order: for each order to be decided now, the command that leaves it as it is."""
        return []

    def plunge(self, enc: Encounter, command: Command) -> int:
        """How far somebody would fall on this way and be hurt; 0 for not at all. Bots do not go over edges."""
        return 0

    def things(self) -> str:
        """What the thing of a command may be, for whoever left it out."""
        return say_uses() if self.of_doors else "the name of a thing"

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        """The commands worth showing, legal or not: one per target, thing or the like."""
        return [Command(who, self.verb)]

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        """The candidates that may be legal; a quick look here saves machines from working out the reasons against the
        rest."""
        return self.candidates(enc, who)

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        """The legal commands, for machines; None when there is none. Moves override this with a reach."""
        likely = self.likely(enc, who)
        if not likely or self.bars(enc, who):
            return None
        legal = [c for c in likely if not self.bars_pick(enc, c)]
        return Choice(who, self.verb, legal, [], None) if legal else None

    def proven(self, enc: Encounter, who: str) -> dict[int, None]:
        """For moves: the squares to which nothing bars the way, which need not be judged again one by one."""
        walking = self.walking(enc, who) if self.walks else None
        return walking.proven() if walking is not None else {}

    def walking(self, enc: Encounter, who: str) -> Walking | None:
        """For moves: where somebody can go; None where that is not worked out for all squares at once."""
        return None

    def usual_purpose(self) -> str:
        """What it is for, whatever a command names: as its class says, or by its shape."""
        if self.purpose:
            return self.purpose
        if self.verb == PASS or self.idle:
            return IDLE
        if self.shape in ("path", "square"):
            return GO
        return VARIES if "target" in self.shape or "square" in self.shape else IDLE

    def purpose_of(self, enc: Encounter, command: Command) -> str:
        """What this very command is for: whoever is aimed at shows it, where the purpose varies."""
        usual = self.usual_purpose()
        if usual != VARIES:
            return door_purpose(command) if self.of_doors else usual
        one = enc.combatants.get(command.who)
        for target in command.targets:
            if one is None or enc.combatants[target].side != one.side:
                return HARM
        return HELP if command.targets else IDLE

    def touched(self, enc: Encounter, command: Command) -> list[str]:
        """Whom a command would reach, as things stand: those it names, for areas those who are in it."""
        if command.targets or command.squares:
            return list(command.targets)
        side = enc.combatants[command.who].side
        return [one.id for one in enc.combatants.values() if one.side != side and one.present]

    def promise(self, enc: Encounter, command: Command) -> int:
        """How much it promises compared with others of the same purpose, at first glance; 0 or less: nothing. For what
        does harm: how much, and how likely. Bots try the most promising, and react only if it promises something."""
        return 1

    def special(self, enc: Encounter, command: Command) -> bool:
        """Is it done only when somebody asks for it by name, because it uses something up, has a drawback or is a
        trick? Otherwise it may be what is meant by "I attack"."""
        return bool(self.drawback(enc, command))

    def cost(self, enc: Encounter, command: Command) -> str:
        """What this command costs, in the ruleset's words."""
        return ""

    def toll(self, enc: Encounter, command: Command) -> int:
        """The cost as a bare figure, for maps; 0 where there is none."""
        return 0

    def fare(self, enc: Encounter, who: str, units: int) -> tuple[str, int]:
        """For moves: cost and toll of any way that counts so many units."""
        return self.cost(enc, Command(who, self.verb)), 0

    def drawback(self, enc: Encounter, command: Command) -> str:
        """Its drawback for whoever does it, besides its cost, in the ruleset's words: `-3 Defense until Reset`.
        For moves the same wherever they lead."""
        return ""

    def sighted(self, enc: Encounter, command: Command, seat: str) -> list[Reason]:
        """What a seat that takes aim may know: how far it is; rulesets add cover and what counts for the dice."""
        one, other = enc.combatants.get(command.who), enc.combatants.get(command.target)
        if one is None or other is None or one is other or len(command.targets) != 1:
            return []
        gap = enc.board.gap(one.pos, one.size, other.pos, other.size)
        return [Reason(self.paragraph, "next to each other" if gap <= 1 else f"{gap} squares away")]

    def line(self, enc: Encounter, one: Combatant, other: Combatant) -> tuple[int, int]:
        """Sight and cover between attacker and target, as grades; maps draw them while somebody takes aim."""
        ends = (one.pos, one.size, other.pos, other.size)
        return enc.board.sight(*ends), enc.board.cover(*ends)

    def carries(self, enc: Encounter, command: Command) -> int:
        """How many squares it carries well, for maps and for bots, who come nearer first; 0: not shown."""
        return 0

    def area(self, enc: Encounter, command: Command) -> list[int]:
        """The squares that a command fills, for maps; empty where it is aimed at people."""
        return []

    def label(self, enc: Encounter, command: Command) -> str:
        """The command as a short text on a button."""
        parts = [command.thing] if command.thing else []
        parts.extend([enc.name(target) for target in command.targets])
        if command.squares:
            parts.append(enc.board.label(command.squares[-1]))
        return " ".join(parts) if parts else self.title

    def aim(self, enc: Encounter, command: Command) -> str:
        """Whom or what a command is aimed at, on a button next to others for the same thing."""
        if len(command.targets) == 1:
            return enc.name(command.targets[0])
        if command.targets:
            return ", ".join([enc.name(target) for target in command.targets])
        return enc.board.label(command.squares[-1]) if command.squares else ""

    def unnamed(self, enc: Encounter, who: str) -> str:
        """What a command that names no thing stands for, next to others that name one."""
        return self.title

    def offer(self, enc: Encounter, who: str) -> Offer:
        """The action as a person sees it, with every pick and every reason."""
        plain = Command(who, self.verb)
        offer = Offer(who, self.verb, self.title, self.paragraph, self.cost(enc, plain), self.shape)
        offer.worded, offer.window = self.worded, self.window
        offer.carded = "thing" in self.shape.split() and self.usual_purpose() == VARIES and not self.worded
        offer.drawback = self.drawback(enc, plain)
        offer.blocked = self.bars(enc, who)
        walking = self.walking(enc, who) if self.walks else None
        if walking is not None:
            offer.picks = self._ways(enc, walking, offer)
        lines: dict[str, tuple[str, str]] = {}
        if walking is None and self.alike:
            offer.picks = self._alike_picks(enc, offer, lines)
        for command, reasons in self.judged_picks(enc, who) if walking is None and not self.alike else []:
            offer.picks.append(self._pick(enc, offer, command, reasons, lines))
        for command in self.elsewhere(enc, who) if not offer.blocked else []:
            offer.picks.append(self._pick(enc, offer, command, [], lines))
        if not offer.blocked and not offer.picks:
            offer.blocked = self.bars_choice(enc, who)
        return offer

    def _ways(self, enc: Encounter, walking: Walking, offer: Offer) -> list[Pick]:
        """For moves, every square within reach is a pick: what is the same for many of them is asked once."""
        clear, board, purpose, drawback = walking.proven(), enc.board, self.usual_purpose(), offer.drawback
        fares: dict[int, tuple[str, int]] = {}
        picks: list[Pick] = []
        for way, units in walking.ways().items():
            if units not in fares:
                fares[units] = self.fare(enc, offer.who, units)
            cost, toll = fares[units]
            command, goal = Command(offer.who, self.verb, (), "", way), way[-1]
            name = board.label(goal)
            pick = Pick(command, name, cost, [] if goal in clear else self.bars_pick(enc, command))
            pick.aim, pick.toll, pick.drawback, pick.purpose = name, toll, drawback, purpose
            picks.append(pick)
        return picks

    def _alike_picks(self, enc: Encounter, offer: Offer, lines: dict[str, tuple[str, str]]) -> list[Pick]:
        """Those that are aimed at the same differ in their labels and in what bars them."""
        picks: list[Pick] = []
        first: dict[tuple[str, ...], Pick] = {}
        for command, reasons in self.judged_picks(enc, offer.who):
            like = first.get(command.targets) if not command.squares and not command.numbers else None
            if like is None:
                pick = first[command.targets] = self._pick(enc, offer, command, reasons, lines)
            else:
                pick = Pick(command, self.label(enc, command), like.cost, reasons)
                pick.drawback, pick.aim, pick.purpose, pick.reach = like.drawback, like.aim, like.purpose, like.reach
                pick.promise, pick.sight, pick.cover = like.promise, like.sight, like.cover
            picks.append(pick)
        return picks

    def _pick(
        self, enc: Encounter, offer: Offer, command: Command, reasons: list[Reason], lines: dict[str, tuple[str, str]]
    ) -> Pick:
        """A pick, with how well its target is seen: that is the same whatever it is done with."""
        cost = offer.cost if self.alike else self.cost(enc, command)
        pick = Pick(command, self.label(enc, command), cost, reasons)
        pick.drawback = offer.drawback if self.alike else self.drawback(enc, command)
        pick.aim = self.aim(enc, command)
        pick.purpose = self.purpose_of(enc, command)
        if pick.purpose == HARM and not reasons and not self.special(enc, command):
            pick.promise = self.promise(enc, command)
        if command.squares:
            pick.toll = self.toll(enc, command)
        if (command.targets or command.squares) and not self.walks:
            pick.reach = self.carries(enc, command)
        if len(command.targets) == 1:
            target = command.targets[0]
            if target not in lines:
                lines[target] = self._line_words(enc, command.who, target)
            pick.sight, pick.cover = lines[target]
        return pick

    def _line_words(self, enc: Encounter, who: str, target: str) -> tuple[str, str]:
        one, other = enc.combatants.get(who), enc.combatants.get(target)
        if one is None or other is None or one is other:
            return "", ""
        sight, cover = self.line(enc, one, other)
        return SIGHT_WORDS[sight], COVER_WORDS[cover]

    def route(self, enc: Encounter, who: str, goal: int) -> list[int]:
        """For moves: the squares of the cheapest path to where somebody pointed."""
        walking = self.walking(enc, who)
        return walking.path_to(goal) if walking is not None else [goal]

    def picks(self, enc: Encounter, who: str) -> list[Command]:
        """The commands an offer lists: the candidates, or for moves every square within reach."""
        walking = self.walking(enc, who) if self.walks else None
        return walking.commands(self.verb) if walking is not None else self.candidates(enc, who)

    def judged_picks(self, enc: Encounter, who: str) -> list[tuple[Command, list[Reason]]]:
        """The same, each with the reasons against it."""
        return [(command, self.bars_pick(enc, command)) for command in self.picks(enc, who)]

    def elsewhere(self, enc: Encounter, who: str) -> list[Command]:
        """For areas: the other legal squares to aim at. A person may point at them; machines keep to the candidates."""
        return []

    def perform(self, table: Table, command: Command) -> None:
        """Do it. Must hold up when the GM allowed what the rules refuse."""
        raise NotImplementedError(f"{type(self).__name__} ({self.verb}) needs a method perform")


def soften(enc: Encounter, reasons: list[Reason]) -> list[Reason]:
    """Leave out the reasons whose paragraph the GM set to warn or allow."""
    if not reasons or not enc.modes:
        return reasons
    return [reason for reason in reasons if enc.modes.get(reason.paragraph, "refuse") == "refuse"]


def stands(enc: Encounter, reasons: list[Reason]) -> bool:
    """Is one of these in force? Then nothing else about a command need be judged; what the GM lifted bars nothing."""
    return bool(soften(enc, reasons))


def soften_offer(enc: Encounter, action: Action, offer: Offer) -> None:
    """What the GM lifted greys nothing; but where there is nothing to pick, no leave opens the offer."""
    if not enc.modes:
        return
    offer.blocked = soften(enc, offer.blocked)
    for pick in offer.picks:
        pick.blocked = soften(enc, pick.blocked)
    if not offer.blocked and not offer.picks:
        offer.blocked = action.bars_choice(enc, offer.who)
