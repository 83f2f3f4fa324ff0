/** What happens at a table as it is told: event by event, with the view at the end of every deed. */

import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { order, type View } from "../src/protocol.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import Header from "../src/table/Header.svelte";
import { seated, viewOf, type FakeWire, type Recorded } from "./table.ts";

const NAME = "crisis-mode-ambush";
let table: TableState;
let wire: FakeWire;
let one: Recorded;

async function sit(view: Partial<View> = {}): Promise<void> {
  ({ table, wire, one } = await seated(NAME));
  if (Object.keys(view).length) wire.say({ type: "view", view: viewOf(one, view) });
}
const last = () => table.events.at(-1)?.n ?? 0;
const happens = (n: number) =>
  wire.say({
    type: "event",
    event: { n, kind: "moved", text: `step ${n}`, data: {}, deed: 1, harm: 0, reward: false },
  });

afterEach(() => table.close());

describe("events", () => {
  it("stand in the log soon, each once and in order, while the view stays", async () => {
    await sit();
    const [before, view] = [last(), table.view];
    happens(before + 1);
    happens(before + 2);
    happens(before + 2);
    happens(before + 1);
    await vi.waitFor(() => expect(last()).toBe(before + 2));
    expect(table.events.slice(-2).map((event) => event.n)).toEqual([before + 1, before + 2]);
    expect(table.view).toBe(view);
  });

  it("that were left out are asked for", async () => {
    await sit();
    happens(last() + 3);
    await vi.waitFor(() => expect(wire.sent.at(-1)).toMatchObject({ type: "events", since: 0 }));
  });

  it("that come together are drawn together, and never after the view they lead to", async () => {
    await sit();
    const [before, log] = [last(), table.events];
    happens(before + 1);
    happens(before + 2);
    expect(table.events).toBe(log);
    wire.say({ type: "view", view: viewOf(one, { step: 99 }) });
    expect([table.view?.step, last()]).toEqual([99, before + 2]);
  });
});

describe("a deed", () => {
  it("is done once, however often it is confirmed before its view has come", async () => {
    await sit();
    const command = order("x", "pass");
    const deeds = () => wire.sent.filter((frame) => frame.type === "command").length;
    const done = [table.perform(command), table.perform(command)];
    await vi.waitFor(() => expect(deeds()).toBe(1));
    void table.perform(command);
    table.choose("pass");
    expect([deeds(), table.busy, table.verb]).toEqual([1, true, ""]);
    wire.say({ type: "view", view: viewOf(one, { step: 99 }) });
    expect(await Promise.all(done)).toEqual([true, false]);
    expect(table.busy).toBe(false);
    void table.perform(command);
    expect(deeds()).toBe(2);
  });
});

describe("views", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());
  const between = (rest: Partial<View> = {}) =>
    wire.say({ type: "view", view: viewOf(one, { between: true, actors: [], ...rest }) });

  async function sitDown(): Promise<void> {
    vi.useRealTimers();
    await sit();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  }

  it("between turns are not shown where the next turn begins at once", async () => {
    await sitDown();
    between();
    expect(table.view?.between).toBe(false);
    wire.say({ type: "view", view: viewOf(one, { step: 8 }) });
    vi.runAllTimers();
    expect([table.view?.between, table.view?.step]).toEqual([false, 8]);
  });

  it("between turns are shown where nothing follows", async () => {
    await sitDown();
    between();
    vi.runAllTimers();
    expect(table.view?.between).toBe(true);
    expect(table.actors).toEqual([]);
  });

  it("held back for a moment do not forget newer events when the line is lost", async () => {
    await sitDown();
    const told = last();
    between({ last: told });
    happens(told + 1);
    vi.runAllTimers();
    wire.drop();
    vi.runAllTimers();
    const { FakeWire } = await import("./table.ts");
    expect(FakeWire.all.at(-1)?.url).toContain(`since=${told + 1}`);
  });
});

describe("the top of the page", () => {
  const chips = () => ["between turns", "players wait"].filter((text) => screen.queryByText(text));

  it.each([
    [{ between: false }, []],
    [{ players_wait: true }, ["players wait"]],
  ])("with %o shows %o", async (view, shown) => {
    await sit(view);
    render(Header, { table });
    expect(chips()).toEqual(shown);
  });

  it("says that the table is between turns", async () => {
    await sit();
    table.update([], viewOf(one, { between: true }), false);
    render(Header, { table });
    expect(chips()).toEqual(["between turns"]);
  });
});
