/** A seat's stream of events as the story it tells: one line per deed, with what was taken back marked and not removed. */

import type { EventOut, Part } from "../protocol.ts";
import { minus } from "./figures.ts";

export interface Line {
  n: number;
  kind: string;
  text: string;
  data: Record<string, unknown>;
  roll: RollShown | null;
}

/** Each die as people read it, whether it counts, and how many sides it has. */
export type Face = [string, boolean, number];

export interface RollShown {
  who: string;
  why: string;
  dice: string;
  faces: Face[];
  thrown: number;
  parts: Part[];
  total: number;
  outcome: string;
}

export interface Entry {
  n: number;
  /** deed: somebody did something; turn: one begins; mark: a phase or round does; quiet: nothing is done; back: undone */
  shape: "deed" | "turn" | "mark" | "quiet" | "back";
  /** The line as the table tells it. */
  text: string;
  /** What it is made of, for whoever opens it. */
  lines: Line[];
  /** Everybody it shows on, whoever did it first. */
  who: string[];
  /** Does it tell of harm, healing, conditions, somebody falling? */
  felt: boolean;
  holds: boolean;
}

export type Filter = "mine" | "deeds" | "dice" | "all";

export const FELT = new Set(["harm", "heal", "gain", "lose", "fall", "rise"]);

export function readRoll(event: EventOut): RollShown | null {
  const thrown = event.data.thrown as { dice?: string; total?: number } | undefined;
  if (event.kind !== "rolled" || !thrown) return null;
  return {
    who: String(event.data.who ?? ""),
    why: String(event.data.why ?? ""),
    dice: String(thrown.dice ?? ""),
    faces: (event.data.dice_shown as Face[]) ?? [],
    thrown: Number(thrown.total ?? 0),
    parts: (event.data.parts as Part[]) ?? [],
    total: Number(event.data.total ?? 0),
    outcome: String(event.data.outcome ?? ""),
  };
}

/** Which events still hold: `went-back` says that nothing told after entry `to` does. */
export function fallen(events: EventOut[]): Set<number> {
  const gone = new Set<number>();
  let standing: number[] = [];
  for (const event of events) {
    if (event.kind === "went-back") {
      const to = Number(event.data.to ?? 0);
      for (const n of standing) if (n > to) gone.add(n);
      standing = standing.filter((n) => n <= to);
    } else {
      standing.push(event.n);
    }
  }
  return gone;
}

/** The story, line by line; what no longer holds of a line is a line of its own. */
export function entries(events: EventOut[]): Entry[] {
  const gone = fallen(events);
  const found: Entry[] = [];
  let open: { entry: Entry; tale: number } | null = null;
  for (const event of events) {
    const holds = !gone.has(event.n);
    if (!open || open.tale !== event.tale || open.entry.holds !== holds) {
      const entry: Entry = { n: event.n, shape: "deed", text: "", lines: [], who: [], felt: false, holds };
      open = { entry, tale: event.tale };
      found.push(entry);
    }
    const entry = open.entry;
    entry.shape = event.shape as Entry["shape"];
    entry.text = minus(event.story) || entry.text;
    entry.felt ||= FELT.has(event.show?.tells ?? "");
    for (const who of event.show ? [event.show.who, ...event.show.at] : [String(event.data.who ?? "")])
      if (who && !entry.who.includes(who)) entry.who.push(who);
    if (event.text)
      entry.lines.push({
        n: event.n,
        kind: event.kind,
        text: minus(event.text),
        data: event.data,
        roll: readRoll(event),
      });
  }
  return found.filter((entry) => entry.text);
}

/**
 * The story of a growing log: only its newest line is told again, and lines that stay as they were are the same
 * objects, so that nothing draws them again.
 */
export class Story {
  private told: Entry[] = [];
  private heard: EventOut[] = [];
  /** Where among the events the newest line begins. */
  private newest = 0;

  tell(events: EventOut[]): Entry[] {
    const from = this.grown(events) ? this.newest : 0;
    const first = events[from]?.n ?? 0;
    const before = new Map<number, Entry>();
    const kept = [...this.told];
    // A log that is told again may begin anywhere.
    while (kept.length && (!from || (kept.at(-1)?.n ?? 0) >= first)) {
      const old = kept.pop();
      if (old) before.set(old.n, old);
    }
    for (const entry of entries(events.slice(from))) {
      const old = before.get(entry.n);
      kept.push(old && same(old, entry) ? old : entry);
    }
    this.newest = Math.max(0, events.length - 1);
    while (this.newest && events[this.newest - 1]?.tale === events[this.newest]?.tale) this.newest -= 1;
    this.heard = events;
    return (this.told = kept);
  }

  /** Are these the events heard before, with more that take nothing back? */
  private grown(events: EventOut[]): boolean {
    const count = this.heard.length;
    const goesOn = events[0] === this.heard[0] && events[count - 1] === this.heard[count - 1];
    return goesOn && !events.slice(count).some((event) => event.kind === "went-back");
  }
}

function same(a: Entry, b: Entry): boolean {
  return (
    a.text === b.text &&
    a.shape === b.shape &&
    a.holds === b.holds &&
    a.felt === b.felt &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => line.n === b.lines[index]?.n && line.text === b.lines[index].text) &&
    a.who.length === b.who.length
  );
}

export function passes(entry: Entry, filter: Filter, mine: (who: string) => boolean): boolean {
  if (filter === "all" || entry.shape === "mark" || entry.shape === "back") return true;
  if (filter === "dice") return entry.lines.some((line) => line.roll);
  if (filter === "mine") return entry.who.some(mine);
  return entry.shape === "deed" || (entry.shape === "turn" && entry.felt);
}

/** How it ended, as the table says it. */
export function endingOf(events: EventOut[]): { title: string; why: string } {
  const data = events.findLast((event) => event.kind === "ended")?.data ?? {};
  return { title: String(data.title ?? ""), why: String(data.why ?? "") };
}
