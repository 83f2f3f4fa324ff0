import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Board from "../src/board/Board.svelte";
import BoardText from "../src/board/BoardText.svelte";
import Places from "../src/board/Places.svelte";
import Options from "../src/home/Options.svelte";
import OddsView from "../src/parts/OddsView.svelte";
import Track from "../src/parts/Track.svelte";
import { order, type Frame, type GridBoard, type PlacesBoard, type Preview, type Question } from "../src/protocol.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import ActionBar from "../src/table/ActionBar.svelte";
import CardView from "../src/table/CardView.svelte";
import PutHere from "../src/gm/PutHere.svelte";
import Quick from "../src/gm/Quick.svelte";
import Hands from "../src/table/Hands.svelte";
import WhatSheet from "../src/table/WhatSheet.svelte";
import EventLog from "../src/table/EventLog.svelte";
import Foreseen from "../src/table/Foreseen.svelte";
import Prompts from "../src/table/Prompts.svelte";
import TurnRail from "../src/table/TurnRail.svelte";
import { NAMES, ROOM, seated, viewOf } from "./table.ts";

let open: TableState | undefined;
afterEach(() => open?.close());
async function sit(...words: Parameters<typeof seated>) {
  const found = await seated(...words);
  open = found.table;
  return found;
}

describe("a track", () => {
  it.each([
    [4, true, true],
    [1, true, false],
    [4, false, false],
    [1, false, true],
  ])("at %d of 5 that is bad when full (%s) alarms: %s", (value, bad, alarms) => {
    const { container } = render(Track, { label: "Stress", value, most: 5, bad });
    expect(container.querySelector(".fill.low") !== null).toBe(alarms);
    const said = `Stress ${value} of 5${bad ? ", bad when full" : ""}`;
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(said);
  });
});

describe.each(NAMES)("%s", (name) => {
  it("has a rail with every row, its value and its health in words", async () => {
    const { table, one } = await sit(name);
    render(TurnRail, { table });
    for (const kind of document.querySelectorAll(".fold[aria-expanded=false]")) await fireEvent.click(kind);
    for (const row of one.state.rail.rows) {
      const line = screen.getAllByRole("button").find((button) => button.textContent?.includes(row.name));
      expect(line?.textContent).toContain(row.value);
      expect(line?.textContent).toContain(row.health);
      expect(line?.getAttribute("aria-current")).toBe(row.active ? "step" : null);
    }
  });

  it("has a card with every field", async () => {
    const { table, one } = await sit(name);
    const card = one.state.cards[0];
    render(CardView, { table, who: card?.who ?? "" });
    for (const field of card?.fields ?? []) expect(screen.getAllByText(field.label).length).toBeGreaterThan(0);
  });

  it("has a board with everybody on it, and the same in words", async () => {
    const { table, one } = await sit(name);
    const board = one.state.state.board;
    const here = one.state.state.combatants.filter((combatant) => !combatant.out);
    if (board.kind === "grid") {
      const { container } = render(Board, { table, board: board as GridBoard });
      expect(container.querySelectorAll("[data-who]").length).toBe(here.length);
    } else {
      render(Places, { table, board: board as PlacesBoard });
      for (const combatant of here) expect(screen.getAllByText(combatant.name).length).toBeGreaterThan(0);
    }
    const { container } = render(BoardText, { table });
    for (const combatant of here) expect(container.textContent).toContain(combatant.name);
  });

  it("offers every action: open ones with cost, barred ones with reason and rule", async () => {
    const { table, one } = await sit(name);
    render(ActionBar, { table });
    for (const offer of one.offers.filter((each) => each.open && each.verb !== "pass")) {
      const said = [...document.querySelectorAll(`[data-verb="${offer.verb}"]`)].map((one) => one.textContent);
      const cards = offer.cards.filter((card) => card.open);
      for (const card of cards) expect(said.join("|")).toContain(card.label);
      for (const card of cards) expect(said.join("|")).toContain(card.gist);
      if (!cards.length) expect(said.join("|")).toContain(offer.title);
    }
    const barred = one.offers.filter((each) => !each.open && each.verb !== "pass");
    const shut = one.offers.filter((each) => each.open).flatMap((each) => each.cards.filter((card) => !card.open));
    if (!barred.length) return;
    await fireEvent.click(screen.getByText(`Not now (${barred.length + shut.length})`));
    for (const offer of barred.filter((each) => each.blocked[0])) {
      expect(document.body.textContent).toContain(offer.blocked[0]?.text);
      expect(document.querySelector(`a[href$="#${offer.blocked[0]?.paragraph}"]`)).not.toBeNull();
    }
  });
});

describe("an action", () => {
  it("is previewed before it is done, and done with the step it was made for", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(ActionBar, { table });
    await fireEvent.click(document.querySelector('[data-verb="rushed"]') as Element);
    const target = one.offers.find((offer) => offer.verb === "rushed")?.picks.find((pick) => !pick.blocked.length);
    await fireEvent.click(screen.getByText("Wen Farrow"));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(wire.sent.filter((frame) => frame.type === "preview").at(-1)?.command).toEqual(target?.command);
    expect(wire.sent.some((frame) => frame.type === "command")).toBe(false);
    await fireEvent.click(document.querySelector('[data-key="confirm"]') as Element);
    expect(wire.sent.find((frame) => frame.type === "command")).toMatchObject({
      command: one.preview.command,
      step: 7,
    });
  });

  it("is judged again when the table changes, and stays to be seen meanwhile", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    await table.propose(one.preview.command, "");
    const refused = { ...(table.draft as NonNullable<typeof table.draft>), preview: { ...one.preview, legal: false } };
    table.draft = refused;
    wire.say({ type: "update", events: [], view: { ...viewOf(one), last: (table.view?.last ?? 0) + 1 }, fresh: false });
    expect(table.draft).toBe(refused);
    await vi.waitFor(() => expect(table.draft?.preview?.legal).toBe(one.preview.legal));
  });

  it("says that its odds are being worked out, and asks again until they are there", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const asked: unknown[] = [];
    wire.replies = (frame) => {
      if (frame.type !== "preview") return null;
      asked.push(frame.command);
      return { ...one.preview, thinking: asked.length < 3 } as unknown as Frame;
    };
    await table.propose(one.preview.command, "");
    const { container, rerender } = render(Foreseen, { preview: table.draft?.preview as Preview, table });
    expect(container.textContent).toContain("still being worked out");
    await vi.waitFor(() => expect(table.draft?.preview?.thinking).toBe(false), 3000);
    await rerender({ preview: table.draft?.preview as Preview, table });
    expect(container.textContent).not.toContain("still being worked out");
    expect(asked).toEqual([one.preview.command, one.preview.command, one.preview.command]);
  });

  it("is told in one's own words where it asks for them", async () => {
    const { table, wire } = await sit("phases-of-play-burning-granary");
    render(ActionBar, { table });
    table.offers = table.offers.map((offer) => ({ ...offer, worded: offer.verb === "improvise" }));
    table.choose("improvise");
    const field = await screen.findByLabelText("In your own words");
    expect(table.draft).toBeNull();
    await fireEvent.input(field, { target: { value: "swing on the rope" } });
    await fireEvent.submit(field);
    expect(wire.sent.findLast((frame) => frame.type === "preview")?.command).toMatchObject({
      verb: "improvise",
      thing: "swing on the rope",
    });
  });
});

describe("targets", () => {
  it("that can be chosen stand before those that cannot", async () => {
    const { table } = await sit("phases-of-play-burning-granary");
    const why = { paragraph: "7.1", text: "too far", remedy: "" };
    table.offers = table.offers.map((offer) =>
      offer.verb !== "shoot"
        ? offer
        : {
            ...offer,
            open: true,
            blocked: [],
            picks: offer.picks
              .filter((pick) => !pick.command.thing)
              .map((pick, index) => ({ ...pick, blocked: index ? [] : [why] })),
          },
    );
    render(ActionBar, { table });
    await fireEvent.click(document.querySelector('[data-verb="shoot"]') as Element);
    table.chooseThing("");
    await new Promise((resolve) => setTimeout(resolve, 0));
    const barred = [...document.querySelectorAll(".target")].map((button) => button.classList.contains("dim"));
    expect(barred.length).toBeGreaterThan(2);
    expect(barred.indexOf(true), "the one that is barred comes last").toBe(barred.length - 1);
  });
});

describe("a question", () => {
  const question: Question = {
    id: "4.1",
    who: "dorrim",
    window: "attack-declared",
    prompt: "Reaver bolter attacks",
    about: "",
    arranges: [],
    agree: false,
    labels: ["Shield block", "Do nothing"],
    costs: ["1 AP", ""],
    drawbacks: ["-2 Defense", ""],
    icons: ["sword-clash", "sword-clash"],
    seconds_left: 20,
    default_text: "dorrim pass",
    default_label: "Do nothing",
    can_pass: true,
    pass_label: "Do nothing",
    answers: [order("dorrim", "shield-block"), order("dorrim", "pass")],
    default: order("dorrim", "pass"),
  };

  it("shows answers, clock and passing, and leaves the focus where it was", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    render(Prompts, { table });
    wire.say({
      type: "update",
      events: [],
      view: viewOf(one, { decisions: [question], waiting_for: ["Dorrim"] }),
      fresh: false,
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    const prompt = within(screen.getByRole("group", { name: /Dorrim/ }));
    expect(prompt.getByText("Reaver bolter attacks")).toBeTruthy();
    expect(prompt.getByText(/20 s/)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    await fireEvent.click(prompt.getByText("Do nothing"));
    const sent = wire.sent.find((frame) => frame.type === "answer");
    expect(sent).toMatchObject({ to: "4.1", answer: question.default, step: 7 });
    // Once it is taken nobody can answer again, though the view that says so is still on its way.
    wire.say({ type: "ok", id: sent?.id });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect((prompt.getByText("Do nothing").closest("button") as HTMLButtonElement).disabled).toBe(true);
    wire.say({ type: "view", view: viewOf(one, { step: 8, decisions: [] }) });
    await vi.waitFor(() => expect(screen.queryByRole("group", { name: /Dorrim/ })).toBeNull());
  });

  it("tells what an answer costs and brings upon whoever gives it", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Prompts, { table });
    wire.say({ type: "update", events: [], view: viewOf(one, { decisions: [question] }), fresh: false });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(screen.getByRole("button", { name: "Shield block 1 AP -2 Defense" })).toBeTruthy();
  });

  it("that must be answered offers no passing", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Prompts, { table });
    wire.say({
      type: "update",
      events: [],
      view: viewOf(one, { decisions: [{ ...question, can_pass: false }] }),
      fresh: false,
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(screen.getByRole("button", { name: /^Shield block/ })).toBeTruthy();
    expect(screen.queryByText(/Do nothing/)).toBeNull();
  });

  it("says what passing means in its own words, without cost or odds, and answers as people say them", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Prompts, { table });
    const order_ = {
      ...question,
      agree: true,
      prompt: "In which order?",
      labels: ["Dorrim, then Wren", "By your Scores"],
      costs: ["", ""],
      drawbacks: ["", ""],
      icons: ["sword-clash", "sword-clash"],
      pass_label: "By your Scores",
      default: order("dorrim", "place"),
      default_label: "Place",
    };
    wire.say({ type: "update", events: [], view: viewOf(one, { decisions: [order_] }), fresh: false });
    await new Promise((resolve) => setTimeout(resolve, 0));
    const prompt = within(screen.getByRole("group", { name: /Dorrim/ }));
    expect(prompt.getByText("In which order?")).toBeTruthy();
    expect(prompt.getByRole("button", { name: "By your Scores" })).toBeTruthy();
    expect(prompt.getByRole("button", { name: "Dorrim, then Wren" })).toBeTruthy();
    expect(prompt.queryByText("Odds")).toBeNull();
  });

  it("about squares is answered by pointing twice at one of them", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Prompts, { table });
    const answers = ["b2", "b3", "b4", "b5"].map((square) => order("dorrim", "go", { squares: [square] }));
    wire.say({
      type: "update",
      events: [],
      view: viewOf(one, {
        decisions: [{ ...question, answers: [...answers, question.default], labels: ["", "", "", "", ""] }],
      }),
      fresh: false,
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(screen.getByRole("group", { name: "Squares" }).children.length).toBe(4);
    expect(table.pointAt("z9")).toBe(false);
    table.pointAt("b3");
    expect(wire.sent.some((frame) => frame.type === "answer")).toBe(false);
    table.pointAt("b3");
    expect(wire.sent.find((frame) => frame.type === "answer")).toMatchObject({ answer: answers[1] });
  });

  it("passed for this turn is passed again without asking", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    wire.say({ type: "update", events: [], view: viewOf(one, { decisions: [question] }), fresh: false });
    table.passForTurn(question);
    wire.say({
      type: "update",
      events: [],
      view: viewOf(one, { decisions: [{ ...question, id: "5.1" }] }),
      fresh: false,
    });
    await vi.waitFor(() =>
      expect(wire.sent.filter((frame) => frame.type === "answer").map((frame) => frame.to)).toEqual(["4.1", "5.1"]),
    );
  });
});

describe("what is shown", () => {
  it("strikes undone entries and offers undo on the newest", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const { container } = render(EventLog, { table });
    const last = one.events.at(-1)?.n ?? 0;
    wire.say({
      type: "update",
      fresh: false,
      view: viewOf(one),
      events: [
        {
          n: last + 1,
          tale: last + 1,
          shape: "deed",
          story: "Somebody spends 1 AP",
          kind: "spent",
          text: "Spent",
          data: {},
        },
        {
          n: last + 2,
          tale: last + 2,
          shape: "back",
          story: "Taken back",
          kind: "went-back",
          text: "Back",
          data: { to: last },
        },
        {
          n: last + 3,
          tale: last + 3,
          shape: "deed",
          story: "Somebody spends 2 AP",
          kind: "spent",
          text: "Spent",
          data: {},
        },
      ],
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(container.querySelector(".deed.gone")?.textContent).toContain("Somebody spends 1 AP");
    expect(screen.getByText("Undo").closest("li")?.textContent).toContain("Somebody spends 2 AP");
  });

  it("puts dice outside the rules where they fell, under the name of whoever threw them", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const { container } = render(EventLog, { table });
    const last = one.events.at(-1)?.n ?? 0;
    const aside = {
      n: 1,
      after: last,
      kind: "roll" as const,
      who: "player1",
      to: [],
      title: "",
      dice: "d20",
      text: "d20: 3",
      total: 3,
      why: "Notice",
      call: "",
      secret: false,
    };
    const seat = {
      seat: "player1",
      names: ["Wen"],
      combatants: [],
      person: "Ann",
      here: 1,
      bot: false,
      dice: "server" as const,
    };
    wire.say({
      type: "update",
      fresh: false,
      view: viewOf(one),
      events: [
        {
          n: last + 1,
          tale: last + 1,
          shape: "deed",
          story: "Somebody spends 1 AP",
          kind: "spent",
          text: "",
          data: {},
        },
      ],
    });
    wire.say({ type: "room", room: { ...ROOM, seats: [...ROOM.seats, seat] } });
    wire.say({ type: "asides", asides: [aside] });
    wire.say({ type: "asides", asides: [{ ...aside, n: 2, why: "Listen" }] });
    await new Promise((resolve) => setTimeout(resolve, 0));
    const text = container.querySelector("ol")?.textContent ?? "";
    expect(text).toContain("Ann, Notice");
    expect(text.indexOf("Ann, Notice")).toBeLessThan(text.indexOf("Somebody spends 1 AP"));
    expect(text.indexOf("Ann, Notice")).toBeGreaterThan(0);
    expect(text.indexOf("Ann, Listen")).toBeGreaterThan(text.indexOf("Ann, Notice"));
  });

  it("gives odds in the words of the ruleset", async () => {
    const { one } = await sit("crisis-3d6-shoot-out");
    const share = { ppm: 1000000, exact: "1" };
    const odds = {
      ...(one.preview.odds ?? {}),
      results: {},
      changes: { thug: { ep: { "-2": share } } },
      words: { ep: "Endurance" },
      down: {},
      left_out: [],
      sampled: 0,
    };
    const { container } = render(OddsView, { odds: odds as never, name: (who: string) => who });
    expect(container.textContent).toContain("thug, Endurance");
  });

  it("says what depends on something the seat does not know", async () => {
    const { one } = await sit("crisis-3d6-shoot-out");
    const depends = ["What becomes of Thug depends on its numbers and pockets, which you do not know."];
    const odds = {
      ...(one.preview.odds ?? {}),
      results: {},
      changes: {},
      words: {},
      down: {},
      left_out: [],
      depends,
      sampled: 0,
    };
    const { container } = render(OddsView, { odds: odds as never, name: (who: string) => who });
    expect(container.textContent).toContain(depends[0]);
  });

  it("gives odds in percent with the exact fraction behind", async () => {
    const { one } = await sit("cap-check-smelter-yard");
    const share = { ppm: 255469, exact: "327/1280" };
    const odds = {
      ...(one.preview.odds ?? {}),
      results: { miss: share },
      changes: {},
      down: {},
      left_out: [],
      sampled: 0,
    };
    const { container } = render(OddsView, { odds: odds as never, name: (who: string) => who });
    expect(container.textContent).toContain("26 %");
    expect(container.querySelector("[title='327/1280']")).not.toBeNull();
  });
});

describe("a ruling", () => {
  it("takes its reason along, once", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    const who = one.state.state.combatants[0]?.id ?? "";
    render(Quick, { table, who });
    await fireEvent.input(screen.getByLabelText("Reason for the ruling"), { target: { value: "he slipped" } });
    await fireEvent.click(screen.getByRole("button", { name: /^(Hide|Reveal)$/ }));
    await new Promise((resolve) => setTimeout(resolve, 0));
    await fireEvent.click(screen.getByRole("button", { name: /^(Hide|Reveal)$/ }));
    const sent = wire.sent.filter((frame) => frame.type === "ruling");
    expect(sent.map((frame) => frame.reason)).toEqual(["he slipped", undefined]);
  });
});

describe("putting somebody elsewhere", () => {
  it("works for the one in turn, by typing the square", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    render(Quick, { table, who: one.actor });
    render(PutHere, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Put elsewhere" }));
    await fireEvent.input(screen.getByLabelText("Or type the square"), { target: { value: "C3" } });
    await fireEvent.click(screen.getByRole("button", { name: "Put" }));
    expect(wire.sent.at(-1)?.ruling).toMatchObject({ verb: "move", targets: [one.actor], squares: ["c3"] });
    expect(table.pointing).toBeNull();
  });
});

describe("keys", () => {
  it("are not meant for the table while a sheet lies over it", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    render(Hands, { table });
    const sheet = document.body.appendChild(document.createElement("dialog"));
    sheet.setAttribute("open", "");
    await fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    expect(await fireEvent.keyDown(document.body, { key: "Escape" })).toBe(true);
    expect(wire.sent.some((frame) => frame.type === "undo")).toBe(false);
    sheet.remove();
    await fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    expect(wire.sent.some((frame) => frame.type === "undo")).toBe(true);
  });
});

describe("a word of a card", () => {
  it("asks the referee what it is", async () => {
    const { table, wire, one } = await sit("crisis-mode-ambush");
    HTMLDialogElement.prototype.showModal ??= () => undefined;
    const card = one.state.cards.find((each) => each.fields.some((field) => field.label === "In hand"));
    render(CardView, { table, who: card?.who ?? "" });
    render(WhatSheet, { table });
    await fireEvent.click(screen.getAllByRole("button", { name: /^What is / })[0] as HTMLElement);
    expect(wire.sent.at(-1)?.type).toBe("what");
    const entry = {
      kind: "weapon",
      id: "axe",
      name: "axe",
      text: "Heavy.",
      paragraph: "10.1",
      facts: [{ label: "damage", value: "1d8" }],
    };
    wire.say({ type: "what", id: wire.sent.at(-1)?.id, entries: [entry] });
    expect(await screen.findByText("Heavy.")).toBeTruthy();
    expect(document.querySelector('a[href$="#10.1"]')).not.toBeNull();
  });
});

describe("an option", () => {
  const values = [
    { value: "check", title: "Check", text: "It needs a check." },
    { value: "per-pc", title: "Per PC", text: "It always works." },
  ];
  const options = [
    {
      name: "first-aid",
      title: "First aid",
      group: "",
      paragraph: "11.8",
      text: "Nobody says.",
      default: "check",
      values,
    },
  ];
  it("says what its value does, and what another one does when that is chosen", async () => {
    const { rerender } = render(Options, { options, ruleset: "toy", values: {}, seed: "" });
    const list = screen.getByLabelText<HTMLSelectElement>(/^First aid/);
    const said = (): string => document.getElementById(list.getAttribute("aria-describedby") ?? "")?.textContent ?? "";
    expect(said()).toContain("It needs a check.");
    await rerender({ values: { "first-aid": "per-pc" } });
    expect(said()).toContain("It always works.");
    expect(list.selectedOptions[0]?.textContent).toBe("Per PC");
  });
  it("falls back on why it is a choice", () => {
    const silent = options.map((one) => ({ ...one, values: values.map((value) => ({ ...value, text: "" })) }));
    render(Options, { options: silent, ruleset: "toy", values: {}, seed: "" });
    expect(screen.getByText(/Nobody says/)).toBeTruthy();
  });
  it("stands under its heading; a preset sets it, and what differs is told", async () => {
    const other = { ...options[0]!, name: "light", title: "Light", group: "Sight" };
    const preset = { name: "kind", title: "Kind", text: "For beginners.", values: { "first-aid": "per-pc" } };
    render(Options, {
      options: [{ ...options[0]!, group: "Injury" }, other],
      presets: [preset],
      ruleset: "toy",
      values: {},
      seed: "",
    });
    expect(screen.getByRole("heading", { name: "Injury", hidden: true })).toBeTruthy();
    expect(screen.queryByText(/^Differs/)).toBeNull();
    const tile = screen.getByRole("radio", { name: /Kind/, hidden: true });
    expect(tile.textContent).toContain("Sets First aid: Per PC");
    await fireEvent.click(tile);
    expect(screen.getByText(/^Differs from the rules/).textContent).toContain("Kind");
    expect(screen.getByLabelText<HTMLSelectElement>(/^First aid/).value).toBe("per-pc");
    await fireEvent.click(screen.getByText("All as the rules have it"));
    expect(screen.queryByText(/^Differs/)).toBeNull();
  });
  it("can be found among many by what it does", async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...options[0]!,
      name: `o${index}`,
      title: `Option ${index}`,
      text: index === 4 ? "About rain." : "",
    }));
    render(Options, { options: many, ruleset: "toy", values: {}, seed: "" });
    await fireEvent.input(screen.getByRole("searchbox", { hidden: true }), { target: { value: "rain" } });
    expect(document.querySelectorAll(".options select").length).toBe(1);
    expect(screen.getByText("1 option")).toBeTruthy();
  });
});

describe("a damaged table", () => {
  it("offers nothing that cannot work, and says why", async () => {
    const { table, wire } = await sit("crisis-mode-ambush");
    wire.say({ type: "room", room: { ...ROOM, trouble: "row 7 is damaged" } });
    await new Promise((resolve) => setTimeout(resolve, 0));
    render(ActionBar, { table });
    render(TurnRail, { table });
    expect(document.querySelector("[data-verb]")).toBeNull();
    expect(document.querySelector("[data-key=next]")).toBeNull();
    expect(screen.getByText(/row 7 is damaged/)).toBeTruthy();
    expect(table.can).toEqual({ undo: false, redo: false });
  });
});
