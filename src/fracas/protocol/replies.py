"""Every reply of the referee's protocol: what it holds, in which types. The requests are in `messages`.

For the referee, for servers, and for `docs/protocol.md`, which is made from these types.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from pydantic import Field

from fracas.protocol.messages import Message, Word, type_of, typed_in
from fracas.protocol.records import (
    Chance,
    Data,
    EntryOut,
    EventOut,
    Invited,
    LogLine,
    LyingOut,
    OddsOut,
    OfferOut,
    OptionOut,
    OrderOut,
    Problem,
    Question,
    RuleTitle,
    ScenarioOut,
    Why,
)


class Reply(Message):
    """What all replies share."""

    ABOUT: ClassVar[str] = ""
    ORDERED: ClassVar[bool] = False
    """Do its keys stand in an order that says something?"""
    id: Word | int | None = Field(default=None, description="that of the request")


class Placed(Reply):
    """A reply that says where the game stands."""

    game: str = Field(description="the name of the game")
    last: int = Field(description="the number of this seat's last event")
    over: bool
    result: str = Field(description="who won, once it is over")
    decisions: list[Question] = Field(description="the open questions this seat may answer")
    waiting_for: list[str] = Field(description="whom the table waits for")


class Ok(Placed):
    ABOUT: ClassVar[str] = (
        "Done, with what this seat learns of it. After `branch`, `switch` and `load`, ask for the state again."
    )
    type: Literal["ok"] = "ok"
    events: list[EventOut] = Field(description="the new events of this seat")


class HelloReply(Placed):
    type: Literal["hello"] = "hello"
    protocol: int = Field(description="the version of this protocol")
    ruleset: str
    ruleset_name: str
    ruleset_version: str
    title: str = Field(description="of the scenario")
    seats: list[str] = Field(description="those this seat knows of")
    yours: list[str] = Field(description="the combatants this seat speaks for")
    games: list[str]
    read_only: str = Field(description="why the log can only be read; empty when it can be played")
    requests: list[str] = Field(description="the types of request")


class Seen(Message):
    """What there is to see for a seat."""

    state: Data = Field(description="the encounter: combatants, board, flow, options")
    rail: Data = Field(description="the order of action, as rows to be drawn")
    cards: list[Data] = Field(description="a card for each combatant: pips, tracks, numbers with their parts, words")
    actors: list[str] = Field(description="who may give a command now")
    lying: list[LyingOut] = Field(description="what lies about on the board")
    proposals: dict[str, OrderOut] = Field(description="what was proposed in an open agreement, by combatant")


class StateReply(Seen, Placed):
    type: Literal["state"] = "state"


class OffersReply(Reply):
    type: Literal["offers"] = "offers"
    who: str
    offers: list[OfferOut]


class ChancesReply(Reply):
    ORDERED = True
    type: Literal["chances"] = "chances"
    chances: list[Chance] = Field(description="of each command asked about")
    thinking: bool = Field(default=False, description="some are still being worked out: ask again for them")


THINKING = "the odds are still being worked out: ask again for them"


class PreviewReply(Reply):
    ORDERED = True
    type: Literal["preview"] = "preview"
    command: OrderOut
    text: str = Field(description="the command as it would be typed")
    legal: bool
    reasons: list[Why] = Field(description="every reason against it")
    warnings: list[Why] = Field(description="rules it breaks with the GM's permission")
    cost: str
    drawback: str = Field(description="its drawback for whoever does it, besides its cost")
    sighted: list[Why] = Field(description="what matters for the aim: range, cover, modifiers to the dice")
    area: list[str] = Field(description="the squares it fills; none where it is aimed at people")
    touched: list[str] = Field(description="whom it reaches in that area, as far as this seat knows")
    invited: list[Invited] = Field(description="the reactions it invites")
    hurts: bool = Field(description="a way of moving into harm, or one that may take some of the mover's life")
    odds: OddsOut | None = Field(description="only for what is legal and not already decided by dice that were seen")
    thinking: bool = Field(default=False, description=THINKING)


class OddsReply(Reply):
    ORDERED = True
    type: Literal["odds"] = "odds"
    command: OrderOut
    odds: OddsOut
    thinking: bool = Field(default=False, description=THINKING)


class SaveReply(Reply):
    type: Literal["save"] = "save"
    path: str
    log: str = Field(description="the log as text; empty when a file was written")
    lines: int


class MeasureReply(Reply):
    type: Literal["measure"] = "measure"
    text: str = Field(description="the distance in the ruleset's words")


class RuleReply(Reply):
    type: Literal["rule"] = "rule"
    number: str
    title: str
    text: str


class RulesReply(Reply):
    type: Literal["rules"] = "rules"
    rules: list[RuleTitle]


class WhatReply(Reply):
    type: Literal["what"] = "what"
    entries: list[EntryOut] = Field(
        description="everything with that name, or if there is nothing, everything whose name begins with it"
    )


class OptionsReply(Reply):
    type: Literal["options"] = "options"
    options: list[OptionOut]


class ScenariosReply(Reply):
    type: Literal["scenarios"] = "scenarios"
    scenarios: list[ScenarioOut]


class LogReply(Reply):
    type: Literal["log"] = "log"
    game: str
    lines: list[LogLine]


class EventsReply(Placed):
    type: Literal["events"] = "events"
    events: list[EventOut]


class RollReply(Reply):
    type: Literal["roll"] = "roll"
    dice: str = Field(description="in the usual spelling")
    total: int
    text: str = Field(description="the faces, dropped ones in brackets; if there are many dice, only the first")
    faces: list[int]


class Bye(Reply):
    type: Literal["bye"] = "bye"


class Error(Reply):
    ABOUT: ClassVar[str] = "Nothing was changed."
    type: Literal["error"] = "error"
    kind: Literal["invalid", "refused", "fault"] = Field(
        description="invalid: it cannot be understood; refused: the rules do not allow it; fault: a bug in Fracas"
    )
    message: str = Field(description="one line for people")
    reasons: list[Why] = Field(default=[], description="refused: every reason")
    problems: list[Problem] = Field(default=[], description="invalid: what is wrong where")


REPLIES: Final = typed_in(globals(), Reply)
REPLY_BY_TYPE: dict[str, type[Reply]] = {type_of(model): model for model in REPLIES}
