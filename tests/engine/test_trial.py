"""Trials: a copy that costs what it changes leaves what it is a trial of alone, and rules keep whom they hold."""

from __future__ import annotations

from typing import ClassVar

from tests.duel import arena

from fracas.engine.encounter import Encounter, Situation
from fracas.engine.event import Event, name_event
from fracas.engine.events import Revealed


class Shoved(Event):
    """Pushes everybody, and names one."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)

    def __init__(self, who: str) -> None:
        self.who = who

    def apply(self, enc: Encounter) -> None:
        for one in enc.combatants.values():
            one.pos += 1


class Swept(Shoved):
    SWEEPS: ClassVar[bool] = True


for kind in (Shoved, Swept):
    name_event(kind)


def hidden(base: Encounter) -> str:
    who = next(iter(base.combatants))
    base.combatants[who].hidden = True
    return who


def test_what_happens_in_a_trial_changes_the_trial_alone() -> None:
    base = arena()
    who = hidden(base)
    before = base.to_json()
    trial = base.trial()
    trial.happen(Revealed(who, "seen"))
    assert not trial.combatants[who].hidden and base.to_json() == before


def test_rules_keep_whom_they_hold_and_the_others_are_shared() -> None:
    base = arena()
    who = hidden(base)
    trial = base.trial()
    held = trial.combatants[who]
    trial.happen(Revealed(who, "seen"))
    assert held is trial.combatants[who] and not held.hidden
    assert [one for one in trial.combatants if trial.combatants[one] is not base.combatants[one]] == [who]


def test_one_trial_after_another_starts_from_the_same_state() -> None:
    base = arena()
    who = hidden(base)
    for _ in range(3):
        trial = base.trial()
        assert trial.to_json() == base.to_json()
        trial.happen(Swept(who))


def test_what_was_worked_out_of_whoever_changes_no_longer_holds() -> None:
    base = arena()
    who = hidden(base)
    base.situation = Situation()
    base.trial().happen(Revealed(who, "seen"))
    assert base.situation is None


def test_a_control_an_event_that_sweeps_and_does_not_say_so_changes_what_is_tried() -> None:
    for kind, alone in ((Swept, True), (Shoved, False)):
        base = arena()
        before = base.to_json()
        base.trial().happen(kind(next(iter(base.combatants))))
        assert (base.to_json() == before) is alone
