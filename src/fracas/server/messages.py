"""What a page may send over its WebSocket: the protocol's requests without a seat, and the room's own.

Each type says which roles may send it; `docs/server.md` and the OpenAPI components are made from these types.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, create_model

from fracas.engine.cleaning import clean_lines
from fracas.protocol import messages as ask
from fracas.protocol.messages import CLEAN, Message, Named, Word, type_of, typed_in

Id = Named
Dice = Annotated[str, Field(max_length=500), CLEAN]
Why = Annotated[str, Field(max_length=200), CLEAN]
Words = Annotated[str, Field(max_length=500), CLEAN]
Lines = Annotated[str, Field(max_length=8000), AfterValidator(clean_lines)]
Seats = Annotated[list[Word], Field(max_length=50)]
GM_ROLE, PLAYER_ROLE, SPECTATOR_ROLE = "gm", "player", "spectator"
ROLES = (GM_ROLE, PLAYER_ROLE, SPECTATOR_ROLE)
GM_ALONE = (GM_ROLE,)
SEATED = (GM_ROLE, PLAYER_ROLE)


class PageRequest(Message):
    """What all requests of a page share."""

    ABOUT: ClassVar[str] = ""
    ANSWERED: ClassVar[str] = "ok"
    MAY: ClassVar[tuple[str, ...]] = ()
    """The roles that may send it: none, until somebody says so."""
    CHANGES: ClassVar[bool] = True
    """Is it kept in the log? Then its id is a command id: sent twice it is done once."""

    def __init_subclass__(
        cls, may: tuple[str, ...] = (), answered: str = "ok", changes: bool = True, **rest: Any
    ) -> None:
        super().__init_subclass__(**rest)
        cls.MAY, cls.ANSWERED, cls.CHANGES = may, answered, changes

    id: Id = Field(description="unique, 16 random letters; comes back in the reply")


class Claim(PageRequest, may=SEATED):
    ABOUT: ClassVar[str] = "Take this seat under a person's name."
    type: Literal["claim"]
    name: Named


class Start(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "Begin: the table takes its own steps, and commands are taken from now on."
    type: Literal["start"]


class DiceMode(PageRequest, may=SEATED):
    ABOUT: ClassVar[str] = "How a seat's dice are thrown; the GM may say so for any seat."
    type: Literal["dice"]
    mode: Literal["server", "hand"]
    seat: Word = Field(default="", description="by default your own")


class Bot(PageRequest, may=SEATED):
    ABOUT: ClassVar[str] = "Hand a combatant, a side, a seat or one turn of a combatant to a bot, or take it back."
    type: Literal["bot"]
    scope: Literal["combatant", "side", "seat", "turn"]
    name: Word = Field(description="id of the combatant (also for a turn), name of the side or seat")
    on: bool


class Level(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "Which bot plays a side where no person does; `/api/bots` lists them."
    type: Literal["level"]
    side: Word
    level: Word = Field(description="the id of a bot")


class Hold(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "Bots wait for the GM's word before each step (`bot_step`), or go on by themselves."
    type: Literal["hold"]
    on: bool


class BotStep(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "The next step of a bot, while bots are held."
    type: Literal["bot_step"]


class Pause(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "Pause the table, or go on. While it is paused only the GM acts, and no clock runs."
    type: Literal["pause"]
    on: bool


class Limit(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "A time limit for questions, after which the default counts; 0 for none."
    type: Literal["limit"]
    seconds: Annotated[int, Field(ge=0, le=3600)]


class Link(PageRequest, may=GM_ALONE, answered="link", changes=False):
    ABOUT: ClassVar[str] = "A new link for a seat. It is told once and kept only as a hash."
    type: Literal["link"]
    seat: Word = Field(
        description='a seat of the encounter, "gm", "watch" for spectators, or "*" for the room: pick a free seat'
    )


class Revoke(PageRequest, may=GM_ALONE, changes=False):
    ABOUT: ClassVar[str] = (
        "Every link and cookie of a seat ends, whoever sits there is sent away, and it is free again."
    )
    type: Literal["revoke"]
    seat: Word


class Say(PageRequest, may=SEATED):
    ABOUT: ClassVar[str] = "Say something to everybody, or whisper it to some seats. The GM reads whispers too."
    type: Literal["say"]
    text: Words
    to: Seats = Field(default=[], description="none: everybody, spectators included")


class Handout(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "A text to read for some seats, or for everybody; they can open it again."
    type: Literal["handout"]
    title: Named
    text: Lines = Field(description="of any number of lines; may be empty if there is a picture")
    picture: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = Field(
        default="", description="id of a picture of the table's campaign"
    )
    to: Seats = Field(default=[], description="none: everybody, spectators included")


class Point(PageRequest, may=SEATED, changes=False):
    ABOUT: ClassVar[str] = "Point at a square or place: everybody sees it for a moment."
    type: Literal["point"]
    square: Word


class Call(PageRequest, may=GM_ALONE):
    ABOUT: ClassVar[str] = "Call seats for a check outside the rules."
    type: Literal["call"]
    seats: Annotated[list[Word], Field(min_length=1, max_length=50)]
    dice: Dice
    why: Why


class Aside(PageRequest, may=SEATED, answered="roll"):
    ABOUT: ClassVar[str] = (
        "Roll any dice, told to everybody as outside the rules; with `call`, as the answer to a call."
    )
    type: Literal["aside"]
    dice: Dice = Field(default="", description="may be left out with `call`")
    why: Why = ""
    secret: bool = Field(default=False, description="for the GM's eyes; GM only")
    call: Word = Field(default="", description="the id of an open call to this seat")


class Roll(PageRequest, may=SEATED, answered="roll"):
    ABOUT: ClassVar[str] = "The same as an aside without a reason."
    type: Literal["roll"]
    dice: Dice


class Next(PageRequest, may=GM_ALONE, answered="next"):
    ABOUT: ClassVar[str] = "Start the next encounter with this party as it stands; the others are led there."
    type: Literal["next"]
    scenario: Word
    options: dict[Word, Word] = Field(default={}, max_length=200)


class Shape(PageRequest, may=GM_ALONE, answered="shape", changes=False):
    ABOUT: ClassVar[str] = "The lists behind the GM's forms."
    type: Literal["shape"]
    what: Literal["kinds", "conditions", "values"]


class ErrandIn(Message):
    """What one combatant is to do once it may act."""

    who: Named
    target: Word = Field(default="", description="whom to attack, with whatever promises most then")
    square: Word = Field(default="", description="or where to go, as near as the rules let it")
    walk: bool = Field(default=False, description="go towards the target first, where nothing reaches it")
    end: bool = Field(default=False, description="end the turn afterwards")


class Queue(PageRequest, may=SEATED, changes=False):
    ABOUT: ClassVar[str] = (
        "Errands, done one after the other as ordinary commands, each judged at its moment; an empty list stops them."
    )
    type: Literal["queue"]
    errands: Annotated[list[ErrandIn], Field(max_length=100)]


class Forecast(PageRequest, may=GM_ALONE, changes=False):
    ABOUT: ClassVar[str] = (
        "How is this going? While it is on, `forecast` frames tell this connection what a few hundred fights from the "
        "current position come to. They are fought in the background with dice of their own."
    )
    type: Literal["forecast"]
    on: bool


class WhatIf(PageRequest, may=GM_ALONE, changes=False):
    ABOUT: ClassVar[str] = (
        "The same forecast as if the GM had made some rulings; nothing is done at the table. "
        "Without any, there is none."
    )
    type: Literal["what_if"]
    more: Word = Field(default="", description="a kind of which there would be more")
    side: Word = Field(default="", description="on which side")
    count: Annotated[int, Field(ge=1, le=20)] = 1
    heal: Word = Field(default="", description="a side that would be unhurt")
    reveal: bool = Field(default=False, description="everybody hidden would be seen")
    rulings: Annotated[list[Words], Field(max_length=20)] = Field(default=[], description="any others, as typed")


class Whole(PageRequest, may=ROLES, changes=False):
    ABOUT: ClassVar[str] = "For a page whose parts do not add up: its whole view, in an `update` that follows."
    type: Literal["whole"]


STEP = Field(ge=0, description="the step of the view it was made for")
WITHOUT = ("seat", "id", "how")
"""Fields of the protocol that the room fills in: the address says the seat, and only bots are bots."""


def derived(model: type[ask.Request], may: tuple[str, ...], changes: bool, stepped: bool = False) -> type[PageRequest]:
    """A request of the protocol as a page sends it."""
    fields: dict[str, Any] = {
        name: (info.annotation, info) for name, info in model.model_fields.items() if name not in WITHOUT
    }
    if stepped:
        fields["step"] = (int, STEP)
    how = {"may": may, "answered": "ok" if changes else model.ANSWERED, "changes": changes}
    made: type[PageRequest] = create_model(
        model.__name__, __base__=PageRequest, __module__=__name__, __cls_kwargs__=how, **fields
    )
    made.ABOUT = model.ABOUT
    return made


LOOKS = tuple(
    [
        derived(model, ROLES, False)
        for model in (
            ask.Hello,
            ask.State,
            ask.Offers,
            ask.Preview,
            ask.OddsOf,
            ask.Chances,
            ask.Measure,
            ask.Rule,
            ask.Rules,
            ask.What,
            ask.Options,
            ask.Log,
            ask.Events,
        )
    ]
)
CHANGING = (
    derived(ask.Do, SEATED, True, True),
    derived(ask.Answer, SEATED, True, True),
    derived(ask.Ruling, SEATED, True),
    derived(ask.Undo, SEATED, True),
    derived(ask.Redo, SEATED, True),
    derived(ask.Withdraw, SEATED, True),
    derived(ask.TakeBack, SEATED, True),
    derived(ask.Jump, GM_ALONE, True),
    derived(ask.Branch, GM_ALONE, True),
    derived(ask.Switch, GM_ALONE, True),
)
OWN = typed_in(globals(), PageRequest)
PAGE_REQUESTS: tuple[type[PageRequest], ...] = (*LOOKS, *CHANGING, *OWN)
BY_TYPE: dict[str, type[PageRequest]] = {type_of(model): model for model in PAGE_REQUESTS}


class Pong(Message):
    """The answer to a ping. It gets no reply."""

    type: Literal["pong"]


def protocol_request(request: PageRequest, seat: str) -> ask.Request:
    """The protocol's own request behind a page's, which was validated when it came in."""
    fields = {name: getattr(request, name) for name in request.model_fields_set if name != "step"}
    return ask.BY_TYPE[fields["type"]].model_construct(**fields, seat=seat)
