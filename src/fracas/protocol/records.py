"""What the replies of the protocol are made of: reasons, events, questions, offers, odds.

For `replies`, for servers, and for `docs/protocol.md`, which lists them in this order.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from fracas.protocol.messages import Message, records_in

Data = dict[str, object]


class Why(Message):
    """A reason against something."""

    paragraph: str = Field(description="the number of the rule")
    text: str = Field(description="why it does not allow this")
    remedy: str = Field(default="", description="the cheapest change that would allow it, where there is one")


class OrderOut(Message):
    """A command, with squares by name."""

    who: str
    verb: str
    targets: list[str] = Field(default=[])
    thing: str = ""
    squares: list[str] = Field(default=[])
    numbers: list[int] = Field(default=[])
    text: str = ""


class ShowOut(Message):
    """What an event looks like to those who watch; it follows from what the event declares."""

    tells: str = Field(
        description="act, result, harm, heal, gain or lose (a condition), fall, rise, move, area, roll, turn, mark or"
        " news"
    )
    who: str = Field(default="", description="whom it shows on: whoever acts, walks, is hurt or rolls")
    at: list[str] = Field(default=[], description="whom it is aimed at")
    text: str = Field(default="", description="in a few words")
    amount: int = Field(default=0, description="how much harm or healing; 0 where this seat is not told in numbers")
    squares: list[str] = Field(default=[], description="the squares it goes to or spreads over")


class EventOut(Message):
    """Something that happened, as the seat sees it. A server leaves out what stands at its default,
    in `show` too, and of `data` every field that is empty: `""`, `0`, `false`, `null`, `[]` or `{}`."""

    n: int = Field(description="its number in this seat's stream, counted from 1 without gaps")
    deed: int = Field(description="the deed it belongs to, as this seat knows it: everything one command caused")
    kind: str = Field(description='what happened; "went-back" says that nothing told after number `to` holds any more')
    text: str = Field(default="", description="as a sentence; empty where there is nothing to tell")
    data: Data = Field(default={}, description="the fields of this kind of event")
    harm: int = Field(default=0, description="how much life it takes, as far as this seat is told in numbers")
    by: str = Field(default="", description="for harm: who caused it, as far as this seat was told; otherwise empty")
    reward: bool = Field(default=False, description="whether it is a reward for the encounter")
    tale: int = Field(description="the line of the story it belongs to: the number of the event that begins it")
    shape: str = Field(
        default="deed", description="what that line tells: deed, turn, mark, quiet (nothing is done) or back"
    )
    story: str = Field(
        default="", description="that line as it reads from now on; empty if this event does not change it"
    )
    show: ShowOut | None = Field(
        default=None, description="what is seen of it on the board; null where there is nothing to see"
    )


class Question(Message):
    """An open question this seat may answer."""

    id: str = Field(description="to be named in the answer")
    who: str = Field(description="the combatant who is asked")
    window: str = Field(description="the moment at which it is asked")
    prompt: str
    answers: list[OrderOut] = Field(description="the answers offered")
    labels: list[str] = Field(description="each of them in a few words, as on a button")
    costs: list[str] = Field(description="what each of them costs; empty if nothing")
    drawbacks: list[str] = Field(description="the drawback of each of them for whoever gives it, besides its cost")
    icons: list[str] = Field(description="the name of an icon for each of them; empty where none fits")
    default: OrderOut = Field(description="what counts if nobody answers")
    default_label: str = Field(description="the same in a few words")
    arranges: list[str] = Field(description="whom the answers put in order; empty if they do something else")
    about: str = Field(description="more about what is offered, in a sentence or two; usually empty")
    agree: bool = Field(description="part of an agreement: proposals are shown and may be changed until all are in")
    can_pass: bool = Field(description="false: one of the answers must be given")
    pass_label: str = Field(description="what passing is called here")


class Pick(Message):
    """One concrete command of an offer."""

    command: OrderOut
    text: str = Field(description="the command as it would be typed")
    label: str
    thing: str = Field(description="what it is done with, by name; empty where there is nothing to choose")
    aim: str = Field(description="whom or what it is aimed at, once the thing is chosen; empty where nothing is")
    cost: str
    toll: int = Field(description="the cost as a bare figure, for maps; 0 where there is none")
    drawback: str = Field(description="its drawback for whoever does it, besides its cost")
    purpose: str = Field(description="what it is for: harm, help, ready, go, brace or idle")
    promise: int = Field(description="how much it promises as an ordinary attack, at first glance; otherwise 0")
    blocked: list[Why] = Field(description="every reason against it; none: it is legal")
    icon: str = Field(description="of what it is done with; empty where there is nothing to choose")
    sight: str = Field(description="of the one it is aimed at: clear, partial, minimal or none; else empty")
    cover: str = Field(description="of the one it is aimed at, from here: none, cover, heavy or total; else empty")


class CardOfOffer(Message):
    """A thing that is an action by itself."""

    thing: str
    label: str
    cost: str
    gist: str = Field(description="what it does, in one line")
    open: bool = Field(description="is there anything legal to do with it?")


class OfferOut(Message):
    """One action of a combatant."""

    verb: str
    title: str
    paragraph: str
    cost: str
    drawback: str = Field(description="its drawback for whoever does it, besides its cost")
    shape: str = Field(description="which parts a command needs: none, or of target, thing, path, square")
    walks: bool = Field(description="a way of moving: its squares are a path")
    worded: bool = Field(description="its thing is free text; what it lists are examples")
    window: str = Field(description="for reactions: the moment at which they are given; else empty")
    open: bool = Field(description="is there anything legal in it?")
    blocked: list[Why] = Field(description="every reason against the action as such")
    picks: list[Pick]
    cards: list[CardOfOffer] = Field(
        description="where each of its things is an action by itself: those things, the most useful first"
    )
    icon: str = Field(description="the name of an icon")
    within: dict[str, list[str]] = Field(
        description="by the thing of a command: the squares it reaches, where that is not the whole board"
    )


class Invited(Message):
    """A reaction that a command makes possible."""

    who: str
    window: str
    verbs: list[str]


class Share(Message):
    """A chance."""

    ppm: int = Field(description="in parts per million, rounded")
    exact: str = Field(description="as a fraction")


class Chance(Message):
    """What may come of one command, in a few figures; null where that is not known."""

    results: dict[str, Share] = Field(description="the chance of each result, in the ruleset's words, from the best on")
    likely: Share | None = Field(description="the chance that the target loses any life")
    mean: int | None = Field(description="how much of it is lost on average, in thousandths")
    down: Share | None = Field(description="the chance that it goes down")


class OddsOut(Message):
    """What may come of a command."""

    results: dict[str, Share] = Field(description="the chance of each result, in the ruleset's words, from the best on")
    changes: dict[str, dict[str, dict[str, Share]]] = Field(
        description="by combatant and number: the chance of each change"
    )
    words: dict[str, str] = Field(description="what each number that may change is called on cards")
    down: dict[str, Share] = Field(description="who may go down, and how likely that is")
    conditions: dict[str, dict[str, Share]] = Field(
        description="by combatant: conditions that may come, and after `no longer` those that may go"
    )
    invited: list[Invited] = Field(
        description="whom it asks; unless told otherwise, reactions are passed and other questions get their usual "
        "answer"
    )
    branches: int = Field(description="how many cases were added up")
    cut: Share = Field(description="what was left out as too rare")
    sampled: int = Field(description="0 if exact, otherwise the size of the sample")
    error_ppm: int = Field(description="how far a sample may be off, 19 times out of 20")
    left_out: list[str] = Field(description="what the figures leave out")
    depends: list[str] = Field(description="what depends on something this seat does not know, a sentence each")


class RuleTitle(Message):
    number: str
    title: str


class Fact(Message):
    """One number or property of a thing."""

    label: str
    value: str = Field(description="empty where the label says it all")


class EntryOut(Message):
    """One thing of the game, explained."""

    kind: str = Field(description="what sort of thing: item, spell, action, option, terrain, ...")
    id: str
    name: str
    icon: str = Field(description="the name of an icon; empty where none fits")
    text: str = Field(description="in the ruleset's words")
    paragraph: str = Field(description="the rule behind it; empty where there is none")
    facts: list[Fact]


class LyingOut(Message):
    """Something on a square that belongs to nobody and is not terrain: a dropped weapon, a zone."""

    at: str = Field(description="the square by name")
    name: str
    zone: bool = Field(description="it fills its square and cannot be picked up")
    stacks: int = Field(description="how strong a zone is")
    tone: Literal["", "hot", "cold", "mist", "dark"] = Field(description="how a zone looks")
    icon: str = Field(description="the name of an icon")


class OptionOut(Message):
    name: str
    title: str
    group: str = Field(description="the heading it is listed under")
    value: str = Field(description="in this encounter")
    default: str
    choices: list[str]
    paragraph: str
    why: str = Field(description="why it is a choice")
    says: dict[str, str] = Field(description="what each value does at the table, where that is written down")


class ScenarioOut(Message):
    ref: str = Field(description="ruleset/name, as `fracas referee` takes it")
    title: str
    text: str


class LogLine(Message):
    n: int
    type: Literal["command", "answer", "event", "ruling", "undo"]
    text: str
    told: str = Field(description="as a sentence for people; empty where there is nothing to tell")
    holds: bool = Field(description="false for what was taken back")


class Problem(Message):
    """One thing wrong with a request."""

    at: str = Field(description="the field, or nothing for the line as a whole")
    expected: str
    missing: bool = Field(default=False, description="nothing was given at all")
    near: list[str] = Field(default=[], description="what may have been meant")


RECORDS: Final = records_in(globals(), __name__)
