/** A seat's stream of events as cards to read: grouped by deed, with what was taken back marked and not removed. */

import type { EventOut, Part } from "../protocol.ts";

export interface Line {
  n: number;
  kind: string;
  text: string;
  data: Record<string, unknown>;
  roll: RollShown | null;
}

export interface RollShown {
  who: string;
  why: string;
  dice: string;
  /** Each die as people read it, and whether it counts. */
  faces: [string, boolean][];
  thrown: number;
  parts: Part[];
  total: number;
  outcome: string;
}

export interface Entry {
  n: number;
  /** deed: somebody did something; mark: a phase, round or turn begins; back: something was undone */
  shape: "deed" | "mark" | "back";
  lines: Line[];
  holds: boolean;
}

const MARKS = new Set(["phase-began", "round-began", "slot-began", "ended"]);

export function readRoll(event: EventOut): RollShown | null {
  const thrown = event.data.thrown as { dice?: string; total?: number } | undefined;
  const faces = event.data.dice_shown;
  if (event.kind !== "rolled" || !thrown || !Array.isArray(faces)) return null;
  return {
    who: String(event.data.who ?? ""),
    why: String(event.data.why ?? ""),
    dice: String(thrown.dice ?? ""),
    faces: faces as [string, boolean][],
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

export function entries(events: EventOut[]): Entry[] {
  const gone = fallen(events);
  const found: Entry[] = [];
  let open: Entry | null = null;
  let deed = 0;
  for (const event of events) {
    if (!event.text) continue;
    if (event.deed !== deed) open = null;
    deed = event.deed;
    const line: Line = { n: event.n, kind: event.kind, text: event.text, data: event.data, roll: readRoll(event) };
    const holds = !gone.has(event.n);
    if (event.kind === "went-back" || MARKS.has(event.kind)) {
      found.push({ n: event.n, shape: event.kind === "went-back" ? "back" : "mark", lines: [line], holds });
      open = null;
    } else if (open && open.holds === holds) {
      open.lines.push(line);
      if (event.kind === "passed") open = null;
    } else {
      open = { n: event.n, shape: "deed", lines: [line], holds };
      found.push(open);
      if (event.kind === "passed") open = null;
    }
  }
  return found;
}
