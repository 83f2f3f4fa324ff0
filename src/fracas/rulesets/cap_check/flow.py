"""The flow of a CAP Check encounter: rounds and slots, the actions under way, and the fields that were laid."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Flow
from fracas.engine.fields import PUBLIC, SECRET, Field, Flag, Number, Things, with_own
from fracas.engine.piece import Piece
from fracas.engine.record import Record


class Underway(Piece):
    """An action between its beginning and its end: what Triggers and Amplifies are judged by."""

    def __init__(
        self,
        who: str,
        card: str,
        targets: list[str],
        squares: list[int],
        how: str,
        moment: str,
        damaged: list[str],
        avoided: list[str],
        fallen: list[str],
        hits: list[str],
        harms: bool,
        heals: bool,
        boosts: list[str],
    ) -> None:
        self.who = who
        self.card = card
        self.targets = targets
        self.squares = squares
        self.how = how
        """Empty for an action in turn, else trigger, sustain, free or move."""
        self.moment = moment
        """before, after or amplify while somebody may answer it; else empty."""
        self.damaged = damaged
        self.avoided = avoided
        self.fallen = fallen
        self.hits = hits
        self.harms = harms
        self.heals = heals
        self.boosts = boosts


class Laid(Piece):
    """A Local Field Effect that somebody laid: where, what was there before, by whom, and by which card or effect."""

    def __init__(self, square: int, before: str, who: str, by: str) -> None:
        self.square = square
        self.before = before
        self.who = who
        self.by = by


class Sustained(Piece):
    """One Sustain Effect that is active: its card, and whom or what it was begun on."""

    def __init__(self, card: str, targets: list[str], squares: list[int], serial: int) -> None:
        self.card = card
        self.targets = targets
        self.squares = squares
        self.serial = serial
        """Tells two copies of one effect apart."""


class Sustaining(Things):
    """What somebody sustains; people read the cards."""

    def text(self, record: Record, name: str) -> str:
        return ",".join([held.card for held in getattr(record, self.name)])


IDS_UNDERWAY: Final = (".*.who!!", ".*.targets", ".*.damaged", ".*.avoided", ".*.fallen", ".*.hits")


class CapFlow(Flow):
    """Rounds, slots, the actions under way, and what the end depends on."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Flow.FIELDS,
        [
            *[Flag(name, PUBLIC) for name in ("begun", "passed")],
            # Whose Hit Points changed may be somebody nobody sees.
            Flag("changed", SECRET),
            Number("quiet", SECRET),
            Things("underway", SECRET, Underway, ids=IDS_UNDERWAY),
            Things("laid", PUBLIC, Laid, ids=[".*.who~by"], squares=[".*.square!"]),
        ],
    )

    def __init__(self) -> None:
        super().__init__()
        self.begun = False
        """The start of the current turn is done with."""
        self.passed = False
        """The current turn was ended by its owner."""
        self.changed = False
        """Somebody's Hit Points changed in this round."""
        self.quiet = 0
        """Rounds in a row without any change of Hit Points."""
        self.underway: list[Underway] = []
        """Actions that have begun and not ended; a Trigger comes on top of what it answers."""
        self.laid: list[Laid] = []

    @property
    def latest(self) -> Underway | None:
        return self.underway[-1] if self.underway else None

    def moment_came(self, moment: str, damaged: list[str], avoided: list[str], fallen: list[str]) -> None:
        """The latest action under way may be answered; called by events alone."""
        of = self.underway[-1]
        begun = (of.who, of.card, of.targets, of.squares, of.how, moment)
        self.underway[-1] = Underway(*begun, damaged, avoided, fallen, of.hits, of.harms, of.heals, of.boosts)

    def dice_seen(self, moment: str, hits: list[str], harms: bool, heals: bool, boosts: list[str]) -> None:
        """The dice of the latest action under way lie on the table; called by events alone."""
        of = self.underway[-1]
        begun = (of.who, of.card, of.targets, of.squares, of.how, moment)
        self.underway[-1] = Underway(*begun, of.damaged, of.avoided, of.fallen, hits, harms, heals, boosts)

    def set_begun(self, begun: bool) -> None:
        """A turn begins, or is over for good; called by events alone."""
        self.begun, self.passed = begun, False

    def phase_words(self, phase: str, turn: int) -> str:
        """A turn is one combatant's; the table as a whole has rounds. The end is told by what ended it."""
        return "The encounter begins" if phase == "play" else ""

    def copy(self) -> CapFlow:
        other = CapFlow()
        self.copy_into(other)
        other.begun, other.passed = self.begun, self.passed
        other.changed, other.quiet = self.changed, self.quiet
        other.underway = self.underway[:]
        other.laid = self.laid[:]
        return other
