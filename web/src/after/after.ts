/** The reckoning of a fight as the server made it, sorted for drawing. Nothing is reckoned here but sums of its rows. */

import type { components } from "../api.d.ts";

type Schemas = components["schemas"];
export type After = Schemas["AfterOut"];
export type AfterPerson = Schemas["AfterPersonOut"];
export type Luck = Schemas["LuckOut"];
type Harm = Schemas["HarmOut"];

export interface Bar {
  key: string;
  label: string;
  /** By what, in small print. */
  note: string;
  amount: number;
  times: number;
  untold: number;
  side: number;
}

export const OTHERS = "Other causes";

/** Sides in the order of their people, as colours go. */
export function sideOf(after: After, who: string): number {
  const sides = [...new Set(after.people.map((one) => one.side))];
  const side = after.people.find((one) => one.id === who)?.side;
  return side === undefined ? -1 : sides.indexOf(side) % 4;
}

export function nameOf(after: After, who: string): string {
  return after.people.find((one) => one.id === who)?.name ?? OTHERS;
}

function group(after: After, rows: Harm[], who: (row: Harm) => string): Bar[] {
  const found = new Map<string, Bar>();
  const means = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = who(row);
    const bar = found.get(key) ?? {
      key,
      label: nameOf(after, key),
      note: "",
      amount: 0,
      times: 0,
      untold: 0,
      side: sideOf(after, key),
    };
    bar.amount += row.amount;
    bar.times += row.times;
    bar.untold += row.untold;
    found.set(key, bar);
    if (row.means) means.set(key, (means.get(key) ?? new Set()).add(row.means));
  }
  for (const bar of found.values()) bar.note = [...(means.get(bar.key) ?? [])].join(", ");
  return [...found.values()].sort((a, b) => b.amount - a.amount || b.times - a.times);
}

/** Who did how much: of mine what they did, and what was done to them. */
export function bySource(after: After, mine: boolean): Bar[] {
  const own = ours(after);
  return group(after, mine ? after.harm.filter((row) => own.has(row.by)) : after.harm, (row) => row.by);
}

/** Whom it befell; of mine what befell them. */
export function byTarget(after: After, mine: boolean): Bar[] {
  const own = ours(after);
  return group(after, mine ? after.harm.filter((row) => own.has(row.to)) : after.harm, (row) => row.to);
}

function ours(after: After): Set<string> {
  return new Set(after.people.filter((one) => one.mine).map((one) => one.id));
}

export function often(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

export function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

export function lasted(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ""}`;
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${Math.floor(seconds / 3600)} h${minutes ? ` ${minutes} min` : ""}`;
}
