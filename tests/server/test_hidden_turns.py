"""L6: while only the hidden have something to do, nobody who does not know of them learns more: by waiting, by asking,
by coming late, or by a restart of the server; and a room nobody is in is let go of and opened again."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest
from tests.server.test_twin_worlds import LURKER, READY, Twins, add_hidden, twins
from tests.server.worlds import World, light_hall

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.covering import cover_start
from fracas.engine.policy import Chance
from fracas.engine.registry import load_ruleset
from fracas.server import showing, snapshots
from fracas.server.dispatch import serve
from fracas.server.hall import Hall
from fracas.server.security import Rates
from fracas.server.socket import hear
from fracas.session.errands import Errand, next_of

HIDDEN = "lurker"


async def haunted(folder: Path, seat: str = GM) -> tuple[World, str]:
    """A table with a hidden foe, on a seat of its own if need be, and a player's seat."""
    ruleset = load_ruleset("crisis_3d6")
    start = ruleset.start("bar-brawl", {}, ["1", "2"])
    add_hidden(ruleset, start, next(one.kind for one in start.combatants.values() if one.seat == GM), HIDDEN)
    start.combatants[HIDDEN].seat = seat
    player = next(seat for seat in start.seats if seat != GM)
    world = World(folder)
    await world.open(ruleset, start, list(dict.fromkeys([GM, player, "", seat])))
    return world, player


async def hidden_turn(folder: Path) -> tuple[World, str]:
    """A table at which it is a hidden foe's turn, and a player's seat."""
    world, player = await haunted(folder)
    await world.do(GM, "start")
    await world.pass_until(lambda: world.room.is_between_turns(player))
    return world, player


async def after_restart(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """What players and spectators see during a hidden turn, before and after a restart."""
    world, player = await hidden_turn(folder)
    # Facts alongside the game and more rows of the hidden turn do not matter.
    await world.do(GM, "aside", dice="1d6", why="noise", secret=True)
    await world.do(GM, "ruling", ruling={"who": "gm", "verb": "note", "text": "a secret"})
    before = {seat: world.room.screens.snapshots[seat].text for seat in (player, "")}
    id = world.room.id
    world.close()
    hall = Hall(folder, "http://127.0.0.1:1", 0)
    room = await hall.room(id)
    assert room is not None and room.is_between_turns(player)
    after = {seat: room.screens.snapshots[seat].text for seat in (player, "")}
    hall.close()
    return before, after


def test_l6_a_restart_in_a_hidden_turn_shows_no_more(tmp_path: Path) -> None:
    before, after = asyncio.run(after_restart(tmp_path))
    assert before == after


async def in_turn_meanwhile(folder: Path) -> dict[str, list[str]]:
    """Who is said to be in turn during a hidden turn, to whom."""
    world, player = await hidden_turn(folder)
    views = {seat: world.room.screens.snapshots[seat].view for seat in (GM, player, "")}
    world.close()
    return {seat: [row["who"] for row in view["rail"]["rows"] if row["active"]] for seat, view in views.items()}


def test_between_turns_nobody_is_said_to_be_in_turn(tmp_path: Path) -> None:
    said = asyncio.run(in_turn_meanwhile(tmp_path))
    assert said.pop(GM) == [HIDDEN]
    assert not any(said.values()), said


async def asked_meanwhile(folder: Path) -> tuple[list[str], list[str], bool]:
    """What a player gets who looks during a hidden turn; what there was to see; and whether anything was answered that
    is to wait."""
    world, player = await hidden_turn(folder)
    shown = [world.room.screens.snapshots[player].view["rail"], world.room.screens.snapshots[player].view["last"]]
    got = []
    for seat in (player, ""):
        state = json.loads((await world.raw(seat, type="state", id="1")).splitlines()[-1])
        hello = json.loads((await world.raw(seat, type="hello", id="2")).splitlines()[-1])
        events = json.loads((await world.raw(seat, type="events", id="3")).splitlines()[-1])
        log = json.loads((await world.raw(seat, type="log", id="4")).splitlines()[-1])
        assert hello["last"] == state["last"] == events["last"] == len(events["events"]) == len(log["lines"])
        got.append([state["rail"], state["last"]])
    mine = world.room.screens.snapshots[player].view["actors"] or [HIDDEN]
    own = next(who for who, one in world.room.session.game.state.combatants.items() if one.seat == player)
    messages = [
        {"type": "offers", "id": "5", "who": mine[0]},
        # It would be over with the hidden turn: whoever asks for it again and again could count them.
        {"type": "bot", "id": "6", "scope": "turn", "name": own, "on": True},
    ]
    asking = [asyncio.create_task(serve(world.hall, world.room, world.seats[player], one)) for one in messages]
    await asyncio.sleep(0)
    # Messages are served in their order: what may be answered now has been when this is.
    await world.do(GM, "aside", dice="1d6", why="noise", secret=True)
    early = any([one.done() for one in asking])
    await world.let_hidden_pass()
    await asyncio.gather(*asking)
    world.close()
    return [canon(shown), canon(shown)], [canon(one) for one in got], early


def test_l6_asking_in_a_hidden_turn_tells_no_more_than_waiting(tmp_path: Path) -> None:
    shown, got, early = asyncio.run(asked_meanwhile(tmp_path))
    assert shown == got and not early


def test_l6_control_questions_answered_from_the_game_itself_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fracas.server.dispatch.AWAITED", ())
    _, _, early = asyncio.run(asked_meanwhile(tmp_path))
    assert early


def test_l6_clocks_of_others_are_not_told(tmp_path: Path) -> None:
    """Somebody hidden may be asked, and have a time limit."""

    async def run() -> None:
        world, player = await hidden_turn(tmp_path)
        shown = [world.room.screens.view_text(seat) for seat in (player, "")]
        world.room.clock.ends = {"a question to the hidden": time.monotonic() + 600}
        assert [world.room.screens.view_text(seat) for seat in (player, "")] == shown
        world.close()

    asyncio.run(run())


def test_l2_a_call_and_its_roll_name_no_secret_seat(tmp_path: Path) -> None:
    async def run() -> None:
        world, player = await haunted(tmp_path, "traitor")
        await world.do(GM, "call", dice="1d6", why="who hears it?", seats=[player, "traitor"])
        await world.do("traitor", "aside", call="c1")
        await world.do("traitor", "say", text="Not me.")
        for seat, frames in world.take().items():
            assert (b"traitor" in b"".join(frames)) == (seat in (GM, "traitor")), seat
        world.close()

    asyncio.run(run())


def test_l2_calls_are_counted_for_each_seat_and_answered_without_those_who_were_not_called(tmp_path: Path) -> None:
    async def told(folder: Path, secret: bool) -> dict[str, list[bytes]]:
        """What everybody but the GM and the secret seat gets of a call, after one to the secret seat or none."""
        world, player = await haunted(folder, "traitor")
        if secret:
            await world.do(GM, "call", id="secret", dice="1d6", why="who lies?", seats=["traitor"])
        else:
            await world.do(GM, "aside", id="secret", dice="1d6", why="who lies?", secret=True)
        await world.do(GM, "call", dice="1d6", why="who hears it?", seats=[player])
        await world.do(player, "aside", call="c1")
        await world.do(GM, "call", dice="1d6", why="and now?", seats=[player, "traitor"])
        await world.do("traitor", "aside", call="c2" if secret else "c1")
        calls = {seat: [one["call"] for one in showing.asides_for(world.room, seat)] for seat in (player, "")}
        assert calls == {player: ["c1", ""], "": ["", ""]}
        frames = world.take()
        world.close()
        return {seat: frames[seat] for seat in (player, "")}

    assert asyncio.run(told(tmp_path / "1", True)) == asyncio.run(told(tmp_path / "2", False))


def test_l2_a_secret_seat_points_as_the_gm(tmp_path: Path) -> None:
    async def run() -> None:
        world, player = await haunted(tmp_path, "traitor")
        world.take()
        await world.do("traitor", "point", square="a1")
        pings = {seat: json.loads(frames[-1])["pings"] for seat, frames in world.frames.items() if seat != "traitor"}
        told = {"who": GM, "square": "a1"}
        assert pings == {GM: [{**told, "who": "traitor"}], player: [told], "": [told]}
        world.close()

    asyncio.run(run())


def test_l2_a_covered_place_is_pointed_at_by_the_name_each_board_has_for_it(tmp_path: Path) -> None:
    async def run() -> None:
        ruleset = load_ruleset("phases_of_play")
        start = ruleset.start("counting-house-told", {}, ["1", "2"])
        vault = start.board.parse("vault")
        cover_start(start, [vault])
        player, unknown = next(seat for seat in start.seats if seat != GM), start.board.as_known().name(vault)
        world = World(tmp_path)
        await world.open(ruleset, start, [GM, player, ""])
        for seat, square in ((GM, "vault"), (player, unknown)):
            world.take()
            await world.do(seat, "point", square=square)
            pings = {one: [frame for frame in frames if b"pings" in frame] for one, frames in world.frames.items()}
            squares = {one: json.loads(frames[0])["pings"][0]["square"] for one, frames in pings.items()}
            assert squares == {GM: "vault", player: unknown, "": unknown}
        world.close()

    asyncio.run(run())


@pytest.mark.pure
def test_l6_asked_just_before_a_hidden_turn_it_is_answered_after_it(tmp_path: Path) -> None:
    """The question waits for the table, and when the table is free it is the turn of somebody hidden."""

    async def run() -> None:
        world, player = await hidden_turn(tmp_path)
        await world.let_hidden_pass()
        ruleset = world.room.session.game.ruleset
        real = ruleset.actors
        mine = next(who for who, one in world.room.session.game.state.combatants.items() if one.seat == player)
        message = {"type": "offers", "id": "5", "who": mine}
        try:
            async with world.room.lock:
                asking = asyncio.create_task(serve(world.hall, world.room, world.seats[player], message))
                await asyncio.sleep(0)
                ruleset.actors = lambda enc: [HIDDEN]  # type: ignore[method-assign]
            await world.do(GM, "aside", dice="1d6", why="noise", secret=True)
            assert not asking.done()
        finally:
            ruleset.actors = real  # type: ignore[method-assign]
        async with world.room.lock:
            world.room.tell()
        await asking
        world.close()

    asyncio.run(run())


class Wire:
    """A page that sends these messages and then says nothing more."""

    def __init__(self, *messages: dict[str, object]) -> None:
        self.left = [json.dumps(message) for message in messages]

    async def receive(self) -> dict[str, object]:
        if not self.left:
            await asyncio.Event().wait()
        return {"type": "websocket.receive", "text": self.left.pop(0)}


def test_a_page_that_waits_for_the_hidden_can_roll_and_look_things_up(tmp_path: Path) -> None:
    """A preview asked for in a hidden turn waits as long as that lasts; what else the page sends does not."""

    async def run() -> None:
        world, player = await hidden_turn(tmp_path)
        mine = next(who for who, one in world.room.session.game.state.combatants.items() if one.seat == player)
        offers: dict[str, object] = {"type": "offers", "who": mine}
        wire = Wire({**offers, "id": "1"}, {**offers, "id": "2"}, {"type": "roll", "dice": "1d6", "id": "3"})
        one = world.seats[player]
        hearing = asyncio.create_task(hear(world.hall, Rates(), world.room, wire, one))  # type: ignore[arg-type]

        async def replies(count: int) -> list[object]:
            found: list[object] = []
            while len(found) < count:
                await asyncio.sleep(0.01)
                await world.drain()
                got = [json.loads(frame) for frame in world.frames[player]]
                found = [each["id"] for each in got if each.get("id") in ("1", "2", "3")]
            return found

        assert await asyncio.wait_for(replies(1), 20) == ["3"]
        await world.let_hidden_pass()
        assert await asyncio.wait_for(replies(3), 20) == ["3", "1", "2"]
        hearing.cancel()
        world.close()

    asyncio.run(run())


def test_a_room_nobody_is_in_is_let_go_of_and_opened_again(tmp_path: Path) -> None:
    async def run() -> None:
        world, player = await hidden_turn(tmp_path)
        room, hall = world.room, world.hall
        hall.let_go(0)
        assert await hall.room(room.id) is room, "somebody is in it"
        texts = {seat: room.screens.snapshots[seat].text for seat in room.screens.snapshots}
        for one in list(room.subscribers):
            await room.leave(one)
        hall.let_go(3600)
        assert await hall.room(room.id) is room, "it was left just now"
        hall.let_go(0)
        assert room.closed and hall.rooms == []
        again = await hall.room(room.id)
        assert again is not None and again is not room
        assert {seat: again.screens.snapshots[seat].text for seat in again.screens.snapshots} == texts
        assert snapshots.is_between_turns(again.session, player)
        world.close()

    asyncio.run(run())


def test_whoever_is_hidden_in_its_own_turn_is_gone_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        ruleset = load_ruleset("crisis_3d6")
        start = ruleset.start("bar-brawl", {}, ["1", "2"])
        player = next(seat for seat in start.seats if seat != GM)
        world = World(tmp_path)
        await world.open(ruleset, start, [GM, player, ""])
        await world.do(GM, "start")
        await world.pass_until(lambda: world.room.session.game.state.seat_of(world.view()["actors"][0]) == GM)
        who = world.view()["actors"][0]
        await world.do(GM, "ruling", ruling={"who": "gm", "verb": "hide", "targets": [who]})
        assert world.room.is_between_turns(player)
        for seat in (player, ""):
            assert who not in [one["id"] for one in world.view(seat)["state"]["combatants"]]
            assert who not in json.dumps(world.view(seat)["rail"])
        world.close()

    asyncio.run(run())


PLAYER = "player1"


async def past_the_lurker(folder: Path) -> Twins:
    """Twin worlds in which a player has walked past somebody hidden, who is asked about it where there is one."""
    ruleset, manner, hall = load_ruleset("crisis_mode"), READY["crisis_mode"], light_hall(folder)
    worlds = (World(hall), World(hall))
    for world, start in zip(worlds, twins(ruleset, "first-duel", 3, manner), strict=True):
        await world.open(ruleset, start, [GM, PLAYER])
    pair = Twins(worlds, Chance(3), manner)
    await pair.both(GM, "start", id="start")
    await pair.hidden_moves()
    await pair.arm()
    await pair.stalk(False)
    session = pair.plain.room.session
    walk = next_of(session, Errand(session.actors(PLAYER)[0], square=session.game.state.board.size - 1), PLAYER)
    assert walk is not None
    await pair.both(PLAYER, "command", id="walk", command=walk.to_json(), step=pair.plain.view(PLAYER)["step"])
    assert [decision.who for decision in pair.full.room.session.game.waiting] == [LURKER]
    assert not pair.plain.room.session.game.waiting
    return pair


def test_l6_what_waits_for_the_hidden_is_not_done_among_them_when_its_page_goes(tmp_path: Path) -> None:
    """A walk can be withdrawn while somebody is asked about it: whoever then finds it withdrawn knows of somebody."""

    async def run() -> None:
        pair = await past_the_lurker(tmp_path)
        for world in (pair.full, pair.plain):
            one = world.seats[PLAYER]
            sent = asyncio.create_task(serve(world.hall, world.room, one, {"type": "withdraw", "id": "back"}))
            await asyncio.sleep(0.01)
            await world.room.leave(one)
            await sent
            await world.join(PLAYER)
        await pair.hidden_moves()
        for world in (pair.full, pair.plain):
            reply = await world.ask(PLAYER, "withdraw", id="back")
            assert (reply["type"], reply.get("kind")) == ("error", "refused")
            await world.join(PLAYER)
            await world.drain()
        told = [json.loads(world.frames[PLAYER][0]) for world in (pair.full, pair.plain)]
        assert told[0]["events"] == told[1]["events"] and told[0]["view"] == told[1]["view"]
        for world in (pair.full, pair.plain):
            world.close()
        pair.full.hall.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "message",
    [
        {"type": "dice", "mode": "hand"},
        {"type": "ruling", "ruling": {"who": PLAYER, "verb": "dice", "text": "hand"}},
    ],
)
def test_l6_what_a_seat_prefers_counts_after_the_hidden_have_answered(
    message: dict[str, object], tmp_path: Path
) -> None:
    """The player's own deed has a middle only because somebody hidden is asked: there it would stand for ever, and
    change how the rest of the deed goes."""

    async def run() -> None:
        pair = await past_the_lurker(tmp_path)
        sent = [
            asyncio.create_task(serve(world.hall, world.room, world.seats[PLAYER], {**message, "id": "mine"}))
            for world in (pair.full, pair.plain)
        ]
        await asyncio.wait(sent[1:])
        await pair.hidden_moves()
        await asyncio.gather(*sent)
        for world in (pair.full, pair.plain):
            await world.drain()
        pair.compare()
        for world in (pair.full, pair.plain):
            world.close()
        pair.full.hall.close()

    asyncio.run(run())
