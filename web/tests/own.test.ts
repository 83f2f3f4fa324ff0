import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import SaveBar from "../src/own/SaveBar.svelte";
import ThingList from "../src/own/ThingList.svelte";

describe("the list of one's own things", () => {
  it("has deleting at its end, apart from what is done every day", () => {
    const things = [{ id: "1", kind: "creature", key: "hog", name: "Mud hog", ruleset: "game", faults: 0 }] as never;
    const none = () => undefined;
    render(ThingList, { campaign: "c", things, reload: () => Promise.resolve(), fail: none, game: String, none: "" });
    const [copy, away] = [/^Copy/, /^Delete/].map((name) => screen.getByRole("button", { name }));
    expect(screen.getAllByRole("button").at(-1)).toBe(away);
    expect([copy, away].map((button) => button?.classList.contains("seldom"))).toEqual([false, true]);
  });
});

describe("the bar that saves", () => {
  it.each([
    [{}, false],
    [{ dirty: true }, true],
    [{ status: "Saved." }, true],
    [{ faults: [{}] }, true],
  ])("is a card where there is something to say or to save, and no empty one: %o", (more, card) => {
    const editing = { status: "", dirty: false, faults: [], save: () => undefined, ...more } as never;
    const { container } = render(SaveBar, { editing });
    expect(container.querySelector(".panel") !== null).toBe(card);
  });
});
