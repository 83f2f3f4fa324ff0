"""Every message of the referee's protocol, in and out: what it holds, in which types, and what it is for.

For the referee, for servers, and for `docs/protocol.md`, which is made from these types.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, StrictInt, Tag
from pydantic_core import PydanticCustomError

from fracas.engine.cleaning import clean
from fracas.engine.errors import Invalid

VERSION = 1


def not_blank(text: str) -> str:
    """Refuse a name of which cleaning has left nothing to read."""
    if not text.strip():
        raise PydanticCustomError("blank", "Text should not be blank")
    return text


CLEAN = AfterValidator(clean)
"""Every text of a message is made one plain line here, before anybody reads it."""
NOT_BLANK = AfterValidator(not_blank)
Word = Annotated[str, Field(max_length=64), CLEAN]
Said = Annotated[str, Field(max_length=200), CLEAN]
Text = Annotated[str, Field(max_length=2000), CLEAN]
Named = Annotated[str, Field(min_length=1, max_length=64), CLEAN, NOT_BLANK]
FilePath = Annotated[str, Field(max_length=2000)]
Whole = Annotated[int, Field(ge=0)]


class Message(BaseModel):
    """Strict: no field more, none of another type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, from_attributes=True)

    @classmethod
    def out_of(cls, source: object, **more: Any) -> Self:
        """A message filled from a row or an object: fields that are not given here are taken from there by name."""
        get = source.__getitem__ if isinstance(source, Mapping) else partial(getattr, source)
        return cls(**{name: get(name) for name in cls.model_fields if name not in more}, **more)


M = TypeVar("M", bound=Message)


class Order(Message):
    """A command or an answer as an object; the parts a verb does not need stay away."""

    who: Named = Field(description="the combatant who acts")
    verb: Named = Field(description="what it does")
    targets: list[Word] = Field(default=[], max_length=100, description="ids of combatants")
    thing: Said = Field(default="", description="a weapon, item, spell or other thing by its name")
    squares: list[Word | StrictInt] = Field(
        default=[], max_length=1000, description='squares by name ("c4") or by number'
    )
    numbers: list[int] = Field(default=[], max_length=1000, description="faces of dice thrown by hand, and the like")
    text: Text = Field(default="", description="words, where a ruling needs them")


def _written_as(value: object) -> str:
    return "text" if isinstance(value, str) else "object"


OrderOrText = Annotated[Annotated[Order, Tag("object")] | Annotated[Text, Tag("text")], Discriminator(_written_as)]


class Request(Message):
    """What all requests share."""

    ABOUT: ClassVar[str] = ""
    ANSWERED: ClassVar[str] = "ok"
    """The type of the reply when nothing is wrong."""

    def __init_subclass__(cls, answered: str = "ok", **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.ANSWERED = answered

    seat: Word = Field(description='for whom: "gm", the name of a seat, or "" for a spectator')
    id: Word | int | None = Field(default=None, description="anything; it comes back in the reply")


class Hello(Request, answered="hello"):
    ABOUT: ClassVar[str] = "Who is there: versions, scenario, seats and games."
    type: Literal["hello"]


class State(Request, answered="state"):
    ABOUT: ClassVar[str] = (
        "Everything this seat may see: encounter, order of action, a card for each combatant, open questions."
    )
    type: Literal["state"]


class Offers(Request, answered="offers"):
    ABOUT: ClassVar[str] = (
        "Every action of one of this seat's combatants, with costs and picks; "
        "what is not possible comes with every reason."
    )
    type: Literal["offers"]
    who: Word = Field(description="the combatant")


class Preview(Request, answered="preview"):
    ABOUT: ClassVar[str] = "Judge a command, or with `to` an answer, without performing it."
    type: Literal["preview"]
    command: OrderOrText = Field(description="as an object, or as it would be typed")
    to: Word = Field(default="", description="the id of an open question, to judge an answer to it")


class Measure(Request, answered="measure"):
    ABOUT: ClassVar[str] = "How far apart two squares or places are, counted and worded as in the rules."
    type: Literal["measure"]
    here: Named = Field(description="a square or place")
    there: Named = Field(description="another one")


class OddsOf(Request, answered="odds"):
    ABOUT: ClassVar[str] = (
        "The exact odds of a legal command. Unless `answers` says otherwise, reactions are passed "
        "and other questions get their usual answer."
    )
    type: Literal["odds"]
    command: OrderOrText = Field(description="as an object, or as it would be typed")
    answers: list[OrderOrText] = Field(
        default=[], max_length=50, description="answers to assume, at most one for each combatant"
    )


class Chances(Request, answered="chances"):
    ABOUT: ClassVar[str] = "What several commands may lead to, in a few figures each, to help choose between them."
    type: Literal["chances"]
    commands: list[OrderOrText] = Field(max_length=40, description="as objects, or as they would be typed")


class Do(Request):
    ABOUT: ClassVar[str] = "Give a command. Refused with every reason, or performed as far as the next question."
    type: Literal["command"]
    command: OrderOrText = Field(description="as an object, or as it would be typed")


class Answer(Request):
    ABOUT: ClassVar[str] = "Answer an open question. The GM may answer for anybody."
    type: Literal["answer"]
    to: Word = Field(description="the id of the question")
    answer: OrderOrText = Field(
        description="as an object, or as it would be typed; in text, the name of whoever is asked may be left out"
    )
    how: Literal["person", "bot", "default"] = Field(default="person", description="who decided; kept in the log")


class Ruling(Request):
    ABOUT: ClassVar[str] = "A ruling of the GM, or a seat's own preference; possible while a question is open."
    type: Literal["ruling"]
    ruling: OrderOrText = Field(description="as an object, or as it would be typed")
    reason: Text = Field(default="", description="why; kept in the log")


class Undo(Request):
    ABOUT: ClassVar[str] = (
        "Undo the last thing a person did, and whatever followed from it. A player may take back their own last step, "
        "as long as no die has been seen and nobody has come into sight since."
    )
    type: Literal["undo"]


class Redo(Request):
    ABOUT: ClassVar[str] = "Take back the last undo, if nothing has been done since."
    type: Literal["redo"]


class Jump(Request):
    ABOUT: ClassVar[str] = "Go to the moment after a line of the log. GM only."
    type: Literal["jump"]
    to: Whole = Field(description="the number of a line, 0 for the start")


class Branch(Request):
    ABOUT: ClassVar[str] = (
        "Play on in a copy of the game as it was after a line; the former game keeps its name. GM only."
    )
    type: Literal["branch"]
    at: Whole = Field(description="the number of a line, 0 for the start")
    name: Word = Field(default="", description="a name for the copy; by default branch-1 and so on")


class Switch(Request):
    ABOUT: ClassVar[str] = "Switch to another game of this session. GM only."
    type: Literal["switch"]
    to: Word = Field(description="the name of a game")


class Withdraw(Request):
    ABOUT: ClassVar[str] = "Take back the open command, whatever has been answered in it. For its own seat and the GM."
    type: Literal["withdraw"]


class TakeBack(Request):
    ABOUT: ClassVar[str] = "Take back your own answer in the open command; answers to later questions are dropped."
    type: Literal["take_back"]
    to: Word = Field(description="the id of the question that was answered")


class Save(Request, answered="save"):
    ABOUT: ClassVar[str] = "The log of the game, as text or written to a new file. GM only."
    type: Literal["save"]
    path: FilePath = Field(default="", description="a file to write; without it the reply holds the log")


class Load(Request):
    ABOUT: ClassVar[str] = "Play on from a saved log of the same ruleset; the current game keeps its name. GM only."
    type: Literal["load"]
    path: FilePath = Field(default="", description="a file to read")
    log: str = Field(default="", description="or the log itself, as far as a line can hold it")
    name: Word = Field(default="", description="a name for the game; by default loaded-1 and so on")


class Rule(Request, answered="rule"):
    ABOUT: ClassVar[str] = "The text of a rule."
    type: Literal["rule"]
    number: Word = Field(description="the number of a paragraph")


class Rules(Request, answered="rules"):
    ABOUT: ClassVar[str] = "The numbers and titles of all rules."
    type: Literal["rules"]


class What(Request, answered="what"):
    ABOUT: ClassVar[str] = (
        "What something is: an item, spell, ability, condition, terrain, action or option, by its name, its id or the "
        "beginning of one."
    )
    type: Literal["what"]
    name: Named = Field(description="what people call it")


class Options(Request, answered="options"):
    ABOUT: ClassVar[str] = "The options of the ruleset, with the values of this encounter."
    type: Literal["options"]


class Scenarios(Request, answered="scenarios"):
    ABOUT: ClassVar[str] = "Every scenario of every ruleset that is installed."
    type: Literal["scenarios"]


class Log(Request, answered="log"):
    ABOUT: ClassVar[str] = (
        "The log as sentences. The GM gets the lines of the game, with the numbers that `jump` and `branch` take; "
        "others get what their own stream of events told them."
    )
    type: Literal["log"]
    since: Whole = Field(default=0, description="the first line wanted")


class Events(Request, answered="events"):
    ABOUT: ClassVar[str] = "This seat's events after a number."
    type: Literal["events"]
    since: Whole = Field(default=0, description="the number of the last event already known")


class Roll(Request, answered="roll"):
    ABOUT: ClassVar[str] = "Throw any dice, outside the rules. The result is reported, but not logged."
    type: Literal["roll"]
    dice: Annotated[str, Field(max_length=1000), CLEAN] = Field(description="what to throw, such as 4d6kh3+1")


class Quit(Request, answered="bye"):
    ABOUT: ClassVar[str] = "End the referee. The end of its input does the same."
    type: Literal["quit"]


def type_of(model: type[BaseModel]) -> str:
    """The word in `type` by which a message is known."""
    (word,) = model.model_fields["type"].annotation.__args__  # type: ignore[union-attr]
    return str(word)


def typed_in(module: Mapping[str, object], base: type[M]) -> tuple[type[M], ...]:
    """The messages of a module that have a word of their own in `type`, in the order they are written."""
    kinds = [value for value in module.values() if isinstance(value, type) and issubclass(value, base)]
    return tuple([kind for kind in kinds if "type" in kind.model_fields])


def records_in(module: Mapping[str, object], name: str) -> tuple[type[Message], ...]:
    """What the messages of the module of this name are made of, in the order they are written."""
    kinds = [value for value in module.values() if isinstance(value, type) and issubclass(value, Message)]
    return tuple([kind for kind in kinds if kind.__module__ == name and not hasattr(kind, "ABOUT")])


def read_message(data: Mapping[str, object], models: Mapping[str, type[M]]) -> M:
    """A message as plain data, by its type: the one place where what comes in is validated."""
    word = data.get("type")
    model = models.get(word) if isinstance(word, str) else None
    if model is None:
        raise Invalid("request", "type", word, "one of " + ", ".join(models))
    return model.model_validate(data)


REQUESTS: Final = typed_in(globals(), Request)
BY_TYPE: dict[str, type[Request]] = {type_of(model): model for model in REQUESTS}
