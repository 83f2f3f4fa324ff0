"""What can be played: rulesets, their options, scenarios with a picture of the map, kinds of combatants, and rules.

Everything here is public and never changes while the server runs.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from pydantic import Field
from starlette.exceptions import HTTPException

from fracas.engine.blame import told
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.registry import broken_rulesets, load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset, ScenarioInfo
from fracas.engine.views import known
from fracas.protocol.messages import Message
from fracas.protocol.records import Data
from fracas.server.frames import KindOut
from fracas.session.bot_kinds import bot_kinds, own_bots
from fracas.session.rules import sections_of

SHORT_WORDS: Final = ("ap", "cap", "ep", "gm", "hp", "mp", "npc", "pc")
"""Words that are written in capitals."""


class ValueOut(Message):
    value: str
    title: str
    text: str = Field(description="what it does at the table; empty where that is not written down")


class GameOption(Message):
    """One switch of a ruleset."""

    name: str
    title: str
    group: str = Field(description="the heading it is listed under")
    text: str = Field(description="why it is a choice")
    paragraph: str
    default: str
    values: list[ValueOut]


class PresetOut(Message):
    """Several options set at once."""

    name: str
    title: str
    text: str
    values: dict[str, str]


class Token(Message):
    """Somebody on the picture of a map."""

    at: str
    pos: int
    name: str
    side: str
    seat: str = Field(description="empty for the GM's")
    size: int


class GameScenario(Message):
    id: str
    title: str
    text: str
    rows: list[str] = Field(description="the map as text; empty where the board is no grid")
    terrains: list[Data]
    edges: dict[str, str] = Field(description="what stands between two squares of the map: c3|d3 and door")
    board: Data | None = Field(description="the board, where it is no grid")
    tokens: list[Token] = Field(description="those everybody sees")
    seats: list[str]
    options: dict[str, str] = Field(description="those of its own, which hold unless others are chosen")


class GameOut(Message):
    """One ruleset with all that is needed to start an encounter."""

    id: str
    name: str
    text: str
    options: list[GameOption]
    presets: list[PresetOut]
    scenarios: list[GameScenario]
    kinds: list[KindOut]


class ParagraphOut(Message):
    number: str
    title: str
    text: str
    section: str


class RulebookOut(Message):
    id: str
    name: str
    paragraphs: list[ParagraphOut]


class BotKindOut(Message):
    """A bot that can play."""

    id: str
    title: str
    about: str


class LeftOut(Message):
    """An installed ruleset or bot that cannot be used."""

    id: str
    why: str = Field(description="the error and the line in its author's file")


class Catalogue:
    """Every installed ruleset, the one to begin with first; those that break are left out, and the others go on."""

    def __init__(self) -> None:
        self.games: list[GameOut] = []
        self.left_out = [LeftOut(id=id, why=why) for id, why in broken_rulesets().items()]
        self.bots = [BotKindOut.out_of(kind) for kind in bot_kinds().values()]
        self.bots_left_out = [LeftOut(id=id, why=why) for id, why in own_bots().broken.items()]
        for ruleset in sorted([load_ruleset(id) for id in ruleset_ids()], key=lambda one: (one.rank, one.id)):
            try:
                self.games.append(game_out(ruleset))
            except Exception as error:  # noqa: BLE001  # whatever somebody's rules raise
                self.left_out.append(LeftOut(id=ruleset.id, why=told(error)))


@cache
def catalogue() -> Catalogue:
    return Catalogue()


def game_out(ruleset: Ruleset) -> GameOut:
    options = [
        GameOption.out_of(
            option,
            text=option.why,
            values=[ValueOut(value=value, title=titled(value), text=text) for value, text in option.says.items()],
        )
        for option in ruleset.options
    ]
    starts = [(info, ruleset.start(info.id, {}, ["", ""])) for info in ruleset.scenarios()]
    scenarios = [scenario_out(ruleset, info, start) for info, start in starts]
    kinds: list[KindOut] = []
    if starts:
        enc = starts[0][1]
        kinds = [
            KindOut(id=kind, name=ruleset.make(enc, kind, "newcomer", 0, "foes", GM).name)
            for kind in enc.content.people()
        ]
    return GameOut.out_of(
        ruleset,
        text=ruleset.summary,
        options=options,
        presets=[PresetOut.model_validate(preset.to_json()) for preset in ruleset.presets],
        scenarios=scenarios,
        kinds=kinds,
    )


def scenario_out(ruleset: Ruleset, info: ScenarioInfo, start: Encounter) -> GameScenario:
    view = known(ruleset, start, "")
    board = view.board.to_json()
    rows, terrains, edges = board.get("rows"), board.get("terrains"), board.get("edges")
    tokens = [
        Token.out_of(one, at=view.board.name(one.pos), seat="" if one.seat == GM else one.seat)
        for one in view.combatants.values()
    ]
    return GameScenario.out_of(
        info,
        rows=[str(row) for row in rows] if isinstance(rows, list) else [],
        terrains=terrains if isinstance(terrains, list) else [],
        edges={str(edge): str(kind) for edge, kind in edges.items()} if isinstance(edges, dict) else {},
        board=None if isinstance(rows, list) else board,
        tokens=tokens,
        seats=sorted({one.seat for one in view.combatants.values() if one.seat != GM}),
    )


@cache
def check_ruleset(id: str) -> None:
    if id not in ruleset_ids():
        raise HTTPException(404, "no such ruleset")


def rulebook_out(id: str) -> RulebookOut:
    """The table's own rules and those of a game."""
    ruleset = load_ruleset(id)
    paragraphs = [
        ParagraphOut.out_of(paragraph, text=paragraph.text.strip(), section=section.title)
        for section in sections_of(ruleset.package)
        for paragraph in section.paragraphs
    ]
    return RulebookOut.out_of(ruleset, paragraphs=paragraphs)


def titled(name: str) -> str:
    """A name in words, with a capital at its beginning: `npc-groups` is NPC groups."""
    words = [word.upper() if word in SHORT_WORDS else word for word in name.split("-")]
    title = " ".join(words)
    return title[:1].upper() + title[1:]
