/** Encounters told without squares: places, the ways between them, and who is where. */

import type { Data } from "../own/things.ts";
import { peopleIn, withPeople } from "./people.ts";
import type { Shape } from "./shape.ts";

export function waysIn(data: Data, shape: Shape): string[][] {
  const list = shape.ways ? data[shape.ways.key] : null;
  return (Array.isArray(list) ? (list as unknown[]) : []).map((row) =>
    Array.isArray(row) ? row.map(String) : String(row).split(/\s+/),
  );
}

export function withWays(data: Data, shape: Shape, ways: string[][]): Data {
  if (!shape.ways) return data;
  return { ...data, [shape.ways.key]: shape.ways.text ? ways.map((way) => way.join(" ")) : ways };
}

/** The places in the order of their list, or in that in which ways name them. */
export function placesIn(data: Data, shape: Shape): string[] {
  const named = shape.places && Array.isArray(data[shape.places]) ? (data[shape.places] as unknown[]).map(String) : [];
  const joined = shape.places ? [] : waysIn(data, shape).flatMap((way) => way.slice(0, 2));
  return [...new Set([...named, ...joined])].filter(Boolean);
}

/** A word that can stand for a place: letters, digits and _, beginning with a letter. */
export function placeKey(text: string): string {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "");
  return word;
}

/** A new place; where ways alone name places, it is joined to another one. */
export function addPlace(data: Data, shape: Shape, key: string): Data {
  const places = placesIn(data, shape);
  if (!key || places.some((one) => one === key)) return data;
  if (shape.places) return { ...data, [shape.places]: [...places, key] };
  const near = shape.ways?.columns[0]?.at(-1)?.key ?? "";
  const other = places.at(-1) ?? "start";
  return withWays(data, shape, [...waysIn(data, shape), [other, key, near].filter(Boolean)]);
}

/** Another word for a place, everywhere it stands. */
export function renamePlace(data: Data, shape: Shape, from: string, to: string): Data {
  const swap = (word: unknown): unknown => (word === from ? to : word);
  let next = withWays(
    data,
    shape,
    waysIn(data, shape).map((way) => way.map((word, at) => (at < 2 ? String(swap(word)) : word))),
  );
  if (shape.places) next = { ...next, [shape.places]: placesIn(data, shape).map((one) => String(swap(one))) };
  next = withPeople(
    next,
    shape,
    peopleIn(next, shape).map((one) => (one[shape.place] === from ? { ...one, [shape.place]: to } : one)),
  );
  for (const { key } of shape.rows)
    if (Array.isArray(next[key]))
      next[key] = (next[key] as unknown[]).map((row) =>
        Array.isArray(row) ? [swap(row[0]), ...(row.slice(1) as unknown[])] : row,
      );
  return next;
}

/** Without a place and the ways to it. Whoever was there has to be put elsewhere, and is told so. */
export function removePlace(data: Data, shape: Shape, key: string): Data {
  const ways = waysIn(data, shape).filter((way) => way[0] !== key && way[1] !== key);
  const next = withWays(data, shape, ways);
  return shape.places ? { ...next, [shape.places]: placesIn(data, shape).filter((one) => one !== key) } : next;
}
