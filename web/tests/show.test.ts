import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "@testing-library/svelte";
import type { EventOut } from "../src/protocol.ts";
import { prefs } from "../src/state/prefs.svelte.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import { entries, passes, type RollShown } from "../src/state/history.ts";
import Die from "../src/show/Die.svelte";
import RollView from "../src/show/RollView.svelte";
import { push, wordOf, type Beat } from "../src/show/queue.ts";
import { ownDeed, sinceLastTurn } from "../src/show/recent.ts";
import { Show, type Puppets } from "../src/show/show.svelte.ts";

type Shown = Partial<NonNullable<EventOut["show"]>>;
let count = 0;

/** An event of any ruleset: only what it declares is looked at. */
function event(tells: string, show: Shown = {}, more: Partial<EventOut> = {}): EventOut {
  const n = more.n ?? ++count;
  const full = { tells, who: "ada", at: [], text: tells, amount: 0, squares: [], ...show };
  return {
    n,
    deed: 1,
    kind: "strange-thing",
    text: `sentence ${n}`,
    data: {},
    harm: 0,
    by: "",
    reward: false,
    tale: 1,
    shape: "deed",
    story: "",
    show: tells ? full : null,
    ...more,
  };
}

function rolled(who: string, why = "attack", tale = 1): EventOut {
  const data = {
    who,
    why,
    thrown: { dice: "2d6", total: 7 },
    dice_shown: [
      ["3", true, 6],
      ["4", true, 6],
    ],
    parts: [],
    total: 7,
    outcome: "hit",
  };
  return event("roll", { who }, { kind: "rolled", data, tale });
}

function planned(...events: EventOut[]): Beat[] {
  const beats: Beat[] = [];
  for (const one of events) push(beats, one);
  return beats;
}

beforeEach(() => (count = 0));

describe("what is shown follows from what events declare", () => {
  it("shows an attack as a line, dice, and words that rise from whom it hits", () => {
    const beats = planned(
      event("act", { at: ["bo"] }),
      rolled("ada"),
      event("result", { at: ["bo"], text: "hit" }),
      event("harm", { who: "bo", amount: 4, text: "4 HP lost" }),
      event("gain", { who: "bo", text: "bleeding" }),
      event("books"),
    );
    expect(beats.map((beat) => beat.kind)).toEqual(["aim", "dice", "words"]);
    expect(beats[2]).toMatchObject({
      words: [
        { who: "bo", text: "hit", tone: "result" },
        { who: "bo", text: "−4", tone: "harm" },
        { who: "bo", text: "bleeding", tone: "gain" },
      ],
    });
  });

  it("tells harm in the words of the game where the number is a secret", () => {
    expect(wordOf(event("harm", { who: "bo", text: "looks wounded" }))?.text).toBe("looks wounded");
    expect(wordOf(event("heal", { amount: 3 }))?.text).toBe("+3");
  });

  it("lets nothing rise that is over for somebody who falls, or because the fight is", () => {
    const dies = planned(
      event("harm", { who: "bo", amount: 4 }),
      event("lose", { who: "bo", text: "dying ends" }),
      event("lose", { who: "ada", text: "aimed ends" }),
      event("fall", { who: "bo", text: "dead" }),
    );
    expect(dies.flatMap((beat) => (beat.kind === "words" ? beat.words.map((word) => word.text) : []))).toEqual([
      "−4",
      "aimed ends",
      "dead",
    ]);
    const over = planned(
      event("lose", { who: "ada", text: "rushed ends" }),
      event("mark", { who: "", text: "All is over" }, { tale: 2 }),
    );
    expect(over).toEqual([]);
  });

  it("joins the steps of a walk and the rolls everybody makes for the same thing", () => {
    const walk = planned(event("move", { squares: ["b1"] }), event("move", { squares: ["c1"] }));
    expect(walk).toMatchObject([{ kind: "walk", who: "ada", squares: ["b1", "c1"] }]);
    const together = planned(rolled("ada", "order"), rolled("bo", "order"), rolled("bo", "damage"));
    expect(together.map((beat) => beat.kind === "dice" && beat.rolls.length)).toEqual([2, 1]);
  });
});

describe("the queue", () => {
  const led: string[] = [];
  const puppets: Puppets = {
    hold: (who, at) => led.push(`hold ${who} ${at}`),
    walk: (who, path) => led.push(`walk ${who} ${path.join(" ")}`),
    release: (who) => led.push(`release ${who}`),
    shake: (who, falls) => led.push(`${falls ? "fall" : "shake"} ${who}`),
  };
  const table = { combatants: [{ id: "ada", at: "a1" }], events: [], questions: [] } as unknown as TableState;
  let show: Show;
  beforeEach(() => {
    Object.assign(table, { events: [], questions: [] });
    vi.useFakeTimers();
    led.length = 0;
    prefs.set("pace", "quick");
    show = new Show(table);
    show.puppets = puppets;
    show.feed([event("harm", { amount: 9 })]);
  });
  afterEach(() => vi.useRealTimers());

  it("shows nothing of what happened before anybody looked", () => {
    vi.advanceTimersByTime(3000);
    expect(show.floats).toEqual([]);
  });

  it("leads a token along its path, from where it was seen last", () => {
    const told = [event("", {}, { n: 1 }), event("move", { squares: ["b1"] }, { n: 2 })];
    show.feed([...told, event("move", { squares: ["c1"] }, { n: 3 })]);
    vi.advanceTimersByTime(2000);
    expect(led).toEqual(["hold ada a1", "walk ada a1 b1 c1", "release ada"]);
  });

  it("lets words rise and go, one deed after another", () => {
    show.feed([event("", {}, { n: 1 }), event("harm", { amount: 4 }, { n: 2 }), event("fall", {}, { n: 3, tale: 2 })]);
    vi.advanceTimersByTime(120);
    expect(show.floats.map((one) => one.text)).toEqual(["−4"]);
    vi.advanceTimersByTime(700);
    expect(show.floats.map((one) => one.text)).toEqual(["−4", "fall"]);
    expect(led).toEqual(["shake ada", "fall ada"]);
    vi.advanceTimersByTime(4000);
    expect(show.floats).toEqual([]);
  });

  it("keeps the line from attacker to target while somebody is asked about it, and no longer", () => {
    const told = [event("", {}, { n: 1 }), event("act", { at: ["bo"] }, { n: 2 })];
    Object.assign(table, { events: told, questions: [{}] });
    show.feed(told);
    vi.advanceTimersByTime(60_000);
    expect(show.aims.map((aim) => aim.to)).toEqual([["bo"]]);
    told.push({ ...rolled("ada"), n: 3 });
    Object.assign(table, { questions: [] });
    show.feed(told);
    vi.advanceTimersByTime(300);
    expect([show.cast?.rolls.length, show.aims.length]).toEqual([1, 1]);
    vi.advanceTimersByTime(4000);
    expect([show.cast, show.aims]).toEqual([null, []]);
  });

  it("takes the line away where nothing more comes of it once all have answered", () => {
    const told = [event("", {}, { n: 1 }), event("act", { at: ["bo"] }, { n: 2 })];
    Object.assign(table, { events: told, questions: [{}] });
    show.feed(told);
    vi.advanceTimersByTime(10_000);
    Object.assign(table, { questions: [] });
    show.feed(told);
    vi.advanceTimersByTime(2000);
    expect(show.aims).toEqual([]);
  });

  it("shows all but the newest deed at once when it lags", () => {
    const many = Array.from({ length: 40 }, (_, n) => event("harm", { amount: n + 1 }, { n: n + 2, tale: n + 2 }));
    show.feed([event("", {}, { n: 1 }), ...many]);
    vi.advanceTimersByTime(120);
    expect(show.floats.map((one) => one.text)).toEqual(["−40"]);
  });

  it("drops everything when something is taken back, and shows nothing when it is off", () => {
    const back = event("", {}, { n: 3, kind: "went-back" });
    show.feed([event("", {}, { n: 1 }), event("move", { squares: ["b1"] }, { n: 2 }), back]);
    vi.advanceTimersByTime(1000);
    expect(led).toEqual(["hold ada a1", "release ada"]);
    prefs.set("pace", "off");
    show.feed([back, event("harm", { amount: 4 }, { n: 4 })]);
    vi.advanceTimersByTime(1000);
    expect(show.floats).toEqual([]);
  });
});

describe("dice", () => {
  it("are drawn as the dice they are, dropped ones struck", () => {
    const outlines = [4, 6, 8, 10, 12, 20].map((sides) => {
      const { container } = render(Die, { face: "3", sides });
      return container.querySelector(".outline")?.getAttribute("d");
    });
    expect(new Set(outlines).size).toBe(6);
    const { container } = render(Die, { face: "1", sides: 6, kept: false });
    expect(container.querySelector(".strike")).not.toBeNull();
    expect(container.querySelector("svg")?.getAttribute("aria-label")).toBe("d6: 1, dropped");
  });

  it("show each face, what is added and the total", () => {
    const roll: RollShown = {
      who: "ada",
      why: "attack",
      dice: "2d6",
      faces: [
        ["3", true, 6],
        ["4", true, 6],
      ],
      thrown: 7,
      parts: [["aim", 2, "1.3"]],
      total: 9,
      outcome: "hit",
    };
    const { container } = render(RollView, { roll });
    expect(container.textContent?.replace(/\s+/g, "")).toBe("34+29");
  });
});

describe("at a glance", () => {
  const mine = (who: string) => who === "ada";
  const told = () => [
    event("turn", { at: ["ada"] }, { tale: 1, shape: "turn", story: "Ada may act" }),
    event("act", { at: ["bo"] }, { tale: 2, story: "Ada cuts Bo" }),
    event("harm", { who: "bo", amount: 4 }, { tale: 2, story: "Ada cuts Bo: 4 harm" }),
    event("turn", { who: "bo", at: ["bo"] }, { tale: 4, shape: "turn", story: "Bo may act" }),
    event("act", { who: "bo", at: ["ada"] }, { tale: 5, story: "Bo bites Ada" }),
    event("harm", { who: "ada", amount: 2 }, { tale: 5, story: "Bo bites Ada: 2 harm" }),
  ];

  it("tells how one's own deed came out", () => {
    expect(ownDeed(told().slice(0, 4), mine)?.text).toBe("Ada cuts Bo: 4 harm");
    expect(ownDeed(told().slice(0, 1), mine)).toBeNull();
  });

  it("tells what happened to me since my last turn, on the first since the start", () => {
    const people = [
      { id: "ada", at: "a1" },
      { id: "bo", at: "b1" },
    ] as never;
    const events = told();
    const again = event("turn", { at: ["ada"] }, { tale: 7, shape: "turn", story: "Ada may act" });
    expect(sinceLastTurn([...events, again], people, mine).to.map((entry) => entry.text)).toEqual([
      "Bo bites Ada: 2 harm",
    ]);
    expect(sinceLastTurn(events.slice(0, 1), people, mine)).toEqual({ to: [], around: [], first: true });
    const first = sinceLastTurn([...events.slice(3), again], people, mine);
    expect([first.first, first.to.map((entry) => entry.text)]).toEqual([true, ["Bo bites Ada: 2 harm"]]);
  });

  it("filters the log: mine, deeds, dice, everything", () => {
    const events = [...told(), event("", {}, { tale: 7, shape: "quiet", story: "Cy passes", data: { who: "cy" } })];
    const story = entries(events);
    const of = (filter: Parameters<typeof passes>[1]) =>
      story.filter((entry) => passes(entry, filter, mine)).map((entry) => entry.text);
    expect(of("all")).toHaveLength(5);
    expect(of("deeds")).toEqual(["Ada cuts Bo: 4 harm", "Bo bites Ada: 2 harm"]);
    expect(of("mine")).toEqual(["Ada may act", "Ada cuts Bo: 4 harm", "Bo bites Ada: 2 harm"]);
    expect(of("dice")).toEqual([]);
  });
});
