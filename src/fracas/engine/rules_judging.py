"""Judging and doing: every command of every game is listed, refused and performed here.

For every ruleset; hardly one overrides anything of it.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.action import Action, soften, soften_offer
from fracas.engine.command import GM, TABLE, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid
from fracas.engine.events import LeaveUsed, Warned
from fracas.engine.offer import Choice, Offer
from fracas.engine.reason import Reason, paragraphs, with_remedies
from fracas.engine.rules_basis import Basis
from fracas.engine.table import Table
from fracas.engine.unknown_ground import bars_ground, on_known_ground


@mypyc_attr(allow_interpreted_subclasses=True)
class Judging(Basis):
    """What may be done, what bars the rest, and the doing of it."""

    def action(self, command: Command) -> Action:
        action = self.actions.get(command.verb)
        if action is None:
            raise Invalid("command", "verb", command.verb, "one of " + ", ".join(self.actions))
        return action

    def reasons(self, enc: Encounter, command: Command) -> list[Reason]:
        """Every reason against a well-formed command, after the GM's refuse / warn / allow per paragraph."""
        action = self.action(command)
        action.check(enc, command)
        reasons = soften(enc, action.reasons_against(enc, command))
        if enc.board.veiled:
            reasons = bars_ground(enc, action, command) + reasons
        if [reason for reason in reasons if reason.needs]:
            return with_remedies(reasons, self._open_shapes(enc, command.who, [reason.needs for reason in reasons]))
        return reasons

    def _open_shapes(self, enc: Encounter, who: str, needs: list[str]) -> list[str]:
        """Which of these verbs and shapes somebody can still use now."""
        found: list[str] = []
        for action in self.actions.values():
            words = [word for word in [action.verb, *action.shape.split()] if word in needs and word not in found]
            if words and not action.window:
                choice = action.choice(enc, who)
                if choice is not None and choice.size:
                    found.extend(words)
        return found

    def _open_to(self, who: str) -> list[Action]:
        """The actions that are somebody's to choose from, legal or not: the GM is offered the GM's."""
        return self.gm_actions if who == GM else self.people_actions

    def menu(self, enc: Encounter, who: str) -> list[Choice]:
        """The legal commands of somebody in turn, for machines."""
        choices = self.choices(enc, who) if not enc.modes else self._softened_choices(enc, who)
        if not enc.board.veiled:
            return choices
        known = [on_known_ground(enc, self.actions[choice.verb], choice) for choice in choices]
        return [choice for choice in known if choice is not None]

    def choices(self, enc: Encounter, who: str) -> list[Choice]:
        """What each action lists by the rules alone; a ruleset may know a quicker way to the same."""
        found = [action.choice(enc, who) for action in self._open_to(who) if not action.window]
        return [choice for choice in found if choice is not None]

    def _softened_choices(self, enc: Encounter, who: str) -> list[Choice]:
        found = [self._softened_choice(enc, who, action) for action in self._open_to(who) if not action.window]
        return [choice for choice in found if choice is not None]

    def _softened_choice(self, enc: Encounter, who: str, action: Action) -> Choice | None:
        if soften(enc, action.bars(enc, who)):
            return None
        clear = action.proven(enc, who)
        legal = [
            c for c in action.picks(enc, who) if (c.squares and c.squares[-1] in clear) or not self.reasons(enc, c)
        ]
        if clear and len(legal) == len(clear) and not action.bars(enc, who):
            return action.choice(enc, who)
        return Choice(who, action.verb, legal, [], None) if legal else None

    def offers(self, enc: Encounter, who: str, window: str = "") -> list[Offer]:
        """Every action as a person sees it, greyed ones included; with a window, its reactions."""
        offers: list[Offer] = []
        for action in self._open_to(who):
            if action.window == window and action.there(enc):
                offer = action.offer(enc, who)
                soften_offer(enc, action, offer)
                if enc.board.veiled:
                    for pick in offer.picks:
                        pick.blocked = bars_ground(enc, action, pick.command) + pick.blocked
                offers.append(offer)
        shapes = [word for offer in offers if offer.open for word in [offer.verb, *offer.shape.split()]]
        for offer in offers:
            offer.blocked = with_remedies(offer.blocked, shapes)
            for pick in offer.picks:
                if pick.blocked:
                    pick.blocked = with_remedies(pick.blocked, shapes)
        return offers

    def reactions(self, enc: Encounter, who: str, window: str) -> list[Command]:
        """The legal reactions of somebody in a window."""
        commands: list[Command] = []
        for action in self.windows[window]:
            choice = action.choice(enc, who) if not enc.modes else self._softened_choice(enc, who, action)
            if choice is not None and enc.board.veiled:
                choice = on_known_ground(enc, action, choice)
            if choice is not None:
                for index in range(choice.size):
                    commands.append(choice.command(index))
        return commands

    def perform(self, table: Table, command: Command) -> None:
        """Do a judged command or a step."""
        if command.who == TABLE:
            step = self.steps.get(command.verb)
            if step is None:
                raise EngineFault(f"next_step names the step {command.verb!r}, which is not registered")
            step.perform(table, command)
            return
        action = self.action(command)
        enc = table.enc
        if enc.modes or enc.leaves:
            self._note_leniency(table, command, action)
        action.perform(table, command)

    def _note_leniency(self, table: Table, command: Command, action: Action) -> None:
        """Put on record what a warning or the GM's leave let pass."""
        enc = table.enc
        reasons = action.reasons_against(enc, command)
        for reason in reasons:
            if enc.modes.get(reason.paragraph) == "warn":
                table.emit(Warned(command.who, reason.paragraph))
        left = soften(enc, reasons)
        if left and enc.has_leave(command):
            table.emit(LeaveUsed(command.who, command.to_json(), paragraphs(left)))
