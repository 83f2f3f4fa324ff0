import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { walkOf } from "../src/board/walk.svelte.ts";
import Quick from "../src/gm/Quick.svelte";
import type { Frame, Preview } from "../src/protocol.ts";
import { hotbar, Numbers, strikesOf, type Shortcut } from "../src/state/choosing.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import ActionBar from "../src/table/ActionBar.svelte";
import CardView from "../src/table/CardView.svelte";
import Hands from "../src/table/Hands.svelte";
import TurnRail from "../src/table/TurnRail.svelte";
import { ROOM, seated, viewOf } from "./table.ts";

let open: TableState | undefined;
afterEach(() => open?.close());
async function sit(...words: Parameters<typeof seated>) {
  const found = await seated(...words);
  open = found.table;
  return found;
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Somebody whom the one in turn can attack now. */
function preyOf(table: TableState): string {
  const picks = table.offers.flatMap((offer) => offer.picks);
  const pick = picks.find((one) => one.purpose === "harm" && !one.blocked.length && one.command.targets.length === 1);
  return pick?.command.targets[0] ?? "";
}

describe("a click on a foe", () => {
  it("brings up the most promising attack, and a second one does it", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const before = wire.replies;
    wire.replies = (frame) =>
      frame.type === "preview" ? ({ ...one.preview, command: frame.command } as unknown as Frame) : before(frame);
    const prey = preyOf(table);
    const best = strikesOf(table.offers, prey)[0];
    walkOf(table).tap("", prey);
    await soon();
    expect(wire.sent.filter((frame) => frame.type === "preview").at(-1)?.command).toEqual(best?.pick.command);
    expect(table.verb).toBe(best?.offer.verb);
    const others = strikesOf(table.offers, prey).map((one) => one.pick.promise);
    expect(best?.pick.promise).toBe(Math.max(...others));
    render(ActionBar, { table });
    expect(screen.getByRole("group", { name: "Instead" }).querySelectorAll("button").length).toBeGreaterThan(0);
    expect(wire.sent.some((frame) => frame.type === "command")).toBe(false);
  });

  it("looks at a friend, and says why a foe out of reach cannot be attacked", async () => {
    const { table } = await sit("crisis-mode-ambush");
    const side = table.combatant(table.actor)?.side;
    const friend = table.combatants.find((one) => one.side === side && one.id !== table.actor)?.id ?? "";
    walkOf(table).tap("", friend);
    expect(table.verb).toBe("");
    expect(table.selected).toBe(friend);
    const prey = preyOf(table);
    const why = (text: string) => [{ paragraph: "1.1", text, remedy: "" }];
    table.offers = table.offers.map((offer) => ({
      ...offer,
      open: false,
      blocked: why("somebody else is too far"),
      picks: offer.picks.map((pick) => ({ ...pick, blocked: why(`${pick.command.targets[0]} is too far`) })),
    }));
    walkOf(table).tap("", prey);
    expect(table.hand.why).toContain(`${prey} is too far`);
    expect(table.verb).toBe("");
  });
});

describe("numbers", () => {
  it("stay with their action for the turn, whatever closes or opens meanwhile", async () => {
    const { table } = await sit("crisis-mode-ambush");
    const shortcuts = hotbar(table.offers);
    const numbers = new Numbers();
    const first = new Map(numbers.of("a", shortcuts));
    const fewer = new Map(numbers.of("a", shortcuts.slice(1)));
    for (const shortcut of shortcuts) expect(fewer.get(shortcut.id)).toBe(first.get(shortcut.id));
    expect(numbers.of("b", shortcuts.slice(1)).get(shortcuts[1]?.id ?? "")).toBe(1);
  });

  it("take the focus from a button elsewhere, so that Enter is for what they chose", async () => {
    const { table } = await sit("crisis-mode-ambush");
    document.body.innerHTML = '<button id="elsewhere">Hide</button><section id="actions" tabindex="-1"></section>';
    render(Hands, { table });
    document.getElementById("elsewhere")?.focus();
    await fireEvent.keyDown(document.getElementById("elsewhere") as Element, { key: "1" });
    expect(document.activeElement?.id).toBe("actions");
    document.body.innerHTML = "";
  });

  it("are left for what opens later", async () => {
    const { table } = await sit("crisis-mode-ambush");
    const shortcut = (id: string) => ({ ...hotbar(table.offers)[0], id }) as Shortcut;
    const numbers = new Numbers();
    const many = Array.from({ length: 12 }, (_, index) => shortcut(`shortcut ${index}`));
    const given = () => numbers.of("a", [shortcut("drawn"), ...many]);
    expect([...numbers.of("a", many).values()].filter((number) => number <= 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([given().get("drawn"), given().get("shortcut 0"), given().get("shortcut 9")]).toEqual([9, 1, Infinity]);
  });

  it("choose the action, then the target, and Enter does it", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(ActionBar, { table });
    render(Hands, { table });
    const shortcut = table.hand.shortcuts.find((each) => each.offer.verb === "rushed");
    const number = table.hand.numbered.get(shortcut?.id ?? "") ?? 0;
    await fireEvent.keyDown(document.body, { key: String(number) });
    expect(table.verb).toBe("rushed");
    await fireEvent.keyDown(document.body, { key: "1" });
    await soon();
    const target = table.hand.listed[0]?.command;
    expect(wire.sent.filter((frame) => frame.type === "preview").at(-1)?.command).toEqual(target);
    await fireEvent.keyDown(document.body, { key: "Enter" });
    expect(wire.sent.find((frame) => frame.type === "command")).toMatchObject({ command: one.preview.command });
  });
});

describe("chances", () => {
  it("stand beside the targets and sort them", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    const before = wire.replies;
    const share = (ppm: number) => ({ ppm, exact: "" });
    wire.replies = (frame) => {
      if (frame.type !== "chances") return before(frame);
      const many = (frame.commands as unknown[]).length;
      const chances = Array.from({ length: many }, (_, index) => ({
        results: {},
        likely: share(100000 * (index + 1)),
        mean: 1500,
        down: share(0),
      }));
      return { type: "chances", chances, thinking: false } as Frame;
    };
    table.choose("rushed");
    const { container } = render(ActionBar, { table });
    await vi.waitFor(() => expect(container.querySelectorAll(".chance").length).toBeGreaterThan(1));
    expect(container.querySelector(".chance")?.textContent).toBe("10 %, −1.5");
    await fireEvent.click(screen.getByLabelText("Best odds first"));
    expect(container.querySelector(".chance")?.textContent).not.toBe("10 %, −1.5");
  });

  it("of what takes no life, as a net, are told by its results, and there is nothing to sort", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    const before = wire.replies;
    const share = (ppm: number) => ({ ppm, exact: "" });
    wire.replies = (frame) => {
      if (frame.type !== "chances") return before(frame);
      const net = { results: { hit: share(230000), miss: share(770000) }, likely: share(0), mean: 0, down: share(0) };
      return { type: "chances", chances: (frame.commands as unknown[]).map(() => net), thinking: false } as Frame;
    };
    table.choose("rushed");
    const { container } = render(ActionBar, { table });
    await vi.waitFor(() => expect(container.querySelectorAll(".chance").length).toBeGreaterThan(1));
    expect(container.querySelector(".chance")?.textContent).toBe("hit 23 %, miss 77 %");
    expect(screen.queryByLabelText("Best odds first")).toBeNull();
  });
});

describe("a drag", () => {
  it.each([
    ["goes at once", {}, "command"],
    ["asks where somebody may react", { invited: [{ who: "x", window: "w", verbs: [] }] }, ""],
    ["asks where it leads into harm", { hurts: true }, ""],
  ])("%s, however short it was", async (_, rest: Partial<Preview>, sent) => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const before = wire.replies;
    wire.replies = (frame) =>
      frame.type === "preview" ? ({ ...one.preview, legal: true, ...rest } as unknown as Frame) : before(frame);
    const walk = walkOf(table);
    const square = [...table.ways.keys()][0] ?? "";
    expect(walk.grab(table.actor)).toBe(true);
    walk.over(square, false);
    walk.drop();
    await vi.waitFor(() => expect(sent ? wire.sent.some((f) => f.type === sent) : table.draft?.preview).toBeTruthy());
    expect(wire.sent.some((frame) => frame.type === "command")).toBe(sent === "command");
  });
});

describe("harm by hand", () => {
  it.each([
    ["3", "9"],
    ["-3", "9"],
    ["+3", "14"],
    ["=7", "7"],
  ])("%s is named before it is done, at all who are chosen", async (typed, then) => {
    const { table, wire } = await sit("crisis-mode-ambush");
    const whos = table.combatants.slice(0, 2).map((one) => one.id);
    const before = wire.replies;
    const values = whos.map((who) => ({ who, fields: { hp: "12", "max-hp": "14" } }));
    wire.replies = (frame) =>
      frame.type === "shape"
        ? ({ type: "shape", values, first: "hp", words: { hp: "Hit Points" } } as Frame)
        : before(frame);
    table.hand.gather(whos);
    render(Hands, { table });
    render(Quick, { table, who: whos[0] ?? "" });
    await fireEvent.keyDown(document.body, { key: "t" });
    const box = await screen.findByPlaceholderText("3 harms, +3 heals, =7 sets");
    expect(document.activeElement).toBe(box);
    await fireEvent.input(box, { target: { value: typed } });
    await screen.findAllByText(new RegExp(`Hit Points\\s+12 → ${then}`));
    expect(wire.sent.some((frame) => frame.type === "ruling")).toBe(false);
    await fireEvent.submit(box.closest("form") as HTMLFormElement);
    await vi.waitFor(() => {
      const rulings = wire.sent.filter((frame) => frame.type === "ruling").map((frame) => frame.ruling);
      expect(rulings).toMatchObject(whos.map((who) => ({ verb: "set", targets: [who], thing: "hp", text: then })));
    });
  });
});

describe("the card and the order", () => {
  it("goes with the turn unless it is pinned, and a row clicked twice stays", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(TurnRail, { table });
    const other = one.state.rail.rows.find((row) => !row.active)?.who ?? "";
    const button = document.querySelector(`[data-row="${other}"] button`) as HTMLElement;
    await fireEvent.click(button);
    await fireEvent.click(button);
    expect(table.selected).toBe(other);
    const turned = (who: string, last: number) => {
      const rows = one.state.rail.rows.map((row) => ({ ...row, active: row.who === who }));
      const view = viewOf(one, { rail: { ...one.state.rail, rows }, last });
      wire.say({ type: "update", events: [], view, fresh: false });
    };
    turned(other, 900);
    expect(table.selected).toBe("");
    table.selected = other;
    render(CardView, { table, who: other });
    await fireEvent.click(screen.getByText("Pin"));
    turned(one.actor, 901);
    expect(table.selected).toBe(other);
  });

  it("asks before a turn ends with something half chosen", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    render(TurnRail, { table });
    table.choose("rushed");
    await fireEvent.click(document.querySelector('[data-key="next"]') as Element);
    expect(wire.sent.some((frame) => frame.type === "command")).toBe(false);
    await screen.findByText(/is chosen and not done/);
    await fireEvent.click(screen.getByText("End it all the same"));
    expect(wire.sent.some((frame) => frame.type === "command")).toBe(true);
  });

  it("folds many of a kind into one row that opens, and takes them up together", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const model = one.state.state.combatants.find((each) => each.id !== one.actor) as (typeof table.combatants)[0];
    const row = one.state.rail.rows.find((each) => each.who === model.id) as (typeof one.state.rail.rows)[0];
    const many = ["m1", "m2", "m3", "m4", "m5"];
    const view = viewOf(one, {
      state: {
        ...one.state.state,
        combatants: [...one.state.state.combatants, ...many.map((id) => ({ ...model, id, name: id, kind: "wolf" }))],
      },
      rail: {
        ...one.state.rail,
        rows: [...one.state.rail.rows, ...many.map((who) => ({ ...row, who, name: who, active: false, down: false }))],
      },
      last: 900,
    });
    wire.say({ type: "update", events: [], view, fresh: true });
    render(TurnRail, { table });
    expect(document.querySelector('[data-row="m3"]')).toBeNull();
    await fireEvent.click(screen.getByText(/^5 ×/));
    expect(document.querySelector('[data-row="m3"]')).not.toBeNull();
    await fireEvent.click(screen.getByText("All"));
    expect(table.hand.group).toEqual(many);
  });
});

describe("several at once", () => {
  it("are sent at whoever is clicked, as errands of the table, which tells how it goes", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    const before = wire.replies;
    wire.replies = (frame) => (frame.type === "queue" ? { type: "ok" } : before(frame));
    const side = table.combatant(table.actor)?.side;
    const own = table.combatants.filter((one) => one.side === side).map((one) => one.id);
    const prey = table.combatants.find((one) => one.side !== side)?.id ?? "";
    render(ActionBar, { table });
    table.hand.gather(own);
    walkOf(table).tap("", prey);
    expect(table.hand.prey).toBe(prey);
    await soon();
    await fireEvent.click(document.querySelector('[data-key="send"]') as Element);
    expect(wire.sent.find((frame) => frame.type === "queue")).toMatchObject({
      errands: own.map((who) => ({ who, target: prey, walk: true, end: true })),
    });
    const queue = {
      count: 3,
      left: 1,
      done: 4,
      who: own[0] ?? "",
      waits: "waits for an answer from Wen",
      told: [],
      stopped: "",
    };
    wire.say({ type: "room", room: { ...ROOM, queue } });
    await screen.findByText(/waits for an answer from Wen/);
    await fireEvent.click(screen.getByText("Stop"));
    expect(wire.sent.filter((frame) => frame.type === "queue").at(-1)).toMatchObject({ errands: [] });
  });

  it("move together by as many squares", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    const side = table.combatant(table.actor)?.side;
    const own = table.combatants.filter((one) => one.side === side).map((one) => one.id);
    table.hand.gather(own);
    const walk = walkOf(table);
    expect(walk.grab(own[0] ?? "")).toBe(true);
    walk.over("e4", false);
    walk.drop();
    const sent = wire.sent.find((frame) => frame.type === "queue")?.errands as { who: string; square: string }[];
    expect(sent.map((one) => one.who)).toEqual(own);
    expect(sent[0]?.square).toBe("e4");
  });
});

describe("the last command", () => {
  it("is brought up again by one key", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    render(Hands, { table });
    const strike = strikesOf(table.offers, preyOf(table))[0];
    const command = strike?.pick.command as NonNullable<typeof table.hand.last>;
    await table.perform(command);
    await fireEvent.keyDown(document.body, { key: "." });
    expect(wire.sent.filter((frame) => frame.type === "preview").at(-1)?.command).toEqual(command);
  });
});
