import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client, newId, type Listener } from "../src/client.ts";
import { FakeWire, recorded, viewOf, welcomeOf, wholeOf } from "./table.ts";

const one = recorded("crisis-mode-ambush");
let client: Client;
let heard: string[];
let waited: number[];

const listener: Listener = {
  welcome: (message) => {
    heard.push("welcome");
    client.last = message.view.last;
    client.game = message.view.game;
  },
  update: (events, _view, fresh) => heard.push(`update ${events.length} ${fresh}`),
  happened: (event) => heard.push(`event ${event.n}`),
  looked: (view) => heard.push(`view ${view.last}`),
  roomChanged: () => heard.push("room"),
  rolledAside: (asides) => heard.push(`asides ${asides.length}`),
  foretold: () => heard.push("forecast"),
  pinged: (pings) => heard.push(`pings ${pings.length}`),
  next: (url) => heard.push(`next ${url}`),
  lineChanged: (state) => heard.push(state),
  waiting: (ms) => waited.push(ms),
};
const wire = () => FakeWire.all.at(-1) as FakeWire;

beforeEach(() => {
  vi.useFakeTimers();
  FakeWire.all = [];
  [heard, waited] = [[], []];
  client = new Client("ws://table/ws", listener, (url) => new FakeWire(url));
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

describe("the line to a table", () => {
  it("refuses what is too long to send, and goes on", async () => {
    wire().say(welcomeOf(one));
    const reply = await client.ask({ type: "ruling", ruling: "x".repeat(70_000) });
    expect([reply.type, reply.message]).toEqual(["error", "That is too long to send."]);
    expect(wire().sent).toEqual([]);
  });

  it("keeps requests until it is welcomed", () => {
    void client.ask({ type: "state" });
    expect(wire().sent).toEqual([]);
    wire().say(welcomeOf(one));
    expect(wire().sent.map((frame) => frame.type)).toEqual(["state"]);
  });

  it("sends what was not acknowledged again under the same id, and nothing that was", async () => {
    wire().say(welcomeOf(one));
    const done = client.ask({ type: "undo" }, true);
    const first = wire().sent[0];
    wire().say({ type: "ok", id: first?.id });
    expect((await done).type).toBe("ok");
    void client.ask({ type: "command", command: "brute pass", step: 3 }, true);
    const lost = wire().sent[1];
    wire().drop();
    await vi.advanceTimersByTimeAsync(2000);
    wire().say(welcomeOf(one));
    expect(wire().sent).toEqual([lost]);
  });

  it("comes back from where it was", async () => {
    wire().say(welcomeOf(one));
    wire().drop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(wire().url).toBe(`ws://table/ws?game=main&since=${one.state.last}`);
  });

  it("answers a ping, and tells room, update and next", () => {
    wire().say(welcomeOf(one));
    wire().say({ type: "ping", t: 1 });
    wire().say({ type: "room", room: {} });
    wire().say({ type: "update", events: [{}], view: viewOf(one), fresh: true });
    wire().say({ type: "next", url: "/join#x" });
    expect(wire().sent).toEqual([{ type: "pong" }]);
    expect(heard).toEqual(["open", "welcome", "room", "update 1 true", "next /join#x"]);
  });

  it("takes in every line of a message", () => {
    wire().say(welcomeOf(one));
    const frames = [1, 2].map((n) => JSON.stringify({ type: "event", event: { n, deed: 1, kind: "moved", tale: 1 } }));
    wire().onmessage?.({ data: frames.join("\n") });
    expect(heard).toEqual(["open", "welcome", "event 1", "event 2"]);
  });

  it("asks once for the whole view where a frame was made for another, and hears none until it comes", () => {
    const asked = () => wire().sent.filter((frame) => frame.type === "whole").length;
    const whole = wholeOf(viewOf(one));
    wire().say(welcomeOf(one));
    wire().say({ type: "view", view: { from: whole.to + 1, to: whole.to, set: {}, gone: [] } });
    wire().say({ type: "view", view: { from: whole.to, to: whole.to, set: {}, gone: [] } });
    expect([asked(), heard.filter((one) => one.startsWith("view"))]).toEqual([1, []]);
    wire().say({ type: "update", events: [], view: viewOf(one), fresh: false });
    wire().say({ type: "view", view: { from: whole.to, to: whole.to, set: {}, gone: [] } });
    expect([asked(), heard.at(-1)]).toEqual([1, `view ${one.state.last}`]);
  });

  it("asks for it too where the parts do not add up", () => {
    const whole = wholeOf(viewOf(one));
    wire().say(welcomeOf(one));
    wire().say({ type: "view", view: { from: whole.to, to: whole.to + 1, set: { heading: "Later" }, gone: [] } });
    expect(wire().sent.map((frame) => frame.type)).toEqual(["whole"]);
  });

  it("stays shut when the seat was taken back", async () => {
    wire().say(welcomeOf(one));
    wire().drop(4409);
    await vi.advanceTimersByTimeAsync(20000);
    expect(heard.at(-1)).toBe("shut");
    expect(FakeWire.all.length).toBe(1);
  });

  it("takes a server that is silent for lost, however open the socket seems", async () => {
    wire().say(welcomeOf(one));
    await vi.advanceTimersByTimeAsync(30000);
    wire().say({ type: "ping", t: 1 });
    await vi.advanceTimersByTimeAsync(30000);
    expect(FakeWire.all.length).toBe(1);
    await vi.advanceTimersByTimeAsync(14000);
    expect(heard.at(-1)).toBe("lost");
    expect(FakeWire.all.length).toBeGreaterThan(1);
  });

  it("says for how long a change has not been confirmed", async () => {
    wire().say(welcomeOf(one));
    void client.ask({ type: "undo" }, true);
    await vi.advanceTimersByTimeAsync(6000);
    expect(waited.at(-1)).toBeGreaterThanOrEqual(5000);
    wire().say({ type: "ok", id: wire().sent[0]?.id });
    expect(waited.at(-1)).toBe(0);
  });

  it("makes ids of 16 letters", () => {
    expect(newId()).toMatch(/^[a-z0-9]{16}$/);
    expect(newId()).not.toBe(newId());
  });
});
