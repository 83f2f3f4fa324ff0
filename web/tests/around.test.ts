import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import { aroundOf } from "../src/around/around.svelte.ts";
import Handouts from "../src/around/Handouts.svelte";
import { answerOf, moved, onTable } from "../src/around/order.ts";
import Ruler from "../src/around/Ruler.svelte";
import SeatNews from "../src/around/SeatNews.svelte";
import Talk from "../src/around/Talk.svelte";
import AddCombatant from "../src/gm/AddCombatant.svelte";
import BotTools from "../src/gm/BotTools.svelte";
import Orders from "../src/gm/Orders.svelte";
import RuleModes from "../src/gm/RuleModes.svelte";
import { order, type Aside, type Question, type SeatOut } from "../src/protocol.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import EventLog from "../src/table/EventLog.svelte";
import Prompts from "../src/table/Prompts.svelte";
import { ROOM, seated, viewOf } from "./table.ts";

let open: TableState | undefined;
afterEach(() => open?.close());
async function sit(...words: Parameters<typeof seated>) {
  const found = await seated(...words);
  open = found.table;
  return found;
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));
const ANN: SeatOut = {
  seat: "player1",
  names: ["Wen"],
  combatants: [],
  person: "Ann",
  here: 1,
  bot: false,
  dice: "server",
};
const SAID: Aside = {
  n: 1,
  after: 0,
  kind: "say",
  who: "player1",
  to: ["gm"],
  text: "a trap",
  title: "",
  picture: "",
  dice: "",
  total: 0,
  why: "",
  call: "",
  secret: false,
};

describe("an order to agree on", () => {
  const whos = ["a", "b", "c"];
  const ways = [
    ["a", "b", "c"],
    ["b", "a", "c"],
    ["c", "b", "a"],
  ];
  function asked(who: string): Question {
    return {
      id: `1.${who}`,
      who,
      window: "order",
      prompt: "In which order?",
      about: "",
      arranges: whos,
      agree: true,
      labels: [],
      costs: [],
      drawbacks: [],
      icons: [],
      seconds_left: null,
      default_text: "",
      default_label: "By your Scores",
      can_pass: true,
      pass_label: "By your Scores",
      answers: [...ways.map((way) => order("a", "place", { targets: way })), order("a", "pass")],
      default: order("a", "pass"),
    };
  }

  it("is the proposal most others are for, else the first that is offered", () => {
    const place = (targets: string[]) => order("a", "place", { targets });
    expect(onTable(asked("a"), {})).toEqual({ order: whos, by: [] });
    expect(onTable(asked("a"), { b: place(["b", "a", "c"]) })).toEqual({ order: ["b", "a", "c"], by: ["b"] });
    const several = { a: place(whos), b: place(["c", "b", "a"]), c: place(["c", "b", "a"]) };
    expect(onTable(asked("a"), several).order).toEqual(["c", "b", "a"]);
    expect(answerOf(asked("a"), ["b", "a", "c"])?.targets).toEqual(["b", "a", "c"]);
    expect(moved(whos, 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(whos, 0, -1)).toEqual(whos);
  });

  it("is agreed with one tap for all that one answers for, after a change by keys too", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Prompts, { table });
    const decisions = [asked("a"), asked("b")];
    wire.say({ type: "update", events: [], view: viewOf(one, { decisions }), fresh: false });
    await soon();
    expect(screen.getAllByRole("group", { name: /Question for/ })).toHaveLength(1);
    const rows = within(screen.getByRole("list", { name: /Order/ })).getAllByRole("button");
    await fireEvent.keyDown(rows[0] as HTMLElement, { key: "ArrowDown" });
    await fireEvent.click(screen.getByText("Propose this order"));
    await soon();
    wire.say({ type: "update", events: [], view: viewOf(one, { decisions }), fresh: false });
    await soon();
    await soon();
    const sent = wire.sent.filter((frame) => frame.type === "answer");
    expect(sent.map((frame) => [frame.to, (frame.answer as { targets: string[] }).targets])).toEqual([
      ["1.a", ["b", "a", "c"]],
      ["1.b", ["b", "a", "c"]],
    ]);
  });

  it("that waits for others is one line", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Prompts, { table });
    const proposals = { a: order("a", "place", { targets: whos }) };
    wire.say({
      type: "update",
      events: [],
      view: viewOf(one, { decisions: [asked("a")], proposals }),
      fresh: false,
    });
    await soon();
    expect(screen.queryByText("Fine by me")).toBeNull();
    expect(screen.getByText(/Waiting for b and c/)).toBeTruthy();
  });
});

describe("what comes next", () => {
  it("is one button of the GM, and done with one click", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Prompts, { table });
    const next = { command: order("gm", "encounter"), label: "Begin an Encounter" };
    wire.say({ type: "update", events: [], view: viewOf(one, { next }), fresh: false });
    await soon();
    await fireEvent.click(screen.getByText("Begin an Encounter"));
    expect(wire.sent.find((frame) => frame.type === "command")).toMatchObject({ command: next.command });
  });
});

describe("around the board", () => {
  it("words are said, and whispered with a word about the GM", async () => {
    const { table, wire } = await sit("crisis-mode-ambush", { seat: "player2", role: "player" });
    wire.say({ type: "room", room: { ...ROOM, seats: [...ROOM.seats, ANN] } });
    await soon();
    render(Talk, { table });
    await fireEvent.input(screen.getByLabelText("Say something"), { target: { value: "hello" } });
    await fireEvent.click(screen.getByText("Say"));
    expect(wire.sent.at(-1)).toMatchObject({ type: "say", text: "hello", to: [] });
    await fireEvent.change(screen.getByLabelText("To whom"), { target: { value: "player1" } });
    expect(screen.getByText("The GM can read whispers.")).toBeTruthy();
    await fireEvent.submit(screen.getByLabelText("Whisper").closest("form") as HTMLFormElement);
    expect(wire.sent.at(-1)).toMatchObject({ type: "say", to: ["player1"] });
  });

  it("whispers stand in the log, and handouts can be opened again", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    wire.say({ type: "room", room: { ...ROOM, seats: [...ROOM.seats, ANN] } });
    wire.say({
      type: "asides",
      asides: [SAID, { ...SAID, n: 2, kind: "handout", who: "gm", to: ["player1"], title: "A letter", text: "x\ny" }],
    });
    await soon();
    const { container } = render(EventLog, { table });
    expect(container.textContent).toMatch(/Ann\s+whispers to you/);
    HTMLDialogElement.prototype.showModal = () => undefined;
    render(Handouts, { table, close: () => undefined });
    expect(screen.getAllByText("A letter").length).toBe(2);
    expect(aroundOf(table).seen).toBe(2);
  });

  it("a ping is heard of, and the ruler asks the referee", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    render(Ruler, { table });
    wire.say({ type: "pings", pings: [{ who: "gm", square: "b2" }] });
    await soon();
    expect(screen.getByText("GM points at b2")).toBeTruthy();
    await fireEvent.click(screen.getByText("Ruler"));
    aroundOf(table).pick("a1");
    aroundOf(table).pick("c1");
    await soon();
    const sent = wire.sent.at(-1);
    expect(sent).toMatchObject({ type: "measure", here: "a1", there: "c1" });
    wire.say({ type: "measure", id: sent?.id, text: "2 squares" });
    await soon();
    expect(screen.getByText("2 squares")).toBeTruthy();
  });

  it("the GM hears who took a seat, and frees it", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    render(SeatNews, { table });
    wire.say({ type: "room", room: { ...ROOM, seats: [...ROOM.seats, ANN] } });
    await soon();
    await fireEvent.click(screen.getByText("Free it again"));
    expect(wire.sent.at(-1)).toMatchObject({ type: "revoke", seat: "player1" });
    expect(screen.queryByText("Free it again")).toBeNull();
  });
});

describe("the GM's tools", () => {
  it("find a kind by name or figure, and place several one after the other", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    render(AddCombatant, { table });
    await soon();
    const asked = wire.sent.find((frame) => frame.type === "shape");
    const kinds = [
      { id: "orc", name: "Orc", stats: ["Health 9"], size: 1 },
      { id: "rat", name: "Rat", stats: ["Health 2"], size: 1 },
    ];
    wire.say({ type: "shape", id: asked?.id, what: "kinds", kinds });
    await soon();
    await fireEvent.input(screen.getByLabelText("Find"), { target: { value: "health 2" } });
    expect(screen.queryByText("Orc")).toBeNull();
    await fireEvent.click(screen.getByText("Rat"));
    await fireEvent.input(screen.getByLabelText("How many"), { target: { value: "2" } });
    await fireEvent.click(screen.getByText("Choose their places"));
    expect(table.pointing?.who).toBe("Rat (1 of 2)");
    table.pointing?.accept("b2");
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(table.pointing?.who).toContain("(2 of 2)");
  });

  it("set how well bots play a side, and make them wait for each step", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    wire.say({
      type: "room",
      room: { ...ROOM, held: true, bot_waits: true, levels: { [table.sides[0] ?? ""]: "fair" } },
    });
    await soon();
    render(BotTools, { table });
    await fireEvent.click(screen.getAllByText("Easy")[0] as HTMLElement);
    expect(wire.sent.at(-1)).toMatchObject({ type: "level", side: table.sides[0], level: "easy" });
    await fireEvent.click(screen.getByText("Next step"));
    expect(wire.sent.at(-1)).toMatchObject({ type: "bot_step" });
  });

  it("reorder by keys where the order is the GM's", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const orders = [order("gm", "arrange", { targets: ["a", "b"] })];
    wire.say({ type: "update", events: [], view: viewOf(one, { orders }), fresh: false });
    await soon();
    render(Orders, { table });
    await fireEvent.keyDown(screen.getByRole("button", { name: /^b,/ }), { key: "ArrowUp" });
    expect(wire.sent.find((frame) => frame.type === "command")).toMatchObject({
      command: { verb: "arrange", targets: ["b", "a"] },
    });
  });

  it("set a rule aside that was just refused", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    wire.say({
      type: "room",
      room: { ...ROOM, refused: [{ seat: "gm", paragraph: "4.2", text: "too far" }] },
    });
    await soon();
    render(RuleModes, { table });
    expect(screen.getByText(/too far/)).toBeTruthy();
    await fireEvent.click(within(screen.getByRole("radiogroup", { name: "Rule 4.2" })).getByText("allow"));
    expect(wire.sent.at(-1)).toMatchObject({ ruling: { verb: "mode", thing: "4.2", text: "allow" } });
  });
});
