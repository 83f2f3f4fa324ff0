"""What the referee's tests share: a referee on the toy game, and a mark of all that a failed line must leave alone."""

from __future__ import annotations

import json
from typing import Any

from tests.duel import RULESET, arena

from fracas.engine.canon import canon, digest
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.table import Thrower
from fracas.protocol.referee import Referee
from fracas.session.session import Session

SEATS = ("gm", "player1", "")


class RefereeTable:
    """A referee and somebody who writes to it."""

    def __init__(self, enc: Encounter | None = None, thrower: Thrower | None = None, ruleset: Any = RULESET) -> None:
        self.referee = Referee(Session(Game(ruleset, enc if enc is not None else arena(), thrower)), files=True)

    @property
    def session(self) -> Session:
        return self.referee.session

    def raw(self, line: bytes) -> bytes:
        return self.referee.reply_to(line)

    def ask(self, type: str, seat: str = "gm", **fields: Any) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(self.raw(canon({"type": type, "seat": seat, **fields}).encode() + b"\n"))
        return reply

    def act(self, command: Any, seat: str = "gm") -> dict[str, Any]:
        reply = self.ask("command", seat, command=command)
        assert reply["type"] == "ok", reply
        return reply

    @property
    def actor(self) -> str:
        return str(self.ask("state")["actors"][0])

    def pass_until(self, who: str) -> None:
        while self.actor != who:
            self.act(f"{self.actor} pass")

    def mark(self) -> str:
        """A digest of all that a failed line must leave alone: every game, its dice and questions, every stream."""
        session = self.session
        games = [
            [
                name,
                game.save(),
                game.state.to_json(),
                game.checkpoint.to_json(),
                [d.to_json() for d in game.waiting],
                {id: answer.to_json() for id, answer in game.answers.items()},
                game._faces_used,
                game._asked_at,
                len(game.shown),
            ]
            for name, game in session.games.items()
        ]
        streams = [[seat, [e.to_json() for e in session.stream(seat).entries]] for seat in SEATS]
        questions = [[seat, [id for id, _ in session.decisions(seat)]] for seat in SEATS]
        return digest([session.name, games, streams, questions, self.referee.over])


def by_hand() -> Encounter:
    """The arena with everybody throwing by hand: set-up opens three questions at once."""
    enc = arena()
    for seat in enc.seats.values():
        seat.hand = True
    return enc
