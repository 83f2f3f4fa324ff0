"""No figure told to a player is false: what a seat does not know is never made up and printed as exact."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.enumerating import Enumerator
from fracas.engine.ledger import Share
from fracas.engine.odds import Odds, odds
from fracas.engine.play import next_command, perform, take_steps
from fracas.engine.policy import Chance, Inline, RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Thrower
from fracas.engine.views import known

GAMES = {"cap_check": 3, "crisis_3d6": 6, "crisis_mode": 6, "phases_of_play": 12}
COMMANDS = 40
MOST = 400
ASKED = 2
"""So many commands of a menu are weighed in each position."""


class Open(Ruleset):
    """Nothing of those who are seen is kept from anybody: what there is to know of the people a seat sees."""

    def __init__(self) -> None:
        super().__init__("open", "Open", "1", "", "")

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        return True


def positions(ruleset: Ruleset, games: int) -> Iterator[tuple[Encounter, str, Command]]:
    """Commands open to players at moments of random play, with the encounter as it truly stands."""
    scenarios = [info.id for info in ruleset.scenarios()]
    for game in range(games):
        seeds = [f"told {game}", f"told {game} gm"]
        enc = ruleset.start(scenarios[game % len(scenarios)], {}, seeds)
        chance, inline = Chance(game), Inline({}, RandomPolicy(game + 1))
        take_steps(ruleset, enc, inline, Thrower())
        for _ in range(COMMANDS):
            who = next(iter(ruleset.actors(enc)), "")
            if enc.over or not who:
                break
            seat = enc.seat_of(who)
            if seat != GM:
                for command in some_commands(ruleset, known(ruleset, enc, seat), who, chance):
                    yield enc, seat, command
            chosen = next_command(ruleset, enc, inline)
            assert chosen is not None
            perform(ruleset, enc, chosen, inline, Thrower())
            take_steps(ruleset, enc, inline, Thrower())


def some_commands(ruleset: Ruleset, view: Encounter, who: str, chance: Chance) -> list[Command]:
    menu = [choice for choice in ruleset.menu(view, who) if ruleset.actions[choice.verb].foretold]
    found: list[Command] = []
    for choice in menu:
        command = choice.command(chance.below(choice.size))
        # Those that are about somebody else first: there most can be made up.
        found.insert(0 if [target for target in command.targets if target != who] else len(found), command)
    return found[:ASKED]


def weigh(ruleset: Ruleset, enc: Encounter, command: Command, seat: str) -> Odds:
    """Exact odds; none of a command that has too many ways to come out."""
    return odds(ruleset, enc, command, seat, source=Enumerator(), most=MOST)


def figures(found: Odds) -> dict[str, Share]:
    """Every figure of the odds under a name of its own."""
    told = {f"result {word}": share for word, share in found.results.items()}
    for who, gauges in found.changes.items():
        for gauge, spread in gauges.items():
            told.update({f"{who} {gauge} {change}": share for change, share in spread.items()})
    for who, left in found.left.items():
        told.update({f"{who} is left with {gauge} {value}": Share(1, 1) for gauge, value in left.items()})
    told.update({f"{who} down": share for who, share in found.downs.items()})
    for who, turns in found.conditions.items():
        told.update({f"{who} {words}": share for words, share in turns.items()})
    for decision in found.invited:
        for command in decision.commands:
            told[f"may answer {command.body()}"] = Share(1, 1)
    return told


def false_figures(told: Odds, truth: Odds) -> list[str]:
    """What is told and is not so."""
    true = figures(truth)
    nothing = Share(0, 1)
    return [
        name
        for name, share in figures(told).items()
        if share.part * true.get(name, nothing).whole != true.get(name, nothing).part * share.whole
    ]


@pytest.mark.parametrize("id", GAMES)
def test_what_a_player_is_told_is_so(id: str) -> None:
    """Against the odds of the true state, with everybody this seat sees; whom it does not see it cannot reckon with."""
    ruleset = load_ruleset(id)
    told, made_up, silent = 0, 0, 0
    for enc, seat, command in positions(ruleset, GAMES[id]):
        truth = weigh(ruleset, known(Open(), enc, seat), command, GM)
        if truth.left_out:
            continue
        found = weigh(ruleset, enc, command, seat)
        assert false_figures(found, truth) == [], (command.body(), enc.flow.phase)
        told += len(figures(found))
        silent += len(found.depends)
        # With one filling alone, as if it were the truth, there is something false among them.
        made_up += len(false_figures(weigh(ruleset, known(ruleset, enc, seat), command, GM), truth))
    assert told and silent and made_up
