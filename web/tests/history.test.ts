import { describe, expect, it } from "vitest";
import type { EventOut } from "../src/protocol.ts";
import { endingOf, entries, fallen, readRoll, Story, type Entry } from "../src/state/history.ts";

function told(n: number, kind: string, text = kind, data: Record<string, unknown> = {}, deed = 1): EventOut {
  return {
    n,
    deed,
    kind,
    text,
    data,
    harm: Number(data.hp ?? 0),
    by: String(data.by ?? ""),
    reward: data.pool === "xp",
    tale: deed,
    shape: kind === "went-back" ? "back" : kind === "phase-began" ? "mark" : "deed",
    story: text,
    show: null,
  };
}

describe("the log", () => {
  const events = [
    told(1, "phase-began", "Turn 1", {}, 0),
    told(2, "spent", "Ada spends 1 AP"),
    told(3, "moved", "Ada goes to c3"),
    told(4, "hid", ""),
    told(5, "spent", "Bo spends 2 AP", {}, 2),
    told(6, "hid", "", {}, 2),
    told(7, "went-back", "Back to entry 4", { to: 4 }, 3),
    told(8, "spent", "Bo spends 1 AP", {}, 4),
    told(9, "moved", "Cy goes to d4", {}, 5),
  ];

  it("strikes what was taken back and keeps it", () => {
    expect([...fallen(events)]).toEqual([5, 6]);
    expect(entries(events).map((entry) => [entry.shape, entry.holds, entry.lines.length])).toEqual([
      ["mark", true, 1],
      ["deed", true, 2],
      ["deed", false, 1],
      ["back", true, 1],
      ["deed", true, 1],
      ["deed", true, 1],
    ]);
  });

  it("is told the same however it grew, and its old lines are the same objects", () => {
    const story = new Story();
    let before: Entry[] = [];
    for (let count = 1; count <= events.length; count += 1) {
      const now = story.tell(events.slice(0, count));
      expect(now).toEqual(entries(events.slice(0, count)));
      if (count === events.length) expect(now[0]).toBe(before[0]);
      before = now;
    }
    expect(story.tell(events.slice(4))).toEqual(entries(events.slice(4)));
    expect(story.tell([])).toEqual([]);
  });

  it("can go back behind a going back", () => {
    const more = [...events, told(10, "went-back", "Back to entry 1", { to: 1 }, 6)];
    expect([...fallen(more)].sort()).toEqual([2, 3, 4, 5, 6, 8, 9]);
  });

  it("tells dropped dice from kept ones", () => {
    const thrown = { dice: "4d6kh3", faces: [2, 2, 1, 5], total: 9 };
    const roll = readRoll(
      told(1, "rolled", "no text is read", {
        who: "a",
        thrown,
        dice_shown: [
          ["2", true, 6],
          ["2", true, 6],
          ["1", false, 6],
          ["5", true, 6],
        ],
      }),
    );
    expect(roll?.faces[2]).toEqual(["1", false, 6]);
  });
});

describe("the end", () => {
  it("takes how it ended from the table, whatever the sides are called", () => {
    expect(endingOf([told(1, "ended", "", { result: "x", why: "the bell rang", title: "X win" })])).toEqual({
      title: "X win",
      why: "the bell rang",
    });
    expect(endingOf([])).toEqual({ title: "", why: "" });
  });
});
