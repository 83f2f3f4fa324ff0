"""A table with ten foes of a kind near the heroes, made by the GM's own messages: what is counted comes afterwards."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.serving import Serving
from tests.browser.table import Person

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.registry import load_ruleset

TEN = 10
SCENES: dict[str, tuple[str, str, dict[str, str]]] = {
    "cap_check": ("reed-landing", "reed-cutter", {"foes": "free"}),
    "crisis_3d6": ("bar-brawl", "dock-tough", {}),
    "crisis_mode": ("party-against-band", "marsh-gnasher", {}),
    "phases_of_play": ("burning-granary", "soot-runner", {"order-ties": "scores"}),
}
"""By ruleset: a scenario, a kind of foe in it, and options by which the GM runs the foes."""

TALK = """async ([path, messages]) => {
    window.lines ??= new Map();
    if (!window.lines.has(path)) {
        const socket = new WebSocket(location.origin.replace("http", "ws") + path);
        window.lines.set(path, socket);
        socket.addEventListener("message", (event) => {
            for (const line of event.data.split("\\n"))
                window.step = JSON.parse(line).view?.set?.["now/step"] ?? window.step;
        });
        await new Promise((resolve) => { socket.onopen = resolve; });
    }
    const socket = window.lines.get(path);
    const wait = (id) => new Promise((resolve) => {
        socket.addEventListener("message", function hear(event) {
            const frame = event.data.split("\\n").map((line) => JSON.parse(line)).find((each) => each.id === id);
            if (frame) { socket.removeEventListener("message", hear); resolve(frame); }
        });
    });
    const replies = [];
    for (const message of messages) {
        const id = Array.from({ length: 16 }, () => "abcdefghijklmnop"[Math.floor(Math.random() * 16)]).join("");
        const reply = wait(id);
        socket.send(JSON.stringify({ ...message, id }));
        replies.push(await reply);
    }
    return replies;
}"""
"""Over one line that stays open; messages fewer than the server takes in one burst."""


def talk(page: Page, table: str, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages of the GM over a line of their own."""
    replies: list[dict[str, Any]] = page.evaluate(TALK, [f"/api/t/{table}/gm/ws", messages])
    for message, reply in zip(messages, replies, strict=True):
        assert reply["type"] != "error", (message, reply)
    return replies


def ruling(verb: str, **rest: Any) -> dict[str, Any]:
    return {"type": "ruling", "ruling": {"who": GM, "verb": verb, **rest}}


def near_squares(enc: Encounter, heroes: list[str], most: int) -> list[str]:
    """Free squares a few steps from the heroes, the nearest first."""
    board, taken = enc.board, [one.pos for one in enc.combatants.values() if enc.seat_of(one.id) != GM]
    hero = enc.combatants[heroes[0]]
    walked = board.walks(hero.pos, 1, set(taken))
    far = {square: steps for square, steps in walked.items() if square not in taken and steps >= 2}
    return [board.name(square) for square in sorted(far, key=lambda square: (far[square], square))][:most]


class Crowd:
    """The GM before ten foes of a kind, the heroes in the hands of bots or of the GM."""

    def __init__(self, serving: Serving, gm: Person, id: str, bots: bool) -> None:
        scenario, kind, options = SCENES[id]
        enc = load_ruleset(id).start(scenario, options, ["", ""])
        self.gm, self.page = gm, gm.page
        self.heroes = [one.id for one in enc.combatants.values() if enc.seat_of(one.id) != GM]
        self.names = {one.id: one.name for one in enc.combatants.values()}
        side = enc.combatants[self.heroes[0]].side
        foes = [one.id for one in enc.combatants.values() if one.id not in self.heroes]
        gm.open(serving.host_link)
        expect(gm.heading("Run an encounter")).to_be_visible()
        body = {"ruleset": id, "scenario": scenario, "options": options, "seed": 7}
        made = self.page.evaluate(
            """async (body) => (await fetch("/api/tables", {
                method: "POST", headers: { "X-Fracas": "1", "Content-Type": "application/json" },
                body: JSON.stringify(body) })).json()""",
            body,
        )
        self.table = made["table"]
        self.page.goto(f"{serving.base}{made['url']}" if made["url"].startswith("/") else made["url"])
        expect(gm.heading("At the table")).to_be_visible()
        self.ids = [f"crowd-{number}" for number in range(1, TEN + 1)]
        squares = near_squares(enc, self.heroes, TEN)
        adds = [
            ruling("add", thing=kind, squares=[square], text=f"id={who}, name=Foe {who[6:]}, side={foes_side(enc)}")
            for who, square in zip(self.ids, squares, strict=True)
        ]
        away = [ruling("remove", targets=[who]) for who in foes]
        hand = [{"type": "bot", "scope": "side", "name": side, "on": True}] if bots else []
        talk(self.page, self.table, [*away, *adds, *hand, {"type": "start"}])
        if id == "phases_of_play":
            self.lead()
        expect(gm.order).to_be_visible()

    def lead(self) -> None:
        """Where the GM opens the fight, and answers until somebody is in turn."""
        for command in ("gm encounter", "gm roll-order"):
            talk(self.page, self.table, [{"type": "command", "command": command, "step": self.step()}])
        for _ in range(20):
            state = self.state()
            if any(who in self.names or who in self.ids for who in state["actors"]):
                return
            for asked in state["decisions"][:1]:
                self.answer(asked)
            self.page.wait_for_timeout(100)

    def step(self) -> int:
        """The step of the GM's view, after whatever came so far."""
        self.state()
        found: int = self.page.evaluate("window.step")
        return found

    def answer_for_foes(self, state: dict[str, Any]) -> bool:
        """Let whatever the foes or the GM are asked pass."""
        mine = [asked for asked in state["decisions"] if asked["who"] in (*self.ids, GM)]
        for asked in mine[:1]:
            self.answer(asked)
        return bool(mine)

    def pass_for_heroes(self, state: dict[str, Any]) -> None:
        """What their players do meanwhile: nothing. So every foe lives to have its turn."""
        if state["decisions"]:
            for asked in [one for one in state["decisions"] if one["who"] in self.heroes][:1]:
                self.answer(asked)
            return
        able = [who for who in state["actors"] if who in self.heroes]
        if able and not [who for who in state["actors"] if who in self.ids]:
            message = {"type": "command", "command": f"{able[0]} pass", "step": self.step()}
            self.page.evaluate(TALK, [f"/api/t/{self.table}/gm/ws", [message]])

    def answer(self, asked: dict[str, Any]) -> None:
        """By the usual answer; somebody else may have been quicker."""
        message = {"type": "answer", "to": asked["id"], "answer": asked["default"], "step": self.step()}
        self.page.evaluate(TALK, [f"/api/t/{self.table}/gm/ws", [message]])

    def state(self) -> dict[str, Any]:
        (state,) = talk(self.page, self.table, [{"type": "state"}])
        return state

    def events(self) -> list[dict[str, Any]]:
        (found,) = talk(self.page, self.table, [{"type": "events", "since": 0}])
        events: list[dict[str, Any]] = found["events"]
        return events


def foes_side(enc: Encounter) -> str:
    heroes = {one.side for one in enc.combatants.values() if enc.seat_of(one.id) != GM}
    return next(one.side for one in enc.combatants.values() if one.side not in heroes)
