"""The basis of a game: what its ruleset registers, its options, its content and its paragraphs.

For every ruleset; nothing here is overridden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from mypy_extensions import mypyc_attr
from pydantic import BaseModel

from fracas.engine.action import SHAPES, Action
from fracas.engine.board import Board
from fracas.engine.content_plain import PlainLoad, copied
from fracas.engine.content_source import Load, Source
from fracas.engine.encounter import Content, Encounter
from fracas.engine.encounter_reading import encounter_from_json
from fracas.engine.entries import Tables
from fracas.engine.errors import EngineFault
from fracas.engine.event import Event, register_events
from fracas.engine.events import ENGINE_EVENTS
from fracas.engine.options import Option, Options, Preset, declared, settle
from fracas.engine.paragraphs import read_sheet
from fracas.engine.pictures import Pictures
from fracas.engine.reason import Reason
from fracas.engine.step import Step
from fracas.engine.versions import Conversion

if TYPE_CHECKING:
    from fracas.engine.ruleset import Ruleset


def bars_over() -> Reason:
    return Reason("0.5", "the encounter is over", "undo, or begin another")


@mypyc_attr(allow_interpreted_subclasses=True)
class Basis:
    """What a game consists of."""

    def __init__(
        self, id: str, name: str, version: str, summary: str, package: str, extra: list[str] | None = None
    ) -> None:
        self.id = id
        self.name = name
        self.version = version
        self.summary = summary
        self.package = package
        """The import package that holds `rules/` and `data/`."""
        self.rank = 50
        """Where nothing is named, the game of the lowest rank is offered first: the one to begin with."""
        self.life = ""
        """The field without which nobody stands: those who come from another encounter have at least one of it."""
        self.lasting = ["name"]
        """The fields that outlast an encounter, among those a GM may set."""
        self.rested: dict[str, int] = {}
        """What a long rest gives back of a field: so much, or 0 for all of it. Gauges not named here are filled."""
        self.over_reason: Callable[[], Reason] = bars_over
        """Says why nothing can be done once the encounter is over."""
        self.results: list[str] = []
        """How deeds come out, in the words of its events, what is best for whoever acts first: people read odds in this
        order."""
        self.check_dice = "1d20"
        """The dice of an ordinary check, for checks the GM calls for outside the rules."""
        self.slot_word = "turn"
        """What this game calls the time in which somebody may act."""
        self.gauge_words: dict[str, str] = {}
        """What each of the gauges is called on cards."""
        self.field_words: dict[str, str] = {}
        """What the fields a GM may set are called, where the field's own name does not say it."""
        self.section_rules: dict[str, str] = {}
        """The paragraph behind each section of the content files, for those who look something up."""
        self.options: list[Option] = []
        """Every switch of the game, as people see it."""
        self.presets: list[Preset] = []
        self.trial_options: dict[str, str] = {}
        """The options under which everybody takes commands: for trying creatures out one by one."""
        self._options_kind: type[Options] = Options
        self._sheet: list[Option] = []
        self.actions: dict[str, Action] = {}
        self.people_actions: list[Action] = []
        """Those of combatants, and those of the GM."""
        self.gm_actions: list[Action] = []
        self.steps: dict[str, Step] = {}
        self.windows: dict[str, list[Action]] = {}
        self.replies: dict[str, Action] = {}
        """By window: the action by which bots weigh answers to a question, where these are no reactions. Questions in
        windows that are in neither table get their default."""
        self.kinds: dict[str, type[Event]] = {}
        self.shows: dict[type[Event], bool] = {}
        """Every event there is; may it bring somebody before everybody's eyes?"""
        self._pictures: Pictures | None = None
        self.extra: list[Any] = extra if extra is not None else []
        """Content files or folders that somebody adds."""
        self.content: Content = Content()
        self._source: Source | None = None
        self._added: Source | None = None
        """Where added content comes from, for a game that has its own in code."""
        self._examples: Content | None = None
        self.conversions: dict[str, Conversion] = {}
        """By version of these rules: what brings its events and states into the shape of the next version."""

    def register(
        self,
        actions: list[Action],
        steps: list[Step],
        events: list[type[Event]],
        replies: Sequence[Action] = (),
    ) -> None:
        """Take in what the sections of the rules define."""
        self.kinds = register_events(ENGINE_EVENTS + events)
        self.shows = {kind: kind.SHOWS for kind in self.kinds.values()}
        for action in actions:
            assert action.verb not in self.actions, f"two actions are called {action.verb}"
            odd = [part for part in action.shape.split() if part.removesuffix("?") not in SHAPES]
            assert not odd, f"the action {action.verb} takes {odd[0]!r}, expected one of {', '.join(SHAPES)}"
            self.actions[action.verb] = action
            (self.gm_actions if action.of_gm else self.people_actions).append(action)
            if action.window:
                self.windows.setdefault(action.window, []).append(action)
        self.replies = {action.window: action for action in replies}
        for step in steps:
            assert step.verb not in self.actions and step.verb not in self.steps
            self.steps[step.verb] = step

    def offer_options(self, kind: type[Options], presets: list[Preset] | None = None) -> None:
        """The switches of the game are those that `kind` asks for; without presets, those of `rules/options.toml`."""
        self._sheet, self.presets = read_sheet(self.package) if presets is None else ([], presets)
        self.options = declared(kind, self.presets, self._sheet)
        self._options_kind = kind

    def settle(self, chosen: dict[str, str]) -> Options:
        """The options of an encounter: what was chosen, and defaults for the rest."""
        return settle(self._options_kind, self.presets, chosen, self._sheet)

    def use_content(self, load: Load, model: type[BaseModel]) -> None:
        """The content of the game is what `load` makes of its files in `data/` and of those that somebody adds; `model`
        says what may stand in one, a field for each section. Its options are offered before, as scenarios name them."""
        self._source = Source(self.package, load, self.settle, model, self.extra)
        self.content = self._source.content()
        for name in getattr(self.content, "__dict__", {}):
            if callable(getattr(Content, name, None)):
                kind = type(self.content).__name__
                raise EngineFault(f"{kind}.{name} is a method of every Content: call this section something else")

    @property
    def pictures(self) -> Pictures:
        """Which icon stands for what, read once."""
        if self._pictures is None:
            self._pictures = Pictures(self.package)
        return self._pictures

    def with_content(self, paths: list[Any]) -> Ruleset:
        """The same rules with more content, as files, folders or tables; an error names file, key, value and what was
        expected."""
        paths = [*self.extra, *paths]
        if self._source is None:
            return self._plain_with(paths)
        kind: Any = type(self)
        other: Ruleset = kind(paths)
        return other

    def _plain_with(self, paths: list[Any]) -> Ruleset:
        """A game that has its content in code, with what somebody adds to it."""
        other: Any = copied(self)
        other.extra = paths
        other._added = Source(self.package, self.source.load, self.settle, self.source.model, paths, False)
        other.content = other._added.content()
        return cast("Ruleset", other)

    @property
    def source(self) -> Source:
        """Where content comes from. A game without files has one too, for what others add."""
        if self._source is not None:
            return self._source
        if self._added is None:
            load = PlainLoad(self.content, self._drawn)
            self._added = Source(self.package, load, self.settle, load.model, [], False)
        return self._added

    def _drawn(self, rows: list[str]) -> Board:
        mine = cast("Ruleset", self)
        return mine.draw_board(rows, mine.settle({}), self.content)

    def example_content(self) -> Content:
        """The content with the people of the worked examples, read once."""
        if self._examples is None:
            self._examples = self._source.content_with_cast() if self._source is not None else self.content
        return self._examples

    def content_with(self, entries: Tables) -> Content:
        """The content of a saved game: what is installed, with the entries that the game carries."""
        return self.source.content_with(self.content, entries) if entries else self.content

    def read(self, data: dict[str, object], content: Content, board: Board | None = None) -> Encounter:
        """The encounter behind its JSON; on a board that is known already, or the one in the data."""
        options = data["options"]
        assert isinstance(options, dict)
        return encounter_from_json(data, content, self.settle(options), board)
