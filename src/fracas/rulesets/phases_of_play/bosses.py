"""Section 17: legendary abilities of bosses, and those of the environment."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import GM, PASS, Action, Command, Encounter, Question, Step, Table, Why
from fracas.engine.events import BOOKS, PUBLIC, Event
from fracas.rulesets.phases_of_play.abilities import Use, bars_using
from fracas.rulesets.phases_of_play.acting import choose
from fracas.rulesets.phases_of_play.aiming import bars_aim, drafts, find, reached
from fracas.rulesets.phases_of_play.being import Being, being, beings, party, phases
from fracas.rulesets.phases_of_play.carrying_out import use
from fracas.rulesets.phases_of_play.conditions import PoolChanged
from fracas.rulesets.phases_of_play.effects import applies
from fracas.rulesets.phases_of_play.expecting import POINT, typical
from fracas.rulesets.phases_of_play.profiles import Ability
from fracas.rulesets.phases_of_play.tests import MIXED

LEGENDARY: Final = "legendary"
ENVIRONMENT: Final = "environment"


class BossDue(Event):
    """A player's turn is over, so bosses may act; or they have had their say."""

    IDS: ClassVar[tuple[str, ...]] = ("after",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, after: str) -> None:
        self.after = after

    def apply(self, enc: Encounter) -> None:
        phases(enc).boss_due = self.after


def refresh(table: Table) -> None:
    """17.1: at the top of a round every boss may use as many legendary abilities as there are player characters."""
    count = len(party(table.enc))
    for one in beings(table.enc):
        if one.card.legendary and one.legendary_left != count:
            table.emit(PoolChanged(one.id, "legendary_left", count, "a new round"))


def due_after(enc: Encounter, who: str) -> bool:
    """17.2: after the turn of a player character."""
    return being(enc, who).pc and bool([one for one in beings(enc) if ready(one)])


def ready(one: Being) -> bool:
    """17.1, 17.3: a boss that is up, with something left."""
    return bool(one.card.legendary) and one.legendary_left > 0 and one.present and one.taking_part


class Legendary(Step):
    """17.1, 17.2: bosses may answer the turn that is over."""

    def perform(self, table: Table, command: Command) -> None:
        for boss in [one.id for one in beings(table.enc) if ready(one)]:
            if being(table.enc, boss).present:
                ask_boss(table, boss)
        table.emit(BossDue(""))


def ask_boss(table: Table, boss: str) -> None:
    """17.3: only what is within range and in sight is offered, and at most one is used."""
    enc = table.enc
    commands = feats(enc, being(enc, boss))
    if not commands:
        return
    answer = choose(table, boss, LEGENDARY, Why("A legendary ability of {0}?", [boss]), commands)
    if answer is None or not being(enc, boss).present:
        return
    table.emit(PoolChanged(boss, "legendary_left", being(enc, boss).legendary_left - 1, "a legendary ability"))
    use(table, boss, find(enc, answer.thing), answer)


def feats(enc: Encounter, one: Being) -> list[Command]:
    """17.3: what a boss can do now, and at whom."""
    able = [ability for ability in one.card.legendary if not bars_using(one, ability)]
    aims = [(ability, aim) for ability in able for aim in drafts(enc, one, LEGENDARY, ability)]
    return [aim for ability, aim in aims if not bars_aim(enc, one, ability, aim)]


def environment(table: Table) -> None:
    """17.4: the GM may use one ability of the place."""
    enc = table.enc
    commands: list[Command] = []
    for id in phases(enc).environment:
        commands.extend(whims(enc, find(enc, id)))
    if not commands:
        return
    default = Command(GM, PASS)
    question = Question(GM, ENVIRONMENT, "Something the surroundings do?", [*commands, default], default)
    question.more = " ".join([said_of(enc, id) for id in dict.fromkeys([command.thing for command in commands])])
    answer = table.ask(question)
    if answer.verb != PASS:
        use(table, GM, find(enc, answer.thing), answer)


def said_of(enc: Encounter, id: str) -> str:
    """What something the surroundings can do is, in the words of its card."""
    entry = enc.content.tables["ability"].get(id)
    return f"{find(enc, id).name}: {entry.get('text', '') if isinstance(entry, dict) else ''}"


def whims(enc: Encounter, ability: Ability) -> list[Command]:
    """17.4, 7.17: what the place can do while it may, and to whom or where: wherever somebody is reached by it."""
    if ability.uses and phases(enc).used.get(ability.id, 0) >= ability.uses:
        return []
    struck = [one for one in beings(enc) if one.taking_part and one.alive and not one.down]
    if ability.target != "point":
        return [Command(GM, ENVIRONMENT, (one.id,), ability.id) for one in struck]
    squares: list[int] = []
    for one in struck:
        for square in enc.board.burst(one.pos, max(1, ability.area)):
            if square not in squares and not enc.board.blocked(square):
                squares.append(square)
    return [Command(GM, ENVIRONMENT, (), ability.id, (square,)) for square in sorted(squares)]


class Feat(Use):
    """How bots weigh a legendary ability: like one of the boss's own turn."""

    def __init__(self, window: str, title: str, paragraph: str) -> None:
        super().__init__(window, title, paragraph, "thing target? square?")
        self.window = window


class Whim(Feat):
    """How they weigh one of the surroundings, which act in the GM's name and stand nowhere."""

    def touched(self, enc: Encounter, command: Command) -> list[str]:
        place = command.squares[0] if command.squares else -1
        return reached(enc, beings(enc)[0], find(enc, command.thing), command, place)

    def harm(self, enc: Encounter, command: Command, ability: Ability) -> int:
        """They make no Test."""
        blows = [effect for effect in ability.effects if effect.kind == "damage" and applies(ability, effect, MIXED)]
        return POINT * sum([typical(effect) for effect in blows])


REPLIES: Final[list[Action]] = [
    Feat(LEGENDARY, "Legendary abilities", "17.1"),
    Whim(ENVIRONMENT, "The surroundings", "17.4"),
]
STEPS: Final[list[Step]] = [Legendary(LEGENDARY, "Legendary abilities", "17.2")]
