"""What if: changes a GM wonders about, as the rulings that would make them.

Nothing is done here: whoever asks tries the rulings on a copy, or makes them.
"""

from __future__ import annotations

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.fields import Number
from fracas.engine.recorded import Recorded
from fracas.engine.ruleset import Ruleset
from fracas.engine.rulings import check_ruling, perform_ruling
from fracas.engine.table import Table, Thrower


def more_of(ruleset: Ruleset, enc: Encounter, kind: str, side: str, count: int) -> list[Command]:
    """So many more of a kind on a side, each on the nearest free square to its own."""
    own = [one for one in enc.combatants.values() if one.side == side and not one.out]
    if not own:
        raise Invalid("what_if", "side", side, "one of " + ", ".join(enc.sides_left()))
    beside = next((one for one in own if one.kind == kind), own[0])
    if kind not in enc.content.kinds():
        raise Invalid("what_if", "kind", kind, "a kind of this game")
    trial, found = enc.copy(), list[Command]()
    for _ in range(count):
        newcomer = ruleset.make(trial, kind, "newcomer", beside.pos, side, beside.seat)
        pos = free_square(ruleset, trial, newcomer)
        if pos < 0:
            raise Invalid("what_if", "count", count, "room for everybody on the map")
        ruling = Command(GM, "add", thing=kind, squares=(pos,), text=f"side={side}, seat={beside.seat}")
        make(ruleset, trial, ruling)
        found.append(ruling)
    return found


def healed(ruleset: Ruleset, enc: Encounter, side: str) -> list[Command]:
    """Everybody of a side as if nothing had hurt them."""
    found: list[Command] = []
    for one in enc.combatants.values():
        if one.side == side and not one.out and ruleset.life:
            full = full_life(ruleset, one)
            if full and one.value_of(ruleset.life) != str(full):
                found.append(Command(GM, "set", (one.id,), ruleset.life, text=str(full)))
    return found


def full_life(ruleset: Ruleset, one: Combatant) -> int:
    """What keeps somebody on their feet, unhurt; 0 where nothing is said."""
    field = one.shape().typed[ruleset.life]
    if not isinstance(field, Number):
        return 0
    most = field.most or field.below
    return most if isinstance(most, int) else int(getattr(one, most))


def revealed(enc: Encounter) -> list[Command]:
    """No ambush any more: everybody hidden is seen."""
    return [Command(GM, "reveal", (one.id,)) for one in enc.combatants.values() if one.hidden and not one.out]


def make(ruleset: Ruleset, enc: Encounter, ruling: Command, question_open: bool = False) -> None:
    """Make a ruling on a copy."""
    check_ruling(ruleset, enc, ruling, GM, question_open)
    perform_ruling(Table(ruleset, enc, ruling, Recorded({}, {}), Thrower()), ruling)


def free_square(ruleset: Ruleset, enc: Encounter, one: Combatant) -> int:
    """The nearest square to where it stands on which it has room; -1 where there is none."""
    squares = sorted(range(enc.board.size), key=lambda pos: (enc.board.distance(one.pos, pos), pos))
    return next((pos for pos in squares if ruleset.fits(enc, one, pos, one.size)), -1)
