"""Frames: what a page makes of the differences it is sent is the whole view, for everybody, in the page's own code."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from tests.held import Held
from tests.server.house import LONG
from tests.server.worlds import World, gathered, light_hall

import ui
from fracas.engine.command import GM
from fracas.engine.policy import Chance, RandomPolicy
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.protocol.records import EventOut
from fracas.server import screens
from fracas.server.subscribers import Subscriber
from fracas.session import parts
from fracas.session.parts import Parts

Data = dict[str, Any]
STEPS = 300 if LONG else 40


class Recorder:
    """A table played at random; of every frame, with the whole view or the whole event, a line for the page."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.chance, self.policy = world, Chance(seed), RandomPolicy(seed)
        self.lines: dict[str, list[str]] = {seat: [] for seat in world.seats}
        for seat in world.seats:
            self.follow(seat)

    def follow(self, seat: str) -> None:
        """Write down each frame with the whole that it leads to, which is the room's own where it is the last."""
        frames = [json.loads(frame) for frame in self.world.frames[seat]]
        views = [frame["view"] for frame in frames if "view" in frame]
        room = self.world.room
        entries = room.session.stream(seat).entries
        for event in [frame["event"] for frame in frames if frame["type"] == "event"]:
            whole_event = EventOut.model_validate(entries[event["n"] - 1]).model_dump()
            whole_event["data"] = {name: value for name, value in whole_event["data"].items() if value}
            self.lines[seat].append(f"[{parts.encode(event)},{parts.encode(whole_event)}]")
        for number, view in enumerate(views):
            whole = room.screens._sights[seat].parts.whole() if number == len(views) - 1 else ""
            self.lines[seat].append(f"[{parts.encode(view)},{whole or 'null'}]")
        self.world.frames[seat] = []

    async def play(self, steps: int) -> None:
        for _ in range(steps):
            if not await self.step():
                return
            for seat in self.world.seats:
                self.follow(seat)

    async def step(self) -> bool:
        world, game = self.world, self.world.room.session.game
        view = world.view()
        if game.state.over or not self.chance.below(12):
            await world.ask(GM, "undo")
        elif not self.chance.below(6):
            await self.rule()
        elif view["decisions"]:
            asked = view["decisions"][0]
            await world.do(GM, "answer", to=asked["id"], answer=asked["default"], step=view["step"])
        else:
            who = next((who for who in view["actors"] if who in game.state.combatants), "")
            if not who:
                return False
            menu = game.ruleset.menu(game.state, who)
            command = self.policy.act(game.ruleset, game.state, who, menu).to_json()
            await world.do(GM, "command", command=command, step=view["step"])
        return True

    async def rule(self) -> None:
        """The GM moves, hides, removes or adds somebody; what is refused does not matter."""
        enc = self.world.room.session.game.state
        who = list(enc.combatants)[self.chance.below(len(enc.combatants))]
        squares = [enc.board.name(self.chance.below(enc.board.size))]
        rulings: list[Data] = [
            {"verb": "reveal" if enc.combatants[who].hidden else "hide", "targets": [who]},
            {"verb": "move", "targets": [who], "squares": squares},
            {"verb": "remove", "targets": [who]},
            {"verb": "add", "thing": enc.combatants[who].kind, "squares": squares},
            {"verb": "set", "targets": [who], "thing": "name", "text": 'Ünlikely "\\ \u2028 \U0001f409'},
        ]
        ruling = rulings[self.chance.below(len(rulings))]
        await self.world.ask(GM, "ruling", ruling={"who": "gm", **ruling})


async def recorded(id: str, folder: Path, steps: int) -> dict[str, list[str]]:
    """Frames of everybody at a random table of a ruleset."""
    ruleset = load_ruleset(id)
    world = World(light_hall(folder))
    try:
        start = gathered(ruleset.start(ruleset.scenarios()[0].id, {}, ["frames", "gm"]), 1)
        await world.open(ruleset, start, [GM, *[seat for seat in start.seats if seat != GM], ""])
        await world.do(GM, "start")
        recorder = Recorder(world, 3)
        await recorder.play(steps)
        return recorder.lines
    finally:
        world.close()
        world.hall.close()


def told_by_page(pages: list[list[str]]) -> list[str]:
    """What the page's own code says of the frames of some pages, one after the other."""
    npm = ui.Npm()
    ui.install(npm, checks=True)
    done = subprocess.run(
        ["node", "tests/follow.mjs"],
        cwd=ui.WEB,
        env=npm.env,
        input="\n\n".join(["\n".join(lines) for lines in pages]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def follow(id: str, folder: Path, steps: int = STEPS) -> None:
    pages = asyncio.run(recorded(id, folder, steps))
    assert told_by_page([*pages.values()]) == [f"followed {len(lines)}" for lines in pages.values()], list(pages)
    assert min(map(len, pages.values())) > steps // 3


@pytest.mark.parametrize("id", ruleset_ids())
def test_the_page_follows_frames_to_the_view_the_server_has(id: str, tmp_path: Path) -> None:
    follow(id, tmp_path)


BROKEN: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a hash that leaves the name out": lambda patch: patch.setattr(
        parts, "hash_of", lambda name, text: crc32(text.encode())
    ),
    "a part that is not sent": lambda patch: patch.setattr(Parts, "put", _but("heading", Parts.put)),
    "a default the page does not know": lambda patch: patch.setitem(screens.EVENT_DEFAULTS, "shape", "mark"),
    "a frame left out": lambda patch: patch.setattr(Subscriber, "tell", _skipping(Subscriber.tell)),
}


def _but(left_out: str, real: Callable[..., None]) -> Callable[..., None]:
    def put(self: Parts, name: str, value: object) -> None:
        real(self, name, value)
        if len(self.held) > 100 and name == left_out:
            self._set.pop(name, None)

    return put


def _skipping(real: Callable[..., None]) -> Callable[..., None]:
    """Every third change never reaches the queue, and nobody notices on this side."""
    count = [0]

    def tell(self: Subscriber, news: list[Any]) -> None:
        count[0] += 1
        if count[0] % 3:
            real(self, news)
        elif [one for one in news if not one.n]:
            self.sum = news[-1].end

    return tell


@pytest.mark.parametrize("what", BROKEN)
def test_control_the_page_notices(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    BROKEN[what](monkeypatch)
    monkeypatch.setattr(Held, "read", lambda self, frame: frame)
    with pytest.raises(AssertionError):
        follow("crisis_mode", tmp_path, 25)
