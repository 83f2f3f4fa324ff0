/** A table for tests: recorded views behind a wire that remembers what was sent and answers what it is told. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Wire } from "../src/client.ts";
import type { Difference, EventOut, Frame, Offer, Preview, RoomOut, StateOut, View, Welcome } from "../src/protocol.ts";
import { hashOf } from "../src/state/parts.ts";
import { TableState } from "../src/state/table.svelte.ts";

export const NAMES = [
  "cap-check-smelter-yard",
  "crisis-3d6-shoot-out",
  "crisis-mode-ambush",
  "phases-of-play-burning-granary",
  "phases-of-play-burning-granary-told",
] as const;

export interface Recorded {
  hello: { ruleset: string; ruleset_name: string; title: string };
  state: Omit<View, "games" | "step" | "can" | "between" | "players_wait" | "next" | "orders"> & { state: StateOut };
  actor: string;
  offers: Offer[];
  preview: Preview;
  events: EventOut[];
}

export function recorded(name: string): Recorded {
  return JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", `${name}.json`), "utf8")) as Recorded;
}

export class FakeWire implements Wire {
  static all: FakeWire[] = [];
  sent: Frame[] = [];
  closed = false;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  constructor(
    public url: string,
    public replies: (frame: Frame) => Frame | null = () => null,
  ) {
    FakeWire.all.push(this);
  }
  send(text: string): void {
    const frame = JSON.parse(text) as Frame;
    this.sent.push(frame);
    const reply = this.replies(frame);
    if (reply) queueMicrotask(() => this.say({ ...reply, id: frame.id }));
  }
  close(): void {
    this.closed = true;
  }
  /** Say something as the server would; a view that is given whole is told in its parts. */
  say(frame: object): void {
    const view = (frame as { view?: View | Difference }).view;
    const told = view && "state" in view ? { ...frame, view: wholeOf(view) } : frame;
    this.onmessage?.({ data: JSON.stringify(told) });
  }
  drop(code = 1006): void {
    this.onclose?.({ code, reason: "" });
  }
}

export const ROOM: RoomOut = {
  started: true,
  paused: false,
  limit: 0,
  watchers: 0,
  bots: [],
  calls: [],
  levels: {},
  held: false,
  bot_waits: false,
  refused: [],
  public_seed_hash: "",
  trouble: "",
  queue: null,
  seats: [{ seat: "gm", names: [], combatants: [], person: "", here: 1, bot: false, dice: "server" }],
};

export function viewOf(one: Recorded, rest: Partial<View> = {}): View {
  return {
    ...one.state,
    games: ["main"],
    step: 7,
    can: { undo: true, redo: false },
    between: false,
    players_wait: false,
    next: null,
    orders: [],
    ...rest,
  };
}

/** A view as the server would send it to a page that holds nothing. */
export function wholeOf(view: View): Difference {
  const { state, rail, cards, decisions, proposals, lying, ...now } = view;
  const { combatants, options, board, flow, ...rest } = state;
  const set: Record<string, unknown> = { decisions, proposals, lying, options, heading: rail.heading };
  const spread = (group: string, fields: object) => {
    for (const [key, value] of Object.entries(fields)) set[`${group}/${key}`] = value;
  };
  spread("now", now);
  spread("state", rest);
  for (const [name, table] of Object.entries({ board, flow })) {
    for (const [key, value] of Object.entries(table)) {
      set[`${name}/${key}`] = Array.isArray(value) ? [] : value;
      if (Array.isArray(value)) spread(`${name}/${key}`, value);
    }
  }
  set.people = combatants.map((one) => one.id);
  for (const one of combatants) spread(`token/${one.id}`, one);
  for (const { who, fields, ...head } of cards) spread(`card/${who}`, { ...head, ...fields });
  set.order = rail.rows.map((_, index) => String(index));
  rail.rows.forEach((row, index) => spread(`row/${index}`, row));
  let to = 0;
  for (const [name, value] of Object.entries(set)) to = (to + hashOf(name, value)) % 2 ** 32;
  const clocks = decisions.map((one) => one.seconds_left);
  return { from: 0, to, set, gone: [], clocks };
}

export function welcomeOf(one: Recorded, rest: Partial<Welcome> = {}): Welcome {
  return {
    type: "welcome",
    protocol: 1,
    role: "gm",
    seat: "gm",
    table: "abc",
    title: one.hello.title,
    ruleset: {
      id: one.hello.ruleset,
      name: one.hello.ruleset_name,
      text: "",
      check: "2d10",
      verbs: { "shield-block": "Shield block" },
    },
    yours: [],
    room: ROOM,
    asides: [],
    view: viewOf(one),
    events: one.events,
    complete: true,
    ...rest,
  };
}

/** A table that has been welcomed, with its offers. */
export async function seated(
  name: string,
  rest: Partial<Welcome> = {},
): Promise<{ table: TableState; wire: FakeWire; one: Recorded }> {
  const one = recorded(name);
  const open = (url: string) =>
    new FakeWire(url, (frame) => {
      if (frame.type === "offers") return { type: "offers", who: frame.who, offers: one.offers };
      if (frame.type === "preview") return one.preview as unknown as Frame;
      return ["command", "answer", "ruling", "undo"].includes(frame.type) ? { type: "ok" } : null;
    });
  const table = new TableState("abc", rest.seat ?? "gm", open);
  const wire = FakeWire.all.at(-1) as FakeWire;
  wire.say(welcomeOf(one, rest));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return { table, wire, one };
}
