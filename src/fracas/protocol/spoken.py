"""Between the engine's values and the protocol's messages: commands, reasons, offers, questions, events, odds.

For the referee and for servers. Squares go out by name and come in by name or number.
"""

from __future__ import annotations

from typing import Any, TypedDict

from fracas.engine.board import Grid
from fracas.engine.command import PASS, Command, command_from_json
from fracas.engine.easy import is_safe
from fracas.engine.errors import Invalid
from fracas.engine.glossary import Entry as GlossaryEntry
from fracas.engine.labels import answer_label, answer_price
from fracas.engine.ledger import Share
from fracas.engine.odds import Odds
from fracas.engine.offer import Decision, Offer
from fracas.engine.reason import Reason
from fracas.engine.ruleset import Ruleset
from fracas.engine.text import say_command
from fracas.protocol import messages as ask
from fracas.protocol import records
from fracas.session.session import Session
from fracas.session.stream import Entry


class Standing(TypedDict):
    """Where the game stands, as `Placed` replies say it."""

    game: str
    last: int
    over: bool
    result: str
    decisions: list[records.Question]
    waiting_for: list[str]


class Speech:
    """Speaks for a session as it stands, to one seat, from what that seat knows."""

    def __init__(self, session: Session, seat: str) -> None:
        self.session = session
        self.seat = seat
        self.enc = session.known(seat)

    def standing(self) -> Standing:
        session, seat = self.session, self.seat
        enc = session.game.state
        return {
            "game": session.name,
            "last": session.stream(seat).last,
            "over": enc.over,
            "result": enc.result,
            "decisions": [self.question(shown, decision) for shown, decision in session.decisions(seat)],
            "waiting_for": session.waiting_for(seat),
        }

    def table(self) -> dict[str, Any]:
        """Everything the seat may see: where the game stands, and what there is to look at."""
        proposals = self.session.game.proposals(self.seat)
        return {
            **self.session.look(self.seat),
            **self.standing(),
            "actors": self.session.actors(self.seat),
            "proposals": {who: self.order(command) for who, command in proposals.items()},
        }

    def read_order(self, order: ask.Order | str, to: str = "") -> Command:
        """A command, or with `to` the answer to that question, as an object or as it would be typed."""
        if isinstance(order, str):
            read, seat = self.session, self.seat
            return read.read_answer(order, to, seat) if to else read.read_command(order, seat)
        parts = order.model_dump()
        parts["squares"] = [self._square(square) for square in order.squares]
        return command_from_json(parts)

    def _square(self, square: str | int) -> int:
        board = self.enc.board
        if isinstance(square, str):
            return board.parse(square)
        if not board.holds(square):
            raise Invalid("board", "square", square, f"a number from 0 to {board.size - 1}")
        return square

    def order(self, command: Command) -> records.OrderOut:
        board = self.enc.board
        squares = [board.name(square) for square in command.squares if board.holds(square)]
        return records.OrderOut.model_validate({**command.to_json(), "squares": squares})

    def typed(self, command: Command) -> str:
        return say_command(self.enc, command)

    def why(self, reasons: list[Reason]) -> list[records.Why]:
        return [records.Why.model_validate(reason) for reason in reasons]

    def event(self, entry: Entry) -> records.EventOut:
        return records.EventOut.model_validate(entry)

    def question(self, shown: str, decision: Decision) -> records.Question:
        ruleset = self.session.game.ruleset
        prices = [answer_price(ruleset, self.enc, decision, command) for command in decision.commands]
        return records.Question.out_of(
            decision,
            id=shown,
            answers=[self.order(command) for command in decision.commands],
            labels=[answer_label(ruleset, self.enc, decision, command) for command in decision.commands],
            costs=[cost for cost, _ in prices],
            drawbacks=[drawback for _, drawback in prices],
            icons=[self._icon(command) for command in decision.commands],
            default=self.order(decision.default),
            default_label=answer_label(ruleset, self.enc, decision, decision.default),
            arranges=arranged(decision),
            about=decision.more,
        )

    def _icon(self, command: Command) -> str:
        ruleset = self.session.game.ruleset
        action = ruleset.actions.get(command.verb)
        own = ruleset.pictures.of_thing(self.enc.content, command.thing)
        return own or (ruleset.pictures.of_action(action) if action is not None else "")

    def _thing(self, offer: Offer, command: Command) -> str:
        """What a command is done with, by name, where one may choose; told in words of one's own it has no name."""
        if offer.worded or (not command.thing and len({pick.command.thing for pick in offer.picks}) < 2):
            return ""
        if not command.thing:
            return self.session.game.ruleset.actions[offer.verb].unnamed(self.enc, offer.who)
        return self._thing_name(command.thing)

    def _thing_name(self, thing: str) -> str:
        said = self.enc.content.thing_name(thing)
        return said[:1].upper() + said[1:]

    def offer(self, offer: Offer) -> records.OfferOut:
        ruleset = self.session.game.ruleset
        pictures = ruleset.pictures
        picks = [
            records.Pick.out_of(
                pick,
                command=self.order(pick.command),
                text=self.typed(pick.command),
                thing=self._thing(offer, pick.command),
                blocked=self.why(pick.blocked),
                icon=pictures.of_thing(self.enc.content, pick.command.thing),
            )
            for pick in offer.picks
        ]
        return records.OfferOut.out_of(
            offer,
            blocked=self.why(offer.reasons()),
            picks=picks,
            cards=self._cards(offer, picks) if offer.carded else [],
            icon=pictures.of_action(ruleset.actions[offer.verb]),
            within=self.within(offer),
        )

    def within(self, offer: Offer) -> dict[str, list[str]]:
        """By thing: the squares that a command with it reaches, where it does not reach all of them."""
        one, board = self.enc.combatants.get(offer.who), self.enc.board
        found: dict[str, list[str]] = {}
        if one is None or not isinstance(board, Grid):
            return found
        for thing, reach in {pick.command.thing: pick.reach for pick in offer.picks if pick.reach}.items():
            near = board.around(one.pos, one.size, reach)
            if len(near) < board.size:
                found[thing] = self.squares(near)
        return found

    def squares(self, squares: list[int]) -> list[str]:
        return [self.enc.board.name(square) for square in squares]

    def _cards(self, offer: Offer, picks: list[records.Pick]) -> list[records.CardOfOffer]:
        """The things of an offer that explain themselves: what can be done first, and of that what promises most."""
        found: dict[str, list[records.Pick]] = {}
        for pick in picks:
            if self._gist(pick.command.thing):
                found.setdefault(pick.command.thing, []).append(pick)
        cards: list[tuple[int, records.CardOfOffer]] = []
        for thing, ways in found.items():
            able = [pick for pick in ways if not pick.blocked and not offer.blocked]
            best = max([pick.promise for pick in able], default=-1)
            label, cost = ways[0].thing or self._thing_name(thing), (able or ways)[0].cost
            card = records.CardOfOffer(thing=thing, label=label, cost=cost, gist=self._gist(thing), open=bool(able))
            cards.append((best, card))
        return [card for _, card in sorted(cards, key=lambda one: -one[0])]

    def _gist(self, thing: str) -> str:
        """What a thing of the content does, in one line; empty for all else."""
        id, ruleset, content = thing.split(" ", maxsplit=1)[0], self.session.game.ruleset, self.enc.content
        for section in content.index.sections.get(id, []):
            data = content.tables[section][id]
            if isinstance(data, dict):
                return ruleset.gist(section, data, content.names())
        return ""

    def entry(self, entry: GlossaryEntry) -> records.EntryOut:
        facts = [records.Fact(label=label, value=value) for label, value in entry.facts]
        icon = self._icon(Command("", entry.id, (), "" if entry.kind in ("action", "reaction") else entry.id))
        return records.EntryOut.out_of(entry, icon=icon, facts=facts)

    def hurts(self, command: Command, odds: Odds | None) -> bool:
        """Does a way lead into harm, as far as the seat knows?"""
        ruleset, who = self.session.game.ruleset, command.who
        action = ruleset.actions.get(command.verb)
        if action is None or "path" not in action.shape.split() or who not in self.enc.combatants:
            return False
        lost = odds.changes.get(who, {}).get(ruleset.life, {}) if odds is not None else {}
        falls = odds is not None and who in odds.downs and odds.downs[who].part > 0
        return falls or min(lost, default=0) < 0 or not is_safe(ruleset, self.enc, command)

    def chance(self, odds: Odds | None, command: Command) -> records.Chance:
        """The odds of a command in a few figures; what depends on a secret, or there was no time for, is not known."""
        life, who = self.session.game.ruleset.life, command.target
        if odds is None or odds.unfinished:
            return records.Chance(results={}, likely=None, mean=None, down=None)
        results = {word: records.Share.model_validate(share.to_json()) for word, share in odds.results.items()}
        spread = odds.changes.get(who, {}).get(life, {})
        if not who or not life or (odds.depends and not spread):
            return records.Chance(results=results, likely=None, mean=None, down=None)
        likely = Share(0, 1)
        for change, share in spread.items():
            if change < 0:
                likely = Share(likely.part * share.whole + share.part * likely.whole, likely.whole * share.whole)
        mean = odds.expected(who, life)
        return records.Chance.model_validate(
            {
                "results": results,
                "likely": likely.to_json(),
                "mean": -mean.part * 1000 // mean.whole,
                "down": None if odds.depends and who not in odds.downs else odds.downs.get(who, Share(0, 1)).to_json(),
            }
        )

    def odds(self, odds: Odds) -> records.OddsOut:
        return odds_out(self.session.game.ruleset, odds)


def odds_out(ruleset: Ruleset, odds: Odds) -> records.OddsOut:
    """Odds with the words for the numbers that may change."""
    changing = {gauge for gauges in odds.changes.values() for gauge in gauges}
    words = {gauge: ruleset.gauge_words.get(gauge, gauge) for gauge in sorted(changing)}
    return records.OddsOut.model_validate({**odds.to_json(), "words": words})


def arranged(decision: Decision) -> list[str]:
    """Whom the answers to a question bring into an order, if that is what all of them do."""
    orders = [command.targets for command in decision.commands if command.verb != PASS]
    if len(orders) < 2 or len(orders[0]) < 2 or [order for order in orders if sorted(order) != sorted(orders[0])]:
        return []
    return list(orders[0])
