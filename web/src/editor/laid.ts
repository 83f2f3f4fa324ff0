/** What lies on squares of an encounter under edit: loose things, zones, lights, or whatever a game has. */

import { first, type Data, type FormField } from "../own/things.ts";
import type { KitRows, Listed, Shape } from "./shape.ts";

/** Something one can lay down: which list it goes into, and what it is. */
export interface Sort {
  list: string;
  title: string;
  what: { key: string; name: string }[];
}

/** The field of a table that says what lies there. */
export const whatOf = (one: Listed): FormField | undefined =>
  (one.item.fields ?? []).find((field) => field.key !== "at" && field.required) ??
  (one.item.fields ?? []).find((field) => field.key !== "at");

export interface Lies {
  list: string;
  index: number;
  at: string;
  what: string;
}

export function liesIn(data: Data, shape: Shape): Lies[] {
  const lists = (key: string): unknown[] => (Array.isArray(data[key]) ? (data[key] as unknown[]) : []);
  return [
    ...shape.laid.flatMap((one) =>
      lists(one.key).map((entry, index) => {
        const table = entry as Data;
        return { list: one.key, index, at: String(table.at ?? ""), what: String(table[whatOf(one)?.key ?? ""] ?? "") };
      }),
    ),
    ...shape.rows.flatMap((one) =>
      lists(one.key).map((entry, index) => {
        const row = Array.isArray(entry) ? (entry as unknown[]) : [];
        return { list: one.key, index, at: String(row[0] ?? ""), what: String(row[1] ?? "") };
      }),
    ),
  ];
}

/** Lay something on some squares; where it lies already nothing changes. */
export function lay(data: Data, shape: Shape, list: string, what: string, spots: string[]): Data {
  const there = new Set(liesIn(data, shape).flatMap((one) => (one.list === list && one.what === what ? [one.at] : [])));
  const fresh = spots.filter((spot) => !there.has(spot));
  const table = shape.laid.find((one) => one.key === list);
  const rows = shape.rows.find((one) => one.key === list);
  const old = Array.isArray(data[list]) ? (data[list] as unknown[]) : [];
  const made = fresh.map((spot) => (table ? entryOf(table, what, spot) : rows ? rowOf(rows, what, spot) : null));
  return { ...data, [list]: [...old, ...made.filter((one) => one !== null)] };
}

function entryOf(one: Listed, what: string, at: string): Data {
  const entry: Data = {};
  for (const field of one.item.fields ?? []) if (field.required) entry[field.key] = first(field);
  const named = whatOf(one);
  return { ...entry, ...(named ? { [named.key]: what } : {}), at };
}

/** A further column that counts begins with one. */
function rowOf(one: KitRows, what: string, at: string): unknown[] {
  const number = one.columns[1]?.some((word) => /^\d+$/.test(word.key));
  return [at, what, ...(number ? [1] : [])];
}

export function takeUp(data: Data, shape: Shape, spots: string[], list = ""): Data {
  const squares = new Set(spots);
  const next = { ...data };
  for (const { key } of [...shape.laid, ...shape.rows]) {
    if ((list && key !== list) || !Array.isArray(data[key])) continue;
    const gone = new Set(
      liesIn(data, shape).flatMap((one) => (one.list === key && squares.has(one.at) ? [one.index] : [])),
    );
    const rest = (data[key] as unknown[]).filter((_, index) => !gone.has(index));
    if (rest.length) next[key] = rest;
    else delete next[key];
  }
  return next;
}
