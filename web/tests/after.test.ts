import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import AfterFight from "../src/after/AfterFight.svelte";
import { bySource, byTarget, lasted, type After, type AfterPerson } from "../src/after/after.ts";

const NONE = { deeds: 0, words: [] };

function person(id: string, side: string, more: Partial<AfterPerson> = {}): AfterPerson {
  return {
    id,
    name: id.toUpperCase(),
    side,
    mine: false,
    whole: false,
    fate: "standing",
    dealt: 0,
    taken: 0,
    used: [],
    passed: 0,
    turns: 0,
    unspent: [],
    clock: null,
    luck: NONE,
    dice: null,
    ...more,
  };
}

const LUCK = { deeds: 3, words: [{ word: "hit", expected: 1.45, got: 2, line: [0.45, -0.1, 0.55] }] };
const AFTER: After = {
  over: true,
  title: "Heroes win",
  why: "one side left",
  rounds: 3,
  turns: 0,
  rewards: ["Ada has 2 Experience Points"],
  people: [
    person("ada", "heroes", {
      mine: true,
      whole: true,
      used: [
        { what: "Strike", reaction: false, times: 3 },
        { what: "Guard", reaction: true, times: 1 },
      ],
      passed: 2,
      turns: 3,
      unspent: [{ what: "AP", left: 4 }],
      clock: { turns: 3, median: 40, longest: 125 },
      luck: LUCK,
      dice: { rolls: 4, mean: 11.25, expected: 10.5 },
    }),
    person("bo", "foes"),
  ],
  harm: [
    { by: "ada", means: "Axe", to: "bo", amount: 9, times: 2, untold: 0 },
    { by: "bo", means: "Claw", to: "ada", amount: 0, times: 1, untold: 1 },
    { by: "", means: "Fire", to: "ada", amount: 2, times: 1, untold: 0 },
  ],
  luck: LUCK,
  mine: LUCK,
};

describe("after the fight", () => {
  it("adds the rows up by who did it and by whom it befell", () => {
    expect(bySource(AFTER, false).map((bar) => [bar.label, bar.amount, bar.side])).toEqual([
      ["ADA", 9, 0],
      ["Other causes", 2, -1],
      ["BO", 0, 1],
    ]);
    expect(byTarget(AFTER, true).map((bar) => [bar.label, bar.amount, bar.note, bar.untold])).toEqual([
      ["ADA", 2, "Claw, Fire", 1],
    ]);
  });

  it("says times as people do", () => {
    expect([40, 125, 120, 11400].map(lasted)).toEqual(["40 s", "2 min 5 s", "2 min", "3 h 10 min"]);
  });

  it("shows one's own first, and everybody's when asked; every plot is a table too", async () => {
    render(AfterFight, { after: AFTER });
    const used = screen.getByRole("heading", { name: "Used and missed" }).closest("section") as HTMLElement;
    expect(within(used).getByRole("row", { name: /ADA/ }).textContent).toMatch(/4\s+used, 2 missed/);
    expect(used.textContent).toContain("4 AP left at the end of 3 turns");
    expect(screen.getByRole("img", { name: /expected 1\.4 times and came 2 times|expected 1\.5 times/ })).toBeTruthy();
    expect(screen.queryByRole("rowheader", { name: /BO/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Everybody" }));
    const source = screen.getByRole("heading", { name: "Harm by source" }).closest("section") as HTMLElement;
    expect(within(source).getByRole("rowheader", { name: /BO/ }).textContent).toContain("1 without a number");
    expect(screen.getByText("Ada has 2 Experience Points")).toBeTruthy();
  });

  it("counts blows where no number was told, and says so", () => {
    const untold = AFTER.harm.map((row) => ({ ...row, amount: 0, untold: row.times }));
    render(AfterFight, { after: { ...AFTER, harm: untold } });
    expect(screen.getAllByText("How often; you were told no numbers.").length).toBe(2);
  });
});
