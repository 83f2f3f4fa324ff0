"""Random walks through an encounter that hold every step to the promises: fold, legality, invariants, an end.

For `prove`: this is the fast door, policies answering at once, checks sampled so that many encounters can be walked.
"""

from __future__ import annotations

from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.event import Event
from fracas.engine.events import Finished
from fracas.engine.offer import Choice, Decision, Offer
from fracas.engine.policy import Inline, Policy, RandomPolicy
from fracas.engine.reason import Reason
from fracas.engine.ruleset import Ruleset
from fracas.engine.rulings import perform_ruling, read_allowed
from fracas.engine.steps import due_step
from fracas.engine.table import Answerer, Table, Thrower
from fracas.engine.unknown_ground import bars_ground
from fracas.engine.views import Eyes, known
from fracas.lab.broken import Broken, frozen, same
from fracas.lab.canaries import strays_in_event, strays_in_question, strays_in_state
from fracas.lab.mixing import Dice, covered, listed, random_choice, random_command, random_ruling
from fracas.lab.onlooking import Onlookers
from fracas.lab.tallying import Inventory, Tallies

MOST_TURNS = 200
MOST_EVENTS = 1000
"""One command that makes more events than this is taken for a chain without end."""
LOOKED_OF = 4
"""Of so many states that are compared everybody looks at one."""
TRIED_OF = 4
"""Of so many commands the events of one are tried out."""
MOST_IN_PHASE = 3000
"""A phase with more commands and steps than this does not end."""
GM_SPEAKS = 24
"""Where the GM is one of the actors, one command in so many is the GM's."""
GM_IS_DUE = 4
"""And one in so many where the GM stands first, because something is to be said."""
MENU_SAMPLE = 2
STRANGE_SAMPLE = 1


def undeclared(found: list[str]) -> None:
    """Ids stand only in fields that say so: nobody would cut them elsewhere."""
    if found:
        raise Broken("ids are declared", "; ".join(found))


class Answering(Policy):
    """Random answers, written down so that the play can be done again."""

    def __init__(self, chance: Dice, record: list[str], tallies: Tallies) -> None:
        self.looks = False
        self.random = RandomPolicy(chance.below(1 << 30))
        self.record = record
        self.tallies = tallies

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        undeclared(strays_in_question(decision))
        answer = self.random.choose(ruleset, enc, decision)
        self.record.append(canon({"answer": decision.id, "command": answer.to_json()}))
        self.tallies.figures["answers"] += 1
        count_answer(ruleset, self.tallies, answer)
        return answer


def count_answer(ruleset: Ruleset, tallies: Tallies, answer: Command) -> None:
    action = ruleset.actions.get(answer.verb)
    if action is not None and action.window:
        tallies.used[f"action:{answer.verb}"] += 1


class Judge:
    """The checks that need no play: menus against reasons, strange commands, offers, invariants."""

    def __init__(self, ruleset: Ruleset, inventory: Inventory, tallies: Tallies, chance: Dice) -> None:
        self.ruleset = ruleset
        self.inventory = inventory
        self.tallies = tallies
        self.chance = chance

    def menu(self, view: Encounter, who: str, menu: list[Choice]) -> None:
        """Whatever the menu lists has nothing against it."""
        if not menu:
            raise Broken("menus", f"{who} may act and has nothing to do")
        for _ in range(MENU_SAMPLE):
            choice = self.chance.pick(menu)
            self.legal(view, choice.command(self.chance.below(choice.size)))

    def legal(self, view: Encounter, command: Command) -> None:
        self.tallies.figures["menu commands judged"] += 1
        against = self.ruleset.reasons(view, command)
        if against:
            raise Broken("offers agree", f"the menu lists {command} but {against}")

    def strange(self, view: Encounter, who: str, menu: list[Choice]) -> None:
        """A command out of the blue is either listed or refused with reasons, never both, never neither."""
        command = random_command(self.ruleset, view, who, self.chance)
        if command is None:
            return
        try:
            against = self.ruleset.reasons(view, command)
        except Invalid:
            self.tallies.figures["strange commands that make no sense"] += 1
            return
        if self.ruleset.actions[command.verb].window:
            self.reasons(command, against)
            return
        theirs = menu if command.who == who else self.ruleset.menu(view, command.who)
        if against and listed(theirs, command):
            raise Broken("offers agree", f"{command} is refused ({against}) and listed")
        # Where the GM softened a rule more is allowed than anybody would think of listing.
        if not against and not view.modes and not covered(view, theirs, command):
            raise Broken("offers agree", f"{command} is accepted and not listed")
        self.reasons(command, against)

    def reasons(self, command: Command, against: list[Reason]) -> None:
        """Every refusal names a paragraph that exists and says something."""
        if against:
            self.tallies.figures["strange commands refused"] += 1
        for reason in against:
            self.tallies.refused[reason.paragraph] += 1
            if not reason.text or reason.paragraph not in self.inventory.paragraphs:
                raise Broken("refusals", f"{command}: {reason} names no paragraph of the rules")

    def offers(self, view: Encounter, who: str, menu: list[Choice]) -> None:
        """What a person is shown as open is what the menu lists, action by action and command by command."""
        self.tallies.figures["offers compared"] += 1
        for offer in self.ruleset.offers(view, who):
            choices = [choice for choice in menu if choice.verb == offer.verb]
            theirs = sorted([c.command(i).body() for c in choices for i in range(c.size)])
            shown = sorted([pick.command.body() for pick in offer.picks if not pick.blocked and not offer.blocked])
            if theirs != shown:
                self.elsewhere(view, offer, theirs, shown)
            if not offer.open and not offer.reasons():
                raise Broken("offers agree", f"{who} {offer.verb}: grey without a reason")
            barred = Command(who, offer.verb)
            self.reasons(barred, offer.blocked)
            for pick in offer.picks:
                self.reasons(pick.command, pick.blocked)

    def elsewhere(self, view: Encounter, offer: Offer, theirs: list[str], shown: list[str]) -> None:
        """What is shown beyond the menu are other squares to aim at, known and legal."""
        action = self.ruleset.actions[offer.verb]
        aimed = action.elsewhere(view, offer.who)
        if view.board.veiled:
            aimed = [command for command in aimed if not bars_ground(view, action, command)]
        others = {command.body(): command for command in aimed}
        if sorted([*theirs, *others]) != shown:
            raise Broken("offers agree", f"{offer.who} {offer.verb}: shown open {shown[:4]}, menu lists {theirs[:4]}")
        self.legal(view, others[self.chance.pick(list(others))])

    def state(self, enc: Encounter) -> None:
        """Nothing is wrong with the state, by the ruleset's own measure and by every game's."""
        wrong = self.ruleset.invariants(enc)
        for one in enc.combatants.values():
            if not one.out and not enc.board.footprint(one.pos, one.size):
                wrong.append(f"{one.id} stands off the board at {one.pos}")
        if not -1 <= enc.flow.at < max(len(enc.flow.order), 1):
            wrong.append(f"the order has no slot {enc.flow.at}")
        for one in enc.combatants.values():
            if not one.hidden and not one.alias:
                wrong.append(f"{one.id} is seen and nobody has met it")
        if wrong:
            raise Broken("invariants", "; ".join(wrong))
        if self.chance.one_in(8):
            undeclared(strays_in_state(enc))


def somebody(actors: list[str], chance: Dice) -> str:
    """Any actor; a GM who may always speak does so now and then, or nobody would get anywhere."""
    others = [who for who in actors if who != GM]
    if others and GM in actors:
        return GM if chance.one_in(GM_IS_DUE if actors[0] == GM else GM_SPEAKS) else chance.pick(others)
    return chance.pick(actors)


class Walk:
    """One encounter played at random to its end."""

    def __init__(
        self, ruleset: Ruleset, start: Encounter, chance: Dice, inventory: Inventory, tallies: Tallies, restless: bool
    ) -> None:
        self.ruleset = ruleset
        self.enc = start.copy()
        self.shadow = start.copy()
        """What the events alone make of the start; it must never differ from the state."""
        self.chance = chance
        self.inventory = inventory
        self.tallies = tallies
        self.restless = restless
        """Does the GM rule in between?"""
        self.record: list[str] = []
        """Every command, answer and ruling, in order."""
        self.judge = Judge(ruleset, inventory, tallies, chance)
        self.answering = Inline({}, Answering(chance, self.record, tallies))
        self.onlookers = Onlookers(ruleset, tallies)
        self.thrower = Thrower()
        self._compared = 0
        self._phase = ""
        self._in_phase = 0

    def walk(self, most_turns: int = MOST_TURNS) -> None:
        """To the end, or past the last turn."""
        self._steps()
        while not self.enc.over and self.enc.flow.turn <= most_turns:
            if self.restless and self.chance.one_in(6):
                self._ruling()
            else:
                self._turn()
            if self.chance.one_in(16):
                self._compare()
        self._compare()
        self.tallies.figures["turns"] += self.enc.flow.turn
        if self.enc.over:
            self.tallies.results[self.enc.result] += 1
        else:
            self.tallies.figures["cut"] += 1

    def _turn(self) -> None:
        actors = self.ruleset.actors(self.enc)
        if not actors:
            raise Broken("every phase ends", "it is not over and nobody may act")
        actor = somebody(actors, self.chance)
        eyes = Eyes(self.enc, self.enc.seat_of(actor))
        view, who = self._view(eyes.seat), eyes.alias(actor)
        menu = self.ruleset.menu(view, who)
        self.judge.menu(view, who, menu)
        for _ in range(STRANGE_SAMPLE):
            self.judge.strange(view, who, menu)
        if self.chance.one_in(40):
            self.judge.offers(view, who, menu)
        command = random_choice(self.ruleset, view, menu, self.chance)
        if who == GM and actors[0] == GM and self.chance.one_in(2):
            command = self.ruleset.stand_in(view) or command
        self.judge.legal(view, command)
        if actor in self.enc.combatants and self.enc.combatants[actor].out:
            raise Broken("invariants", f"{actor} is out of the encounter and acts")
        command = eyes.meant(command)
        self.record.append(canon({"command": command.to_json()}))
        events = self._perform(command)
        self.tallies.figures["commands"] += 1
        if len(events) > 1:
            self.tallies.used[f"action:{command.verb}"] += 1
        self._steps()

    def _view(self, seat: str) -> Encounter:
        """Choices are made from what the seat knows; the copy is spared where there is nothing to hide."""
        return known(self.ruleset, self.enc, seat) if not Eyes(self.enc, seat).clear else self.enc

    def _steps(self) -> None:
        taken = 0
        while (step := due_step(self.ruleset, self.enc, taken)) is not None:
            self.tallies.figures["steps"] += 1
            self._perform(step)
            taken += 1
        self.judge.state(self.enc)

    def _perform(self, command: Command) -> list[Event]:
        table = Table(self.ruleset, self.enc, command, self.answering, self.thrower)
        self.ruleset.perform(table, command)
        table.emit(Finished())
        self._note(command, table.events)
        return table.events

    def _note(self, command: Command, events: list[Event]) -> None:
        """Count, fold and look at what came of a command."""
        tallies = self.tallies
        tallies.figures["events"] += len(events)
        tallies.reach("events of one command", len(events))
        if len(events) > MOST_EVENTS:
            raise Broken("events are bounded", f"{command} made {len(events)} events")
        if len(self.record) % TRIED_OF == 0:
            self._try_out(events)
        for event in events:
            undeclared(strays_in_event(event))
            self.shadow.happen(event)
            tallies.see(self.ruleset, event)
        phase = f"{self.enc.flow.turn} {self.enc.flow.phase}"
        self._in_phase = self._in_phase + 1 if phase == self._phase else 0
        self._phase = phase
        tallies.reach("commands and steps of one phase", self._in_phase)
        if self._in_phase > MOST_IN_PHASE:
            raise Broken("every phase ends", f"phase {phase} goes on after {MOST_IN_PHASE} commands and steps")

    def _try_out(self, events: list[Event]) -> None:
        """Tried out, events leave everybody alone whom they do not name, unless they say that they sweep."""
        base = self.shadow.copy()
        before, trial = frozen(base), base.trial()
        for event in events:
            trial.happen(event)
        same("events change whom they name", before, frozen(base))

    def _compare(self) -> None:
        self.tallies.figures["folds compared"] += 1
        same("fold equals state", frozen(self.shadow), frozen(self.enc))
        if self._compared % LOOKED_OF == 0:
            self.onlookers.look(self.enc.copy())
        self._compared += 1

    def _ruling(self) -> None:
        """Something the GM does between two commands; now and then leave for what the rules refuse."""
        ruling = self._leave() if self.chance.one_in(5) else None
        if ruling is None:
            ruling = random_ruling(self.ruleset, self.enc, sorted(self.inventory.paragraphs), self.chance, False)
        if ruling is None:
            return
        self.record.append(canon({"ruling": ruling.to_json()}))
        self.tallies.figures["rulings"] += 1
        self.tallies.rulings[ruling.verb] += 1
        table = Table(self.ruleset, self.enc, ruling, Answerer(), self.thrower)
        perform_ruling(table, ruling)
        self._note(ruling, table.events)
        self._steps()
        if ruling.verb == "allow" and not self.enc.over:
            self._use_leave(ruling)

    def _leave(self) -> Command | None:
        actors = self.ruleset.actors(self.enc)
        command = random_command(self.ruleset, self.enc, actors[0], self.chance) if actors else None
        if command is None or self.ruleset.actions[command.verb].window:
            return None
        try:
            against = self.ruleset.reasons(self.enc, command)
        except Invalid:
            return None
        return Command(GM, "allow", text=command.body()) if against else None

    def _use_leave(self, ruling: Command) -> None:
        command = read_allowed(ruling)
        self.record.append(canon({"command": command.to_json()}))
        self.tallies.figures["commands by leave"] += 1
        self._perform(command)
        self._steps()
