"""L2: not one secret in any byte a player or a spectator gets: on the socket, over HTTP, in files, in the terminal.

Random games of every ruleset, full of people nobody knows of, notes, secret dice and reasons, each with a word of its
own; whoever hides, is revealed, is ruled upon or asked about by somebody who only guesses.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.canaries import STEM, Canary, Flock, haunt, text
from tests.server.house import LONG
from tests.server.test_twin_worlds import LIFE, READY
from tests.server.worlds import Data, World, gathered
from typer.testing import CliRunner

from fracas.cli import app as terminal
from fracas.cli import screen_log
from fracas.engine import meeting, teller, views
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.events import SlotBegan
from fracas.engine.paragraphs import numbered
from fracas.engine.policy import Chance
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.rulings import MODES
from fracas.lab.mixing import Dice, random_ground
from fracas.server import after, log_file, showing, thinking
from fracas.server.app import make_app
from fracas.server.showing import seat_in_address

GAMES = 10 if LONG else 1
STEPS = 150 if LONG else 60
MOST_READY = 40
"""Deeds after which somebody has answered one, where foes are ready to."""
OWN_FILES = ("log.txt", "log.md", "after", "after?format=md", "replay")
"""What a seat may fetch of what it was told."""
TYPED = ("map", "order", "all", "log", "what zqkaa", "card zqkaa-70", "why 1", "odds 1", "as zqkaa-70")


CONTROL = "crisis_mode"
"""Its games are the quickest."""


class Leak(AssertionError):
    """A secret reached somebody."""


class Random:
    """One game at random, looked through after everything that was done in it."""

    def __init__(self, world: World, flock: Flock, seed: int) -> None:
        self.world, self.flock, self.chance = world, flock, Chance(seed)
        self.done: dict[str, int] = {}
        """How often each kind of thing was done."""
        self.players = [seat for seat in world.seats if seat != GM]

    @property
    def game(self) -> Any:
        return self.world.room.session.game

    def one_of(self, things: list[Any]) -> Any:
        return things[self.chance.below(len(things))]

    def hidden(self) -> list[str]:
        return [who for who, one in self.game.state.combatants.items() if one.hidden and who in self.flock.birds]

    def reason(self, who: str) -> str:
        """Why the GM does something about somebody; told only to those who know of that one."""
        return f"{STEM}{self.flock.birds[who].word}" if who in self.flock.birds else ""

    # ---------------------------------------------------------------- looking through

    def check(self, where: str) -> None:
        """What reached players and spectators since the last time."""
        self.flock.look(self.game)
        for seat, frames in self.world.take().items():
            for frame in frames:
                self.search(f"{where}, socket", seat, frame)

    def search(self, where: str, seat: str, raw: bytes) -> None:
        # A table's own id is drawn at random: it may look like a canary's.
        found = self.flock.search(seat, raw.replace(self.world.room.id.encode(), b""))
        if found:
            raise Leak(f"{where}, {seat or 'spectator'}: {found[0]}")

    async def ask(self, seat: str, type: str, **fields: Any) -> Data:
        """A message, if it is answered at all before the hidden are done."""
        if seat != GM and self.world.room.is_between_turns(seat):
            return {}
        asked = asyncio.create_task(self.world.ask(seat, type, **fields))
        while not (await asyncio.wait({asked}, timeout=1))[0]:
            # A bot may have been quicker, and left it to the hidden: then it is answered when they are done.
            if self.world.room.is_between_turns(seat):
                await self.world.let_hidden_pass()
        reply = asked.result()
        assert reply.get("kind") != "fault", (seat, type, fields, reply)
        return reply

    # ---------------------------------------------------------------- doing

    async def step(self) -> None:
        doings: list[Callable[[], Awaitable[None]]] = [
            *[self.play] * 8,
            *[self.rule] * 4,
            *[self.hide_or_reveal] * 2,
            *[self.cover_or_uncover] * 2,
            self.allow,
            self.go_back,
            self.whisper,
            self.hand_to_bot,
            self.look_around,
            self.weigh,
            self.guess,
            self.come_late,
            self.read_log,
        ]
        doing = self.one_of(doings)
        name = doing.__name__
        self.done[name] = self.done.get(name, 0) + 1
        await doing()
        self.check(name)

    async def play(self) -> None:
        """Whoever is to answer or to act does something."""
        view = self.world.view()
        if view["decisions"]:
            who = self.one_of(view["decisions"])["who"]
            seat = self.game.state.seat_of(who)
            mine = self.world.view(seat)["decisions"]
            if mine:
                question = self.one_of(mine)
                answer = self.one_of([*question["answers"], question["default"]])
                step = self.world.view(seat)["step"]
                await self.ask(seat, "answer", to=question["id"], answer=answer, step=step)
                self.done["answered"] = self.done.get("answered", 0) + 1
        elif view["actors"]:
            seat = self.game.state.seat_of(self.one_of(view["actors"]))
            command = await self.pick(seat)
            if command is not None:
                await self.ask(seat, "command", command=command, step=self.world.view(seat)["step"])

    async def be_answered(self) -> None:
        """Where nobody was asked yet: foes that are ready for it answer what the others do, seen and unseen."""
        manner = READY[self.game.ruleset.id]
        for _ in range(MOST_READY):
            if self.done.get("answered"):
                return
            foes = [who for who, one in self.game.state.combatants.items() if one.seat == GM and one.present]
            for who in foes if not self.game.waiting else []:
                rulings: list[Data] = [
                    {"verb": "set", "thing": name, "text": value} for name, value in manner.ready.items()
                ]
                if manner.condition and not self.game.state.combatants[who].has(manner.condition):
                    rulings.append({"verb": "add-condition", "thing": manner.condition})
                for ruling in rulings:
                    await self.ask(
                        GM, "ruling", ruling={"who": GM, "targets": [who], **ruling}, reason=self.reason(who)
                    )
                self.check("made ready")
            await self.play()
            self.check("answered")

    async def pick(self, seat: str) -> Data | None:
        """Some command of this seat that its own offers hold."""
        enc = self.game.known(seat)
        actors = [who for who in self.world.view(seat)["actors"] if enc.seat_of(who) == seat]
        if not actors:
            return None
        offers = (await self.ask(seat, "offers", who=self.one_of(actors))).get("offers", [])
        usable = [offer for offer in offers if offer["open"]]
        if not usable:
            return None
        picks = [pick["command"] for pick in self.one_of(usable)["picks"] if not pick["blocked"]]
        command: Data | None = self.one_of(picks) if picks else None
        return command

    async def rule(self) -> None:
        """The GM meddles with somebody hidden, for reasons of the GM's own."""
        hidden = self.hidden()
        if not hidden:
            await self.bring_in()
            return
        who = self.one_of(hidden)
        one = self.game.state.combatants[who]
        life = next(name for name in LIFE if name in one.settable())
        rulings: list[Data] = [
            {"verb": "set", "targets": [who], "thing": life, "text": str(self.chance.below(3))},
            {"verb": "set", "targets": [who], "thing": "side", "text": self.reason(who)},
            {"verb": "set", "targets": [who], "thing": "name", "text": one.name},
            {"verb": "add-condition", "targets": [who], "thing": self.one_of(self.game.ruleset.condition_names())},
            {"verb": "move", "targets": [who], "squares": [self.chance.below(self.game.state.board.size)]},
            {"verb": "remove", "targets": [who]},
            {"verb": "note", "text": text("note")},
            {
                "verb": "mode",
                "thing": self.one_of(numbered(self.game.ruleset.package)),
                "text": self.one_of(list(MODES)),
            },
            {"verb": "end-phase"},
        ]
        ruling = self.one_of(rulings)
        reason = self.reason(who) if ruling.get("targets") else ""
        await self.ask(GM, "ruling", ruling={"who": GM, **ruling}, reason=reason)
        self.check("ruling")
        if ruling["verb"] == "remove" or ruling.get("thing") == "side":
            await self.ask(GM, "undo")

    async def bring_in(self) -> None:
        """One more that nobody knows of."""
        bird = self.flock.hatch("d" + "abcdefghijklmnopqrstuvwxyz"[len(self.flock.birds) % 26])
        words = f"id={bird.id}, name={bird.name}, hidden"
        kind = self.one_of(self.game.state.content.kinds())
        square = self.chance.below(self.game.state.board.size)
        ruling = {"who": GM, "verb": "add", "thing": kind, "squares": [square], "text": words}
        await self.ask(GM, "ruling", ruling=ruling, reason=text("reason"))

    async def hide_or_reveal(self) -> None:
        hidden = self.hidden()
        verb = self.one_of(["hide", "reveal"]) if len(hidden) > 1 else "hide"
        who = self.one_of(hidden if verb == "reveal" else list(self.game.state.combatants))
        await self.ask(GM, "ruling", ruling={"who": GM, "verb": verb, "targets": [who]}, reason=self.reason(who))

    async def cover_or_uncover(self) -> None:
        """Some part of the map is covered or shown, a room or all of it at times."""
        verb = self.one_of(["cover", "cover", "uncover"])
        ruling = random_ground(self.game.state, verb, Dice(self.chance.below(1 << 30)))
        order = {**ruling.to_json(), "squares": list(ruling.squares)}
        await self.ask(GM, "ruling", ruling=order)

    async def show_all(self) -> None:
        """One after another comes into sight."""
        await self.ask(GM, "ruling", ruling={"who": GM, "verb": "uncover", "thing": "all"})
        self.check("uncover")
        for who in self.hidden():
            await self.ask(GM, "ruling", ruling={"who": GM, "verb": "reveal", "targets": [who]})
            self.check("reveal")

    async def allow(self) -> None:
        """Leave for something that names somebody hidden, and then it is done."""
        enc = self.game.state
        actors = [who for who in self.game.ruleset.actors(enc) if who in enc.combatants]
        if self.game.waiting or not actors:
            return
        picks = [pick.command for offer in self.game.offers(actors[0], GM) for pick in offer.picks]
        about = [command for command in picks if [who for who in command.targets if enc.combatants[who].hidden]]
        if about:
            command = self.one_of(about)
            ruling = {"who": GM, "verb": "allow", "text": json.dumps(command.to_json())}
            await self.ask(GM, "ruling", ruling=ruling, reason=text("reason"))
            self.check("leave")
            self.done["leaves"] = self.done.get("leaves", 0) + 1
            order = {**command.to_json(), "squares": list(command.squares)}
            await self.ask(GM, "command", command=order, step=self.world.view()["step"])

    async def go_back(self) -> None:
        seat = self.one_of([GM, *[seat for seat in self.players if seat]])
        await self.ask(seat, self.one_of(["undo", "undo", "redo"]))
        if self.chance.below(6) == 0:
            last = len(self.game.log.lines)
            await self.ask(GM, "jump", to=max(0, last - self.chance.below(12)))

    async def whisper(self) -> None:
        """Dice for the GM's eyes alone, and a table that stands still."""
        await self.ask(GM, "aside", dice="2d6+40", why=text("aside"), secret=True)
        (trusted,) = self.flock.own
        await self.ask(GM, "say", text=text("whisper"), to=[trusted])
        await self.ask(GM, "handout", title="For you", text=text("whisper"), to=[trusted])
        if trusted in self.players:
            await self.ask(trusted, "say", text=text("whisper"), to=[GM])
        await self.ask(GM, "ruling", ruling={"who": GM, "verb": "note", "text": text("text")}, reason=text("reason"))
        if self.chance.below(3) == 0:
            await self.ask(GM, "pause", on=True)
            await self.ask(GM, "pause", on=False)

    async def hand_to_bot(self) -> None:
        hidden = self.hidden()
        if hidden:
            who = self.one_of(hidden)
            scope = self.one_of(["combatant", "turn"])
            await self.ask(GM, "bot", scope=scope, name=who, on=True)
            await self.ask(GM, "bot", scope=scope, name=who, on=False)

    async def look_around(self) -> None:
        """A player and a spectator ask for all that can be asked for."""
        for seat in self.players:
            for type in ("hello", "state", "events", "log", "options", "rules"):
                await self.ask(seat, type)

    async def weigh(self) -> None:
        """Odds and a preview of something that can be done, and a command for a turn that is over."""
        for seat in self.players:
            command = await self.pick(seat) if seat else None
            if command is not None:
                await self.ask(seat, "preview", command=command)
                await self.ask(seat, "odds", command=command)
                await self.ask(seat, "chances", commands=[command])
                await self.ask(seat, "command", command=command, step=0)

    async def guess(self) -> None:
        """A player names somebody hidden. The own words come back, and nothing else."""
        bird = self.one_of(list(self.flock.birds.values()))
        await self.probe(bird, self.one_of(self.players))

    async def probe(self, bird: Canary, seat: str) -> None:
        self.check("before a guess")
        for word in (bird.id, bird.name):
            for message in self.guesses(seat, word):
                await self.ask(seat, **message)
                for who, frames in self.world.take().items():
                    for frame in frames:
                        data = without(frame, word) if who == seat else frame
                        self.search(f"guess {message}", who, data)

    def guesses(self, seat: str, word: str) -> list[Data]:
        mine = [who for who, one in self.game.known(seat).combatants.items() if one.seat == seat]
        verbs = [verb for verb, action in self.game.ruleset.actions.items() if "target" in action.shape]
        verb, who = self.one_of(verbs), self.one_of(mine or [GM])
        order = {"who": who, "verb": verb, "targets": [word]}
        return [
            {"type": "offers", "who": word},
            {"type": "what", "name": word},
            {"type": "bot", "scope": "combatant", "name": word, "on": True},
            {"type": "ruling", "ruling": {"who": GM, "verb": "reveal", "targets": [word]}},
            {"type": "preview", "command": order},
            {"type": "odds", "command": f"{who} {verb} {word}"},
            {"type": "queue", "errands": [{"who": who, "target": word}]},
            {"type": "command", "command": f"{who} {verb} {word}", "step": self.world.room.steps.of(seat)},
        ]

    async def come_late(self) -> None:
        await self.world.join(self.one_of(self.players))
        await self.world.drain()

    async def read_log(self) -> None:
        room = self.world.room
        for seat in self.players:
            for markdown in (False, True):
                self.search("log file", seat, log_file.log_text(room, seat, markdown).encode())

    # ---------------------------------------------------------------- at the end

    async def over_http(self) -> None:
        """What each seat can fetch."""
        world, hall = self.world, self.world.hall
        app, base = make_app(hall), hall.base
        for seat in self.players:
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url=base, headers={"X-Fracas": "1", "Origin": base}
            ) as page:
                address = seat_in_address(seat)
                token = (await hall.link(world.room.id, address)).partition("#")[2]
                assert (await page.post("/api/join", json={"token": token})).status_code == 200
                own = [f"/api/t/{world.room.id}/{address}/{file}" for file in OWN_FILES]
                others = [f"/api/t/{world.room.id}/{path}" for path in (f"{address}/export", "gm/export", "seats")]
                for path in [*own, *others, "/api/tables"]:
                    reply = await page.get(path)
                    assert (reply.status_code == 200) == (path in own), (path, reply.text)
                    self.search(f"HTTP {path}", seat, reply.content)


def without(raw: bytes, said: str) -> bytes:
    """What somebody got, without what that one said: the name, its first word, or the id, also spelled as the name of a
    thing would be; but not the name for the id, nor the id for the name."""
    for word in (said, said.partition(" ")[0], said.replace("-", " ").capitalize()):
        raw = raw.replace(word.encode(), b"")
    return raw


def on_the_terminal(game: Random, log: str, folder: Path) -> None:
    """What the terminal prints for each seat, read or played on."""
    file = folder / "kept.jsonl"
    file.write_text(log, encoding="utf-8")
    for number, seat in enumerate(game.players):
        plain = ["--plain"] if number % 2 else []
        read = CliRunner().invoke(terminal, ["replay", str(file), "--seat", seat, "--width", "100", *plain])
        assert read.exit_code == 0, read.output
        game.search("replay", seat, read.output.encode())
        if not seat:
            continue
        args = ["play", "--resume", str(file), "--save", str(folder / f"on-{number}.jsonl"), "--people", seat, *plain]
        played = CliRunner().invoke(terminal, [*args, "--policy", "random"], input="".join([f"{t}\n" for t in TYPED]))
        assert isinstance(played.exception, SystemExit | None), played.exception
        said = played.output
        kept = folder / f"on-{number}.jsonl"
        # Bots play on to this seat's turn, and may be seen on the way.
        met = {line for line in kept.read_text(encoding="utf-8").split("\n") if '"kind":"met"' in line}
        fresh = {bird.word for who, bird in game.flock.birds.items() if [line for line in met if f'"{who}"' in line]}
        before, game.flock.met = game.flock.met, game.flock.met | fresh
        for typed in TYPED:
            said = said.replace(typed.partition(" ")[2] or typed, "")
        game.search("play", seat, said.encode())
        game.flock.met = before


async def played(id: str, seed: int, folder: Path, steps: int) -> tuple[Random, str]:
    ruleset = load_ruleset(id)
    scenarios = ruleset.scenarios()
    info = scenarios[seed % len(scenarios)]
    start = gathered(ruleset.start(info.id, {}, [f"public {seed}", ""]), 2)
    flock = Flock()
    haunt(ruleset, start, flock)
    world = World(folder / str(seed))
    try:
        await world.open(ruleset, start, [*start.seats, ""])
        game = Random(world, flock, seed)
        game.check("welcome")
        await world.do(GM, "start")
        game.check("start")
        for _ in range(steps):
            await game.step()
        await game.be_answered()
        await game.show_all()
        for _ in range(steps // 4):
            await game.step()
        await game.look_around()
        game.check("the end")
        await game.read_log()
        await game.over_http()
        return game, world.room.session.save(GM)
    finally:
        world.close()


def games(id: str, folder: Path, count: int = GAMES, steps: int = STEPS) -> dict[str, int]:
    """Play some, and count what was done in them."""
    done: dict[str, int] = {}
    for seed in range(count):
        game, log = asyncio.run(played(id, seed, folder, steps))
        on_the_terminal(game, log, folder)
        done = {name: done.get(name, 0) + game.done.get(name, 0) for name in {**done, **game.done}}
    return done


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are thought about for a moment only: what is looked for here does not depend on their being finished."""
    monkeypatch.setattr(thinking, "SOON", 0.2)


@pytest.mark.parametrize("id", ruleset_ids())
def test_l2_no_canary_reaches_players_or_spectators(id: str, tmp_path: Path) -> None:
    done = games(id, tmp_path)
    wanted = (
        "play",
        "rule",
        "hide_or_reveal",
        "cover_or_uncover",
        "go_back",
        "whisper",
        "look_around",
        "weigh",
        "guess",
        "come_late",
        "leaves",
        "answered",
    )
    assert not [name for name in wanted if not done.get(name)], done


def test_l2_a_canary_is_found_however_it_is_wrapped() -> None:
    flock = Flock()
    bird = flock.hatch("aa")
    for said in (bird.id, bird.name, text("note")):
        raw = f"x {said} y".encode()
        packed = gzip.compress(raw)
        escaped = "".join([f"\\u{ord(letter):04x}" for letter in said]).encode()
        wrapped = [raw, base64.b64encode(raw), raw.hex().encode(), packed, base64.b64encode(packed), escaped]
        assert not [one for one in wrapped if not flock.search("", b"" + one)], said
        assert flock.search("", b"abc" + base64.b64encode(raw)) and flock.search("", b"a" + raw.hex().encode())
    flock.met.add(bird.word)
    assert not flock.search("", f"{STEM}aa-1 is {STEM.title()}aa Shade 1".encode())
    assert flock.search("", bird.id.encode()) and flock.search("", bird.name.encode())


def nobody_is_unseen(patch: pytest.MonkeyPatch) -> None:
    real = views.Eyes.__init__

    def init(self: views.Eyes, enc: Any, seat: str) -> None:
        real(self, enc, seat)
        self.unseen = {}

    patch.setattr(views.Eyes, "__init__", init)


def everybody_on_the_board_is_seen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Encounter, "dim", lambda enc: None)


BROKEN: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "nobody is unseen": nobody_is_unseen,
    "covered ground hides nobody": everybody_on_the_board_is_seen,
    "an event does not say where its ids stand": lambda patch: patch.setattr(SlotBegan, "IDS", ()),
    "aliases are ids": lambda patch: patch.setattr(meeting, "_alias", lambda id, taken: id),
    "names are known before anybody is met": lambda patch: patch.setattr(teller, "meet", lambda enc: None),
    "the log file is the GM's": lambda patch: patch.setattr(
        log_file, "log_text", lambda room, seat, markdown, real=log_file.log_text: real(room, GM, markdown)
    ),
    "the room is shown as the GM sees it": lambda patch: patch.setattr(
        "fracas.server.screens.room_for", lambda room, viewer: showing.room_for(room, GM)
    ),
    "the reckoning is the GM's": lambda patch: patch.setattr(
        after, "reckon", lambda ruleset, log, seat, *rest, real=after.reckon: real(ruleset, log, GM, *rest)
    ),
    "asides are never secret": lambda patch: patch.setattr(
        "fracas.server.screens.asides_for", lambda room, seat, since=0: showing.asides_for(room, GM, since)
    ),
    "a replay tells commands as they are": lambda patch: patch.setattr(
        screen_log, "as_told", lambda enc, command, seat: command
    ),
}


@pytest.mark.pure
@pytest.mark.parametrize("what", BROKEN)
def test_l2_control_each_leak_is_noticed(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    BROKEN[what](monkeypatch)
    with pytest.raises(Leak):
        games(CONTROL, tmp_path, 1)
