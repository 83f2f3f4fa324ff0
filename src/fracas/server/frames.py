"""What the server sends over a WebSocket besides the protocol's replies: JSON objects, each with a `type`."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from pydantic import Field

from fracas.protocol.messages import Message, records_in, typed_in
from fracas.protocol.records import Data, EventOut, OrderOut, Question
from fracas.protocol.replies import Seen


class Frame(Message):
    """What all frames share."""

    ABOUT: ClassVar[str] = ""


class OpenQuestion(Question):
    """An open question with its clock."""

    seconds_left: int | None = Field(description="until the default counts; the page takes it from `clocks`")
    default_text: str = Field(description="the default as it would be typed")


class Can(Message):
    """What this seat may take back, as far as it knows."""

    undo: bool
    redo: bool


class NextWord(Message):
    """What the GM most likely says next."""

    command: OrderOut
    label: str


class Difference(Message):
    """What is new in a view. A view consists of parts, each named by its path: `token/lunk/hp`, `card/lunk/3`,
    `row/lunk/active`, `board/rows/7`, `now/last`; `people` and `order` give the order of tokens, cards and rows.
    Each part has a hash: CRC-32 of its name followed by its value in canonical JSON. A view has the sum of them."""

    since: int = Field(alias="from", description="the sum before, modulo 2^32; 0: a whole view, for a page without one")
    to: int = Field(description="the sum after; where either is wrong, the page asks for the `whole` view")
    set: Data = Field(description="parts that are new, or no longer as they were")
    gone: list[str] = Field(description="parts that are gone")
    clocks: list[int | None] = Field(
        default=[], description="where clocks run: seconds left for each open question, in the order of `decisions`"
    )


class MapOut(Message):
    """The picture of the map and where it lies, in hundredths of a square."""

    id: str = Field(
        description="its name at `/api/t/{table}/{seat}/pictures/`; a new one whenever more or less of it shows"
    )
    left: int
    top: int
    width: int
    height: int


class View(Seen):
    """Everything a seat sees of the encounter: its parts put together."""

    game: str
    games: list[str]
    last: int = Field(description="the number of this seat's newest event in it")
    step: int = Field(
        description="to be sent with commands and answers; it changes with turn, phase and whose turn it is"
    )
    over: bool
    result: str
    decisions: list[OpenQuestion]
    waiting_for: list[str]
    can: Can
    between: bool = Field(
        description="true: nobody this seat knows of has anything to do; every deed ends in such a view"
    )
    next: NextWord | None = Field(description="for the GM, where the game goes on at the GM's word")
    orders: list[OrderOut] = Field(
        description="for the GM: orders the GM decides, each as the command that leaves its `targets` as they are"
    )
    map: MapOut | None = Field(description="the picture under the grid, as far as this seat knows the ground")
    portraits: dict[str, str] = Field(
        description="by id of a combatant: its picture, at `/api/t/{table}/{seat}/pictures/`, in place of its icon"
    )
    players_wait: bool = Field(description="for the GM: whoever is to act or to answer is seen by no player")


class SeatOut(Message):
    """One seat as the lobby shows it."""

    seat: str
    names: list[str] = Field(description="of its combatants, those this viewer sees")
    combatants: list[str]
    person: str
    here: int = Field(description="how many tabs are open")
    bot: bool
    dice: Literal["server", "hand"]


class BotOut(Message):
    """Something handed to a bot."""

    scope: Literal["combatant", "side", "seat", "turn"]
    name: str


class AsideOut(Message):
    """Something alongside the game: dice rolled outside the rules, words, or a handout."""

    n: int = Field(description="counted for this viewer, from 1 without gaps")
    after: int = Field(description="the number of the last event this viewer had been told of by then")
    kind: Literal["roll", "say", "handout"]
    who: str = Field(description="the seat")
    to: list[str] = Field(description="the seats it is for; none: everybody. The GM hears everything")
    text: str = Field(
        description="what was said; of a handout its lines; of a roll its line in the log, the first dice spelled out"
    )
    title: str = Field(description="of a handout")
    picture: str = Field(description="of a handout: its picture, at `/api/t/{table}/{seat}/pictures/`, or nothing")
    dice: str
    total: int
    why: str
    call: str = Field(description="the id of the call it answers, for the GM and whoever was called, or nothing")
    secret: bool


class CallOut(Message):
    """A check the GM has called for; a seat is struck from it when it has rolled."""

    id: str = Field(description="counted for this viewer")
    dice: str
    why: str
    seats: list[str]


class QueueOut(Message):
    """How the errands of this seat go."""

    count: int = Field(description="how many there were")
    left: int
    done: int = Field(description="commands given so far")
    who: str = Field(description="whose errand is next; empty at the end")
    waits: str = Field(description="what it waits for; empty while it goes on, and for players")
    told: list[str] = Field(description="what could not be done")
    stopped: str = Field(description="why it ended early")


class RefusedOut(Message):
    """A rule that stood in somebody's way."""

    seat: str
    paragraph: str
    text: str


class RoomOut(Message):
    """The lobby and what is alongside the game, as this viewer may know it."""

    started: bool
    paused: bool
    limit: int
    seats: list[SeatOut]
    watchers: int
    bots: list[BotOut]
    levels: dict[str, str] = Field(description="for the GM: which bot plays each side")
    held: bool = Field(description="bots take each step at the GM's word")
    bot_waits: bool = Field(description="for the GM: a bot waits for that word")
    calls: list[CallOut]
    refused: list[RefusedOut] = Field(description="for the GM: what the rules refused last, the newest last")
    public_seed_hash: str = Field(description="SHA-256 of the seed of the public dice; empty where the seed was chosen")
    trouble: str = Field(description="why nothing can be done at this table; empty when all is well")
    queue: QueueOut | None = Field(description="the errands this seat wants done, and how they go")


class RulesetOut(Message):
    id: str
    name: str
    text: str
    verbs: dict[str, str] = Field(description="what each of its actions is called")
    check: str = Field(description="the dice of an ordinary check")


class Welcome(Frame):
    ABOUT: ClassVar[str] = "The first frame of every connection."
    type: Literal["welcome"] = "welcome"
    protocol: int
    role: Literal["gm", "player", "spectator"]
    seat: str
    table: str
    title: str
    ruleset: RulesetOut
    yours: list[str]
    room: RoomOut
    asides: list[AsideOut] = Field(description="the last ones")
    view: Difference
    events: list[EventOut]
    complete: bool = Field(description="false: events before the first one given were left out")


class EventFrame(Frame):
    ABOUT: ClassVar[str] = "One event, as it happens; how things stand follows when the deed is done."
    type: Literal["event"] = "event"
    event: EventOut


class ViewFrame(Frame):
    ABOUT: ClassVar[str] = "What is new at the end of every deed, and when somebody the viewer knows of is to act."
    type: Literal["view"] = "view"
    view: Difference


class Update(Frame):
    ABOUT: ClassVar[str] = "All that a slow reader has missed; also sent when the game or the clock changes."
    type: Literal["update"] = "update"
    events: list[EventOut]
    view: Difference
    fresh: bool = Field(description="true: another game goes on; these events replace all earlier ones")


class RoomFrame(Frame):
    ABOUT: ClassVar[str] = "The lobby, presence, bots or clock changed."
    type: Literal["room"] = "room"
    room: RoomOut


class Asides(Frame):
    ABOUT: ClassVar[str] = "Something was said, handed out, or rolled outside the rules. Each aside is told once."
    type: Literal["asides"] = "asides"
    asides: list[AsideOut]


class PingOut(Message):
    """Somebody points at the board."""

    who: str = Field(description="the seat")
    square: str = Field(description="or the place")


class Pings(Frame):
    ABOUT: ClassVar[str] = "Somebody points at the board, for a moment. It is kept nowhere."
    type: Literal["pings"] = "pings"
    pings: list[PingOut]


class IntervalOut(Message):
    """A share: the best guess, and the range it lies in 19 times out of 20, however often you look."""

    guess: float
    low: float
    high: float


class FateOut(Message):
    """What may become of somebody."""

    id: str
    name: str
    side: str
    falls: IntervalOut = Field(description="how often it is down or gone at the end")


class ForecastOut(Message):
    """What many fights from a position come to, played by bots on all sides."""

    fights: int = Field(default=0, description="how many have been fought so far")
    of: int = Field(default=0, description="out of how many")
    wins: dict[str, IntervalOut] = Field(default={}, description="by side")
    undecided: int = 0
    rounds: list[int] = Field(default=[], description="rounds left: few (1 in 10 fights has fewer), typical, many")
    people: list[FateOut] = Field(default=[], description="those on their feet in the position")
    trouble: str = Field(default="", description="why there is none")


class ForecastFrame(Frame):
    ABOUT: ClassVar[str] = "For the GM who asked: how this is going; null if it is not known yet."
    type: Literal["forecast"] = "forecast"
    now: ForecastOut | None
    what_if: ForecastOut | None


class Ok(Frame):
    ABOUT: ClassVar[str] = "Done and kept. What came of it follows, event by event."
    type: Literal["ok"] = "ok"
    id: str


class Stale(Frame):
    ABOUT: ClassVar[str] = "The turn, phase or question a command or answer was made for is over; nothing was done."
    type: Literal["stale"] = "stale"
    id: str
    message: str
    view: Difference


class LinkOut(Frame):
    type: Literal["link"] = "link"
    id: str
    seat: str
    url: str
    qr: str = Field(description="the address as an SVG picture")
    here_only: bool = Field(description="true: the address is one of this machine, and no other can open it")


class NextOut(Frame):
    ABOUT: ClassVar[str] = "The next encounter: a reply to the GM, and told to every other seat without an id."
    type: Literal["next"] = "next"
    id: str | None = None
    url: str


class KindOut(Message):
    id: str
    name: str


class CreatureOut(KindOut):
    """A kind with what a GM wants to see at a glance."""

    stats: list[str] = Field(description="the figures at the top of its card")
    size: int


class FieldsOut(Message):
    """The fields of a combatant that the GM may set, with their values."""

    who: str
    fields: dict[str, str]


class ShapeOut(Frame):
    type: Literal["shape"] = "shape"
    id: str
    what: Literal["kinds", "conditions", "values"]
    kinds: list[CreatureOut] = Field(default=[])
    conditions: list[str] = Field(default=[])
    values: list[FieldsOut] = Field(default=[])
    words: dict[str, str] = Field(default={}, description="what fields and conditions are called")
    first: str = Field(default="", description="the value most often set: life")


class Ping(Frame):
    ABOUT: ClassVar[str] = "Every 15 seconds; to be answered by `pong`."
    type: Literal["ping"] = "ping"
    t: int


class Bye(Frame):
    ABOUT: ClassVar[str] = "The last frame; the connection is closed."
    type: Literal["bye"] = "bye"
    why: str


FRAMES: Final = typed_in(globals(), Frame)
RECORDS: Final = records_in(globals(), __name__)
