"""Offers and decisions: what somebody may do, at what cost, what bars the rest, and what the table waits for."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.board import Reach
from fracas.engine.command import PASS, Command
from fracas.engine.reason import Reason

PASS_LABEL: Final = "Pass"
"""What passing is called where the ruleset has no word of its own."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Moves:
    """Where a move may end, worked out only when somebody asks: a flood costs more than all else in a menu."""

    def squares(self, reach: Reach) -> list[int]:
        """The squares of a reach in which this move may end."""
        raise NotImplementedError

    def reach(self) -> Reach:
        raise NotImplementedError


class Choice:
    """The legal commands of one action for one combatant, cheap to make: for machines, and the backbone of offers.

    For moves there is a reach instead of commands, given at once or by `later`; it must be asked for before the state
    changes.
    """

    # What those choices leave as it is that list targets and things; a menu has dozens of them.
    _reach: Reach | None = None
    _later: Moves | None = None

    def __init__(
        self,
        who: str,
        verb: str,
        commands: list[Command],
        squares: list[int],
        reach: Reach | None,
        later: Moves | None = None,
    ) -> None:
        self.who = who
        self.verb = verb
        self._commands = commands
        self._squares = squares
        if reach is not None or later is not None:
            self._reach = reach
            self._later = later

    @property
    def commands(self) -> list[Command]:
        return self._commands

    @property
    def reach(self) -> Reach | None:
        later = self._later
        if later is not None:
            self._later = None
            self._reach = later.reach()
            self._squares = later.squares(self._reach)
        return self._reach

    @property
    def squares(self) -> list[int]:
        return self._squares if self.reach is not None else []

    @property
    def size(self) -> int:
        return len(self._commands) if self.reach is None else len(self._squares)

    def command(self, index: int) -> Command:
        """The index-th legal command; for moves the cheapest path to the index-th square."""
        reach = self.reach
        if reach is None:
            return self._commands[index]
        return Command(self.who, self.verb, squares=tuple(reach.path_to(self._squares[index])))


class Crossed(Choice):
    """Each of these targets with each of these things, all legal; a command is built when somebody asks for it.
    An empty text stands for no target or no thing."""

    def __init__(self, who: str, verb: str, targets: list[str], things: list[str]) -> None:
        self.who = who
        self.verb = verb
        self.targets = targets
        self.things = things

    @property
    def commands(self) -> list[Command]:
        return [self.command(index) for index in range(self.size)]

    @property
    def size(self) -> int:
        return len(self.targets) * len(self.things)

    def command(self, index: int) -> Command:
        target = self.targets[index // len(self.things)]
        return Command(self.who, self.verb, (target,) if target else (), self.things[index % len(self.things)])


class Pick:
    """One concrete command inside an offer, with its label, its cost and whatever bars it."""

    # What most picks leave as it is stands here, where it costs none of the hundreds in a list of offers anything.
    toll: int = 0
    """The cost as a bare figure, of a pick that names squares: for maps; 0 where there is none."""
    drawback: str = ""
    """Its drawback for whoever does it, besides its cost."""
    thing: str = ""
    """What it is done with, by name; empty where there is nothing to choose."""
    aim: str = ""
    """Whom or what it is aimed at, once the thing is chosen."""
    purpose: str = ""
    """What it is for (`purpose.py`)."""
    promise: int = 0
    """How much it promises as an attack compared with others, at first glance; 0 for what is special or no attack."""
    sight: str = ""
    """Of a pick aimed at one other: the grade of sight, for maps."""
    cover: str = ""
    """And that of cover."""
    reach: int = 0
    """How many squares off it may be aimed; 0: that is not told."""

    def __init__(self, command: Command, label: str, cost: str, blocked: list[Reason]) -> None:
        self.command = command
        self.label = label
        self.cost = cost
        self.blocked = blocked

    def to_json(self) -> dict[str, object]:
        return {
            "command": self.command.to_json(),
            "label": self.label,
            "thing": self.thing,
            "aim": self.aim,
            "cost": self.cost,
            "toll": self.toll,
            "drawback": self.drawback,
            "purpose": self.purpose,
            "promise": self.promise,
            "blocked": [reason.to_json() for reason in self.blocked],
        }


class Offer:
    """An action as a person sees it: open with its picks, or greyed with every reason."""

    def __init__(self, who: str, verb: str, title: str, paragraph: str, cost: str, shape: str) -> None:
        self.who = who
        self.verb = verb
        self.title = title
        self.paragraph = paragraph
        self.cost = cost
        self.drawback = ""
        self.shape = shape
        self.worded = False
        """Is its thing free text?"""
        self.carded = False
        """Is each of its things an action by itself, so that what it is for depends on the thing?"""
        self.window = ""
        """For reactions: the window in which they may be given."""
        self.blocked: list[Reason] = []
        self.picks: list[Pick] = []

    @property
    def walks(self) -> bool:
        """Is it a way of moving: are its squares a path, and no place to aim at?"""
        return "path" in self.shape.split()

    @property
    def open(self) -> bool:
        if not self.blocked:
            for pick in self.picks:
                if not pick.blocked:
                    return True
        return False

    def reasons(self) -> list[Reason]:
        """Why the whole offer is greyed: its own reasons, or those of all its picks."""
        if self.blocked or self.open:
            return self.blocked
        return reasons_of(self.picks)

    def to_json(self) -> dict[str, object]:
        return {
            "who": self.who,
            "verb": self.verb,
            "title": self.title,
            "paragraph": self.paragraph,
            "cost": self.cost,
            "drawback": self.drawback,
            "shape": self.shape,
            "walks": self.walks,
            "worded": self.worded,
            "window": self.window,
            "open": self.open,
            "blocked": [reason.to_json() for reason in self.reasons()],
            "picks": [pick.to_json() for pick in self.picks],
        }


def reasons_of(picks: list[Pick]) -> list[Reason]:
    """Whatever bars any of these, each reason once."""
    found: list[Reason] = []
    for pick in picks:
        for reason in pick.blocked:
            if not [r for r in found if r.paragraph == reason.paragraph and r.text == reason.text]:
                found.append(reason)
    return found


class Decision:
    """A question that holds up the table: who is asked, in which window, and the legal answers."""

    def __init__(
        self,
        id: str,
        who: str,
        window: str,
        prompt: str,
        about: list[str],
        commands: list[Command],
        default: Command,
        agree: bool,
        required: bool = False,
        pass_label: str = "",
    ) -> None:
        self.id = id
        self.who = who
        self.window = window
        self.prompt = prompt
        self.commands = commands
        self.default = default
        self.about = about
        """Whom the prompt speaks of: `{0}` in it is the first."""
        self.agree = agree
        """Part of an agreement: proposals are shown and may be changed until all are in."""
        self.required = required
        """Must one of the answers be given?"""
        self.pass_label = pass_label or PASS_LABEL
        """What passing is called here: "Pass", "Do nothing"."""
        self.more = ""
        """More about it, where its answers do not say enough."""

    @property
    def can_pass(self) -> bool:
        """May whoever is asked do nothing about it?"""
        return not self.required and bool([c for c in [self.default, *self.commands] if c.verb == PASS])

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "who": self.who,
            "window": self.window,
            "prompt": self.prompt,
            "about": self.about,
            "commands": [command.to_json() for command in self.commands],
            "default": self.default.to_json(),
            "agree": self.agree,
            "can_pass": self.can_pass,
            "pass_label": self.pass_label,
        }
