"""The referee: answers one request of one seat at a time against a session, whole or not at all.

For the command line and for servers: it reads and writes no stream, and touches files only where it is told it may.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fracas.engine.command import Command
from fracas.engine.content_files import read_text
from fracas.engine.dice import MOST_SHOWN
from fracas.engine.errors import Invalid, Refused
from fracas.engine.intake import MOST_BYTES
from fracas.engine.patience import Patience
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.protocol import messages as ask
from fracas.protocol import records
from fracas.protocol import replies as tell
from fracas.protocol.spoken import Speech
from fracas.protocol.troubles import echo, reason_of, trouble
from fracas.protocol.wire import read_object, write_object
from fracas.session.foresight import foresee_odds
from fracas.session.log_lines import log_lines
from fracas.session.lookup import look_up
from fracas.session.rules import paragraph_of, paragraphs_of
from fracas.session.seats import seats_known
from fracas.session.session import Session
from fracas.session.stream import Entry

Words = dict[str, object]


class Referee:
    """Answers requests for one session. Paths in `save` and `load` are followed only where `files` allows it."""

    def __init__(self, session: Session, files: bool = False, patience: Callable[[], Patience] = Patience) -> None:
        self.session = session
        self.files = files
        self.patience = patience
        """How long each request may think about odds."""
        self.over = False
        self._changes: dict[type[ask.Request], Callable[..., list[Entry]]] = {
            ask.Do: self.command,
            ask.Answer: self.answer,
            ask.Ruling: self.ruling,
            ask.Undo: lambda r: session.undo(r.seat),
            ask.Redo: lambda r: session.redo(r.seat),
            ask.Jump: lambda r: session.jump(r.to, r.seat),
            ask.Branch: lambda r: session.branch(r.at, r.name, r.seat),
            ask.Switch: lambda r: session.switch(r.to, r.seat),
            ask.Withdraw: lambda r: session.withdraw(r.seat),
            ask.TakeBack: lambda r: session.take_back(r.to, r.seat),
            ask.Load: self.load,
        }
        self._looks: dict[type[ask.Request], Callable[..., tell.Reply]] = {
            ask.Hello: self.hello,
            ask.State: self.state,
            ask.Offers: self.offers,
            ask.Preview: self.preview,
            ask.OddsOf: self.odds,
            ask.Chances: self.chances,
            ask.Save: self.save,
            ask.Measure: self.measure,
            ask.Rule: self.rule,
            ask.Rules: self.rules,
            ask.What: self.what,
            ask.Options: self.options,
            ask.Scenarios: self.scenarios,
            ask.Log: self.log,
            ask.Events: self.events,
            ask.Roll: self.roll,
            ask.Quit: self.quit,
        }

    def say(self, request: ask.Request) -> Speech:
        return Speech(self.session, request.seat)

    # ---------------------------------------------------------------- one request

    def reply_to(self, line: bytes) -> bytes:
        """The reply to one line of JSON."""
        try:
            data = read_object(line)
        except Invalid as error:
            return write_object(trouble(error, None, "").model_dump())
        reply = self.reply(data)
        return write_object(reply.model_dump(), reply.ORDERED)

    def reply(self, data: Words) -> tell.Reply:
        """The reply to one request as plain data. Nothing gets past here but what the process itself is told to do."""
        try:
            return self.handle(ask.read_message(data, ask.BY_TYPE))
        except Exception as error:  # noqa: BLE001 - the one place where a bug of ours must not end the table
            return trouble(error, echo(data.get("id")), str(data.get("seat")))

    def handle(self, request: ask.Request) -> tell.Reply:
        """The reply to one request, or the error that bars it."""
        if type(request) in self._changes:
            entries, say = self.perform(request), self.say(request)
            return tell.Ok(id=request.id, events=[say.event(entry) for entry in entries], **say.standing())
        self.session.check_seat(request.seat)
        return self._looks[type(request)](request)

    def perform(self, request: ask.Request) -> list[Entry]:
        """Do what a request that changes something asks for; what its seat learns of it."""
        self.session.check_seat(request.seat)
        return self._changes[type(request)](request)

    # ---------------------------------------------------------------- looking

    def hello(self, request: ask.Hello) -> tell.Reply:
        session, seat = self.session, request.seat
        ruleset, view = session.game.ruleset, session.known(seat)
        return tell.HelloReply(
            protocol=ask.VERSION,
            ruleset=ruleset.id,
            ruleset_name=ruleset.name,
            ruleset_version=ruleset.version,
            title=view.title,
            seats=sorted(seats_known(session.game.state, seat)),
            yours=session.own(seat),
            games=list(session.games),
            read_only=session.game.read_only,
            requests=list(ask.BY_TYPE),
            id=request.id,
            **self.say(request).standing(),
        )

    def state(self, request: ask.State) -> tell.Reply:
        return tell.StateReply(id=request.id, **self.say(request).table())

    def offers(self, request: ask.Offers) -> tell.Reply:
        offers = self.session.offers(request.who, request.seat)
        return tell.OffersReply(
            id=request.id, who=request.who, offers=[self.say(request).offer(offer) for offer in offers]
        )

    def preview(self, request: ask.Preview) -> tell.Reply:
        say = self.say(request)
        command = say.read_order(request.command, request.to)
        found = self.session.preview(command, request.seat, request.to, self.patience())
        odds = say.odds(found.odds) if found.odds is not None else None
        return tell.PreviewReply(
            id=request.id,
            command=say.order(command),
            text=say.typed(command),
            legal=not found.reasons,
            reasons=say.why(found.reasons),
            warnings=say.why(found.warnings),
            cost=found.cost,
            drawback=found.drawback,
            sighted=say.why(found.sighted),
            area=say.squares(found.area),
            touched=found.touched,
            invited=odds.invited if odds is not None else [],
            hurts=say.hurts(command, found.odds),
            odds=odds,
        )

    def odds(self, request: ask.OddsOf) -> tell.Reply:
        say = self.say(request)
        command = say.read_order(request.command)
        answers = [say.read_order(answer) for answer in request.answers]
        found = foresee_odds(self.session.game, command, request.seat, answers, self.patience())
        return tell.OddsReply(id=request.id, command=say.order(command), odds=say.odds(found))

    def chances(self, request: ask.Chances) -> tell.Reply:
        say, patience = self.say(request), self.patience()
        commands = [say.read_order(command) for command in request.commands]
        found = [self._chance(say, command, request.seat, patience) for command in commands]
        return tell.ChancesReply(id=request.id, chances=[one for one, _ in found], thinking=any([t for _, t in found]))

    def _chance(self, say: Speech, command: Command, seat: str, patience: Patience) -> tuple[records.Chance, bool]:
        """What one command may do to whoever it is aimed at, and whether more time would tell more."""
        if patience.spent():
            return say.chance(None, command), True
        try:
            odds = foresee_odds(self.session.game, command, seat, [], patience)
        except Refused:
            return say.chance(None, command), False
        return say.chance(odds, command), odds.unfinished

    def log(self, request: ask.Log) -> tell.Reply:
        lines = log_lines(self.session, request.seat, request.since)
        return tell.LogReply(
            id=request.id, game=self.session.name, lines=[records.LogLine.model_validate(line) for line in lines]
        )

    def events(self, request: ask.Events) -> tell.Reply:
        stream = self.session.stream(request.seat)
        if request.since > stream.last:
            raise Invalid("events", "since", request.since, f"a number from 0 to {stream.last}")
        say = self.say(request)
        events = [say.event(entry) for entry in stream.since(request.since)]
        return tell.EventsReply(id=request.id, events=events, **say.standing())

    # ---------------------------------------------------------------- doing

    def command(self, request: ask.Do) -> list[Entry]:
        return self.session.command(self.say(request).read_order(request.command), request.seat)

    def answer(self, request: ask.Answer) -> list[Entry]:
        command = self.say(request).read_order(request.answer, request.to)
        return self.session.answer(request.to, command, request.seat, request.how)

    def ruling(self, request: ask.Ruling) -> list[Entry]:
        if isinstance(request.ruling, str):
            ruling = self.session.read_ruling(request.ruling, request.seat)
        else:
            ruling = self.say(request).read_order(request.ruling)
        return self.session.rule(ruling, request.reason, request.seat)

    def save(self, request: ask.Save) -> tell.Reply:
        text = self.session.save(request.seat)
        if request.path:
            self._check_files("save", request.path)
            try:
                with Path(request.path).open("x", encoding="utf-8") as file:
                    file.write(text)
            except (OSError, ValueError) as error:
                raise Invalid(
                    "save", "path", request.path, f"a new file that can be written ({reason_of(error)})"
                ) from None
        return tell.SaveReply(
            id=request.id, path=request.path, log="" if request.path else text, lines=len(self.session.game.log.lines)
        )

    def load(self, request: ask.Load) -> list[Entry]:
        if request.seat == "gm" and bool(request.path) == bool(request.log):
            raise Invalid("load", "", request.path, "either a path or a log")
        text = request.log
        if request.seat == "gm" and request.path:
            self._check_files("load", request.path)
            try:
                text = read_text(Path(request.path), MOST_BYTES)
            except Invalid:
                raise
            except (OSError, ValueError) as error:
                raise Invalid("load", "path", request.path, f"a file that can be read ({reason_of(error)})") from None
        return self.session.load(text, request.name, request.seat)

    def _check_files(self, where: str, path: str) -> None:
        if not self.files:
            raise Invalid(where, "path", path, "no path: this table keeps no files for you; send the log itself")

    # ---------------------------------------------------------------- reference

    def measure(self, request: ask.Measure) -> tell.Reply:
        view, ruleset = self.session.known(request.seat), self.session.game.ruleset
        here, there = view.board.parse(request.here), view.board.parse(request.there)
        return tell.MeasureReply(id=request.id, text=ruleset.distance_words(view, here, there))

    def rule(self, request: ask.Rule) -> tell.Reply:
        one = paragraph_of(self.session.game.ruleset.package, request.number)
        if one is not None:
            return tell.RuleReply(id=request.id, number=one.number, title=one.title, text=one.text.strip())
        raise Invalid("rule", "number", request.number, "the number of a paragraph, as the request rules lists them")

    def rules(self, request: ask.Rules) -> tell.Reply:
        titles = [records.RuleTitle.out_of(paragraph) for paragraph in paragraphs_of(self.session.game.ruleset.package)]
        return tell.RulesReply(id=request.id, rules=titles)

    def what(self, request: ask.What) -> tell.Reply:
        game = self.session.game
        entries = look_up(game.ruleset, game.known(request.seat), request.seat, request.name)
        return tell.WhatReply(id=request.id, entries=[self.say(request).entry(entry) for entry in entries])

    def options(self, request: ask.Options) -> tell.Reply:
        values = self.session.game.state.options.values
        return tell.OptionsReply(
            id=request.id,
            options=[
                records.OptionOut.model_validate({**option.to_json(), "value": values.get(option.name, option.default)})
                for option in self.session.game.ruleset.options
            ],
        )

    def scenarios(self, request: ask.Scenarios) -> tell.Reply:
        found: list[records.ScenarioOut] = []
        mine = self.session.game.ruleset
        for ruleset in [mine, *[load_ruleset(id) for id in ruleset_ids() if id != mine.id]]:
            for info in ruleset.scenarios():
                found.append(records.ScenarioOut(ref=f"{ruleset.id}/{info.id}", title=info.title, text=info.text))
        return tell.ScenariosReply(id=request.id, scenarios=found)

    def roll(self, request: ask.Roll) -> tell.Reply:
        thrown = self.session.roll(request.dice, request.seat)
        return tell.RollReply(
            id=request.id,
            dice=thrown.dice.text,
            total=thrown.total,
            text=thrown.say(),
            faces=thrown.faces()[:MOST_SHOWN],
        )

    def quit(self, request: ask.Quit) -> tell.Reply:
        self.over = True
        return tell.Bye(id=request.id)
