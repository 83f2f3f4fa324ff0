"""One encounter played through a Game with all a table does to it: pauses, undo, reloads, rulings at questions.

For `prove`, on every twentieth encounter; the same play without a pause, and through text, must come out equal.
"""

from __future__ import annotations

from collections.abc import Callable

from fracas.engine.canon import canon, digest
from fracas.engine.command import GM, TABLE, Command
from fracas.engine.dice import Derived, parse, throw
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid, Refused
from fracas.engine.event import event_from_json
from fracas.engine.game import Game, by_person
from fracas.engine.log import ANSWER, COMMAND, EVENT, Line
from fracas.engine.offer import Decision
from fracas.engine.ruleset import Ruleset
from fracas.engine.saved import load_imported
from fracas.engine.table import ROLL_WINDOW
from fracas.engine.views import Eyes, decision_for
from fracas.lab.broken import Broken, first_difference
from fracas.lab.mixing import Dice, random_choice, random_command, random_ruling
from fracas.lab.onlooking import Onlookers
from fracas.lab.tallying import Inventory, Tallies
from fracas.lab.walking import Judge, count_answer, somebody

MOST_DEEDS = 90
"""Every step back refolds the play, so these plays are cut shorter than walks."""
SINGLE_UNDOS = 12
JUMPS = 8


class RandomGame:
    """A random play through a Game, with the digest after every line kept for comparison."""

    def __init__(
        self, ruleset: Ruleset, start: Encounter, chance: Dice, inventory: Inventory, tallies: Tallies, restless: bool
    ) -> None:
        self.ruleset = ruleset
        self.start = start.copy()
        self.chance = chance
        self.inventory = inventory
        self.tallies = tallies
        self.restless = restless
        self.judge = Judge(ruleset, inventory, tallies, chance)
        self.onlookers = Onlookers(ruleset, tallies)
        self.game = Game(ruleset, start)
        self.marks: dict[int, str] = {}
        """What the table showed just after each line in force."""

    @property
    def record(self) -> list[str]:
        """Everything people did, in order, undone things and undos among it."""
        return [line.text() for line in self.game.log.lines if line.kind != EVENT]

    # ---------------------------------------------------------------- playing

    def play(self, most_turns: int) -> None:
        """To the end, or a cut; leaves no question open."""
        self.game.begin()
        self._mark()
        deeds = 0
        while not self.game.state.over:
            late = deeds > MOST_DEEDS or self.game.state.flow.turn > most_turns
            if late and not self.game.waiting:
                self.tallies.figures["cut in depth"] += 1
                return
            deeds += 1
            if self.game.waiting:
                self._at_question(late)
            else:
                self._at_turn()
            if not self.game.waiting:
                self.judge.state(self.game.state)

    def _at_turn(self) -> None:
        chance = self.chance
        if self.restless and chance.one_in(8):
            self._rule()
        elif chance.one_in(10):
            self.reload()
        elif chance.one_in(10):
            self.back_and_forth()
        else:
            if chance.one_in(3):
                self._give_strange()
            self._give_command()

    def _at_question(self, late: bool) -> None:
        chance = self.chance
        if late:
            self._answer()
        elif self.restless and chance.one_in(10):
            self._rule()
        elif chance.one_in(8):
            self.reload()
        elif chance.one_in(12):
            self.back_and_forth()
        elif chance.one_in(16):
            self._take_back()
        elif chance.one_in(25):
            self._withdraw()
        else:
            if chance.one_in(3):
                self._answer_strangely()
            self._answer()

    def _give_command(self) -> None:
        game, chance = self.game, self.chance
        actors = self.ruleset.actors(game.state)
        if not actors:
            raise Broken("every phase ends", "it is not over and nobody may act")
        who = somebody(actors, chance)
        seat = chance.pick((GM, game.state.seat_of(who)))
        view, who = game.known(seat), Eyes(game.state, seat).alias(who)
        menu = self.ruleset.menu(view, who)
        self.judge.menu(view, who, menu)
        command = random_choice(self.ruleset, view, menu, chance)
        before = len(game.log.lines)
        try:
            game.command(command, seat)
        except Refused as refused:
            raise Broken("offers agree", f"{command} is listed for {seat} and refused: {refused}") from None
        self._count(before, command)
        self._mark()

    def _answer(self) -> None:
        game, chance = self.game, self.chance
        open_one = chance.pick(game.waiting)
        seat = chance.pick((GM, game.state.seat_of(open_one.who)))
        decision = decision_for(self.ruleset, game.state, open_one, seat)
        answer = self._pick_answer(decision)
        before = len(game.log.lines)
        game.answer(decision.id, answer, seat)
        self.tallies.figures["answers"] += 1
        count_answer(self.ruleset, self.tallies, answer)
        self._count(before, None)
        self._mark()

    def _pick_answer(self, decision: Decision) -> Command:
        if decision.window == ROLL_WINDOW and self.chance.below(3):
            dice = parse(decision.default.thing)
            faces = throw(dice, Derived("by hand", "", decision.id, self.chance.below(1000), "")).faces()
            return Command(decision.who, decision.default.verb, thing=dice.text, numbers=tuple(faces))
        return self.chance.pick(decision.commands) if decision.commands else decision.default

    def _count(self, before: int, command: Command | None) -> None:
        lines = self.game.log.lines[before:]
        events = [line for line in lines if line.kind == EVENT]
        self.tallies.figures["events"] += len(events)
        for line in events:
            self.tallies.see(self.ruleset, event_from_json(self.ruleset.kinds, line.data))
        if command is not None:
            self.tallies.figures["commands"] += 1
            if len(events) > 1:
                self.tallies.used[f"action:{command.verb}"] += 1

    # ---------------------------------------------------------------- what must change nothing

    def _give_strange(self) -> None:
        """A refused command leaves state, dice and log as they were."""
        actors = self.ruleset.actors(self.game.state)
        command = (
            random_command(self.ruleset, self.game.state, self.chance.pick(actors), self.chance) if actors else None
        )
        if command is None:
            return
        seat = self.game.state.seat_of(command.who)
        try:
            self.game.judge(command, seat)
        except (Refused, Invalid):
            self._must_refuse("command", lambda: self.game.command(command, seat))
        else:
            if self.ruleset.actions[command.verb].window:
                raise Broken("only legal things are accepted", f"{command} is a reaction, and nobody asked")

    def _answer_strangely(self) -> None:
        decision = self.chance.pick(self.game.waiting)
        others = [who for who in self.game.state.combatants if who != decision.who] or ["nobody"]
        wrong = Command(self.chance.pick(others), self.chance.pick([c.verb for c in decision.commands] or ["pass"]))
        self._must_refuse("answer", lambda: self.game.answer(decision.id, wrong))
        self._must_refuse("answer", lambda: self.game.answer("999999.9", wrong))

    def _must_refuse(self, what: str, attempt: Callable[[], object]) -> None:
        before, lines = self._now(), len(self.game.log.lines)
        try:
            attempt()
        except Refused as refused:
            for reason in refused.reasons:
                self.tallies.refused[reason.paragraph] += 1
                if reason.paragraph not in self.inventory.paragraphs:
                    raise Broken("refusals", f"{reason} names no paragraph of the rules") from None
        except Invalid:
            pass
        else:
            raise Broken("only legal things are accepted", f"a wrong {what} was taken")
        self.tallies.figures["refusals that changed nothing"] += 1
        if self._now() != before or len(self.game.log.lines) != lines:
            raise Broken("refusals change nothing", f"a refused {what} changed the table")

    def reload(self) -> None:
        """Saving and loading changes nothing, open questions included."""
        self.tallies.figures["reloads"] += 1
        text = self.game.save()
        try:
            again = load_imported(self.ruleset, text)
        except EngineFault as fault:
            raise Broken("save and reload", str(fault)) from None
        if again.read_only or again.save() != text:
            raise Broken("save and reload", again.read_only or "the log changed by being loaded")
        old, self.game = self.game, again
        self._same("save and reload", shown(old), old.state)

    # ---------------------------------------------------------------- going back

    def back_and_forth(self) -> None:
        """Undo the last deed; then redo it, or do it again by hand: the same comes of it, dice included."""
        game = self.game
        deeds = [line for line in game.log.in_force() if by_person(line)]
        if not deeds:
            return
        before, state, tip = self._now(), game.state, game.log.tip
        game.undo()
        self._as_marked("undo")
        if self.chance.one_in(2):
            self._redo(tip)
            self._same("undo and redo", before, state)
        else:
            game.do_again(deeds[-1])
            self.tallies.figures["deeds repeated after undo"] += 1
            self._same("a repeated command has the same dice", before, state)
        self._mark()

    def _redo(self, tip: int) -> None:
        self.game.redo()
        self.tallies.figures["redos"] += 1
        if self.game.log.tip != tip:
            raise Broken("undo and redo", f"redo went to line {self.game.log.tip}, not {tip}")

    def _take_back(self) -> None:
        given = [line for line in self._since_command() if line.kind == ANSWER]
        if given:
            self.game.take_back(str(self.chance.pick(given).data["to"]))
            self.tallies.figures["answers taken back"] += 1
            self._mark()

    def _withdraw(self) -> None:
        first = self._since_command()[:1]
        if first and first[0].data["seat"] != TABLE:
            self.game.withdraw()
            self.tallies.figures["commands withdrawn"] += 1
            self._as_marked("withdraw")

    def _since_command(self) -> list[Line]:
        lines = self.game.log.in_force()
        for index in range(len(lines) - 1, -1, -1):
            if lines[index].kind == COMMAND:
                return lines[index:]
        return []

    def _rule(self) -> None:
        game = self.game
        paragraphs = sorted(self.inventory.paragraphs)
        ruling = random_ruling(self.ruleset, game.state, paragraphs, self.chance, bool(game.waiting))
        if ruling is None:
            return
        before = len(game.log.lines)
        self.tallies.figures["rulings at a question" if game.waiting else "rulings"] += 1
        game.rule(ruling, "a restless GM", ruling.who)
        self.tallies.rulings[ruling.verb] += 1
        self._count(before, None)
        self._mark()

    def undo_everything(self) -> None:
        """Back many deeds one by one, each time to what was shown then, and forth again; the rest in jumps."""
        game = self.game
        tips = [game.log.tip]
        while len(tips) <= SINGLE_UNDOS and [line for line in game.log.in_force() if by_person(line)]:
            game.undo()
            self.tallies.figures["undos"] += 1
            self._as_marked("undo")
            tips.append(game.log.tip)
        for tip in reversed(tips[:-1]):
            self._redo(tip)
            self._as_marked("redo")
        for _ in range(JUMPS):
            game.jump(self.chance.pick(sorted(self.marks)))
            self.tallies.figures["jumps"] += 1
            self._as_marked("jump")
        game.jump(tips[0])
        self._as_marked("jump")

    # ---------------------------------------------------------------- comparing

    def _now(self) -> str:
        return shown(self.game)

    def _mark(self) -> None:
        self.marks[self.game.log.tip] = self._now()
        self.onlookers.look(self.game.state)

    def _as_marked(self, what: str) -> None:
        wanted = self.marks.get(self.game.log.tip)
        if wanted is not None and wanted != self._now():
            raise Broken("undo and redo", f"{what} to line {self.game.log.tip} does not give what was there")

    def _same(self, promise: str, wanted: str, state: Encounter) -> None:
        if self._now() != wanted:
            difference = first_difference(canon(state.to_json()), canon(self.game.state.to_json()))
            raise Broken(promise, difference)


def shown(game: Game) -> str:
    """What the table shows: state and open questions, as a digest."""
    return digest([game.state.to_json(), [decision.to_json() for decision in game.waiting]])
