import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Aim from "../src/board/Aim.svelte";
import Board from "../src/board/Board.svelte";
import Ground from "../src/board/Ground.svelte";
import PickIcon from "../src/parts/PickIcon.svelte";
import Picture from "../src/parts/Picture.svelte";
import Sign from "../src/parts/Sign.svelte";
import Credits from "../src/pages/Credits.svelte";
import credits from "../src/made/credits.json";
import shared from "../src/made/shared.json";
import type { CombatantOut, GridBoard, Pick, Preview, Terrain } from "../src/protocol.ts";
import { edgeOf, lookOf } from "../src/state/looks.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import ActionBar from "../src/table/ActionBar.svelte";
import { NAMES, seated } from "./table.ts";

let open: TableState | undefined;
afterEach(() => {
  open?.close();
  vi.unstubAllGlobals();
});
const bundled = Object.keys(shared)[0] ?? "";

function served(icons: Record<string, string>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const found = Object.entries(icons).map(([name, outline]) => ({ name, author: "lorc|sbed", outline }));
    return Promise.resolve(new Response(JSON.stringify({ icons: found, more: false })));
  });
  return asked;
}

describe("an icon", () => {
  it("in use is there at once, without asking", () => {
    const asked = served({});
    const { container } = render(Picture, { name: bundled });
    expect(container.querySelector("path")?.getAttribute("d")).toBe((shared as Record<string, string>)[bundled]);
    expect(asked).toEqual([]);
  });

  it("of somebody's own is asked for, several at once, and drawn when it comes", async () => {
    const asked = served({ "odd-one": "M1 1z", "odd-two": "M2 2z" });
    const { container } = render(Picture, { name: "odd-one" });
    render(Picture, { name: "odd-two" });
    expect(container.querySelector("path")).toBeNull();
    await waitFor(() => expect(container.querySelector("path")?.getAttribute("d")).toBe("M1 1z"));
    expect(asked).toEqual(["/api/icons?names=odd-one%2Codd-two"]);
  });

  it("stands in the sign of a combatant with its letters; without one the letters stand alone", () => {
    const { container } = render(Sign, { sign: "R2", side: 1, icon: bundled });
    expect(container.querySelector(".icon")).not.toBeNull();
    expect(container.querySelector(".letters")?.textContent).toBe("R2");
    const bare = render(Sign, { sign: "R3", side: 1 }).container;
    expect(bare.querySelector(".icon")).toBeNull();
    expect(bare.querySelector("text")?.textContent).toBe("R3");
  });

  it("is picked out of all there are, with whoever drew it", async () => {
    served({ "grey-wolf": "M3 3z" });
    HTMLDialogElement.prototype.showModal = () => undefined;
    const picked: string[] = [];
    render(PickIcon, { title: "An icon", pick: (name: string) => picked.push(name), close: () => {} });
    await fireEvent.input(screen.getByLabelText("Look for"), { target: { value: "wolf" } });
    await fireEvent.click(await screen.findByRole("button", { name: "grey-wolf, by lorc, sbed", hidden: true }));
    expect(picked).toEqual(["grey-wolf"]);
  });

  it("has its author on the page of credits", () => {
    served({});
    render(Credits);
    for (const one of credits.by)
      expect(screen.getByRole("heading", { name: new RegExp(`^Icons made by ${one.author}( |$)`) })).toBeTruthy();
    expect(screen.getByRole("link", { name: "CC BY 3.0" }).getAttribute("href")).toBe(credits.licence);
  });
});

describe.each(NAMES)("%s", (name) => {
  it("has an icon for everybody, every action and every thing to choose", async () => {
    const found = await seated(name);
    open = found.table;
    for (const one of found.one.state.state.combatants) expect(one.icon).toBeTruthy();
    for (const row of found.one.state.rail.rows) expect(row.icon).toBeTruthy();
    for (const card of found.one.state.cards) expect(card.icon).toBeTruthy();
    for (const offer of found.one.offers) expect(offer.icon, offer.verb).toBeTruthy();
    const { container } = render(ActionBar, { table: found.table });
    const shown = [...container.querySelectorAll(".act [data-icon]")].map((one) => one.getAttribute("data-icon"));
    const openOnes = found.one.offers.filter((offer) => offer.open && offer.verb !== "pass");
    for (const offer of openOnes) {
      // A card has the picture of its thing.
      const card = offer.cards.find((one) => one.open);
      const own = offer.picks.find((pick) => pick.command.thing === card?.thing)?.icon;
      expect(shown).toContain(own || offer.icon);
    }
  });
});

async function aiming(rest: { picks?: Partial<Pick>[]; preview?: Partial<Preview>; within?: string[] }) {
  const found = await seated("crisis-mode-ambush");
  open = found.table;
  const table = found.table;
  const others = table.combatants.filter((one) => one.id !== table.actor);
  const picks = (rest.picks ?? []).map((pick, index) => ({
    ...(found.one.offers.find((offer) => offer.picks.length)?.picks[0] as Pick),
    command: {
      who: table.actor,
      verb: "x",
      thing: "",
      targets: [others[index]?.id ?? ""],
      squares: [],
      numbers: [],
      text: "",
    },
    blocked: [],
    ...pick,
  }));
  const offer = { ...(found.one.offers[0] as (typeof found.one.offers)[0]), verb: "x", walks: false, picks };
  table.offers = [{ ...offer, within: { "": rest.within ?? [] } }];
  table.verb = "x";
  if (rest.preview)
    table.draft = {
      command: picks[0]?.command ?? found.one.preview.command,
      label: "",
      failure: "",
      preview: { ...found.one.preview, ...rest.preview },
    };
  return { ...render(Aim, { table }), table, others };
}

describe("while aiming", () => {
  it("draws a line to everybody it may be aimed at, with sight and cover", async () => {
    const { container } = await aiming({
      picks: [
        { sight: "clear", cover: "none" },
        { sight: "partial", cover: "heavy" },
        { sight: "none", cover: "total" },
      ],
    });
    const lines = [...container.querySelectorAll(".line")];
    expect(lines.map((line) => line.classList[1])).toEqual(["clear", "partial", "none"]);
    expect(lines.map((line) => line.querySelector(".cover")?.classList[1] ?? "")).toEqual(["", "heavy", "unseen"]);
  });

  it("draws how far it carries, and no line where none is told", async () => {
    const { container } = await aiming({ picks: [{ sight: "", cover: "" }], within: ["a1", "b1"] });
    expect(container.querySelectorAll(".line").length).toBe(0);
    expect(container.querySelector(".range")?.getAttribute("d")).toBe(
      edgeOf(
        [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
        ],
        40,
      ),
    );
  });

  it("draws the squares an area would fill, and whom it touches there, before it is confirmed", async () => {
    const { container, others } = await aiming({ picks: [{ sight: "", cover: "" }] });
    expect(container.querySelector(".area")).toBeNull();
    const again = await aiming({
      picks: [{ sight: "", cover: "" }],
      preview: { area: ["c3", "d3"], touched: [others[0]?.id ?? ""] },
    });
    expect(again.container.querySelector(".area")?.getAttribute("d")).toBe("M80 80h40v40h-40ZM120 80h40v40h-40Z");
    expect(again.container.querySelectorAll(".touched").length).toBe(1);
  });
});

describe("on the board", () => {
  it("bosses and large creatures look it", async () => {
    const found = await seated("crisis-mode-ambush");
    open = found.table;
    const view = found.table.view;
    if (!view) throw new Error("no view");
    const [first, second, ...rest] = view.state.combatants as [CombatantOut, CombatantOut];
    const people: CombatantOut[] = [{ ...first, stature: "boss" }, { ...second, stature: "large" }, ...rest];
    found.table.view = { ...view, state: { ...view.state, combatants: people } };
    const { container } = render(Board, { table: found.table, board: view.state.board as GridBoard });
    const of = (one: CombatantOut) => container.querySelector(`[data-who="${one.id}"]`);
    expect(of(first)?.querySelector(".star")).not.toBeNull();
    expect(of(second)?.querySelector(".star")).toBeNull();
    expect(of(second)?.querySelector(".rim")).not.toBeNull();
    for (const one of rest as CombatantOut[])
      if (!one.stature) expect(of(one)?.querySelector(".rim") ?? null).toBeNull();
  });

  const plain: Terrain = {
    key: "k",
    name: "Anything",
    glyph: "k",
    blocks_move: false,
    blocks_sight: false,
    cost: 1,
    cover: "none",
    height: 0,
    tags: [],
  };
  it.each([
    [{ blocks_move: true, blocks_sight: true }, "wall", "p-wall"],
    [{ blocks_move: true }, "block", "p-block"],
    [{ look: "water", cost: 2 }, "water", "p-water"],
    [{ cost: 2 }, "rough", "p-rough"],
    [{ height: 2 }, "rise", "p-rise"],
    [{ height: -2 }, "pit", "p-pit"],
    [{ cover: "cover" }, "low", "p-low"],
    [{ look: "hot" }, "field", "p-hot"],
    [{ look: "stairs" }, "stairs", "p-stairs"],
  ])("ground looks like what it does, whatever it is called: %o", (fields, look, texture) => {
    const terrain = { ...plain, ...fields };
    expect(lookOf(terrain)).toBe(look);
    const { container } = render(Ground, { rows: ["k"], terrains: [terrain] });
    const fills = [...container.querySelectorAll("[fill]")].map((one) => one.getAttribute("fill"));
    expect(fills).toContain(`url(#${texture})`);
    expect(fills).toContain("url(#p-floor)");
  });
});
