/** Another size for a map: what is there is kept, and what would be lost is told first. */

import type { Data } from "../own/things.ts";
import type { Cell } from "../state/cover.ts";
import { sayAreas } from "../state/cover.ts";
import { readSquare, squareName } from "../state/squares.ts";
import { coverIn, readAreas, roomsIn, sayCells, ALL } from "./areas.ts";
import { edgeBetween, edgesIn, everySpot, inside, rowsOf, sizeOf, withRows } from "./map.ts";
import { sizeIn } from "./people.ts";
import type { KitPerson, Shape } from "./shape.ts";

export interface Cut {
  columns: number;
  rows: number;
  /** How many columns and rows come before the first one; less than none cuts them off. */
  left: number;
  top: number;
}

export interface Loss {
  people: number;
  things: number;
  ground: number;
  edges: number;
  areas: number;
}

const moved = (at: Cell, cut: Cut): Cell => ({ x: at.x + cut.left, y: at.y + cut.top });

/** Where it is then; nothing where any of the squares it stands on is cut off. */
function spot(name: string, cut: Cut, size: number): string | null {
  const at = readSquare(name);
  if (!at) return name;
  const next = moved(at, cut);
  const far = { x: next.x + size - 1, y: next.y + size - 1 };
  return inside(next, cut) && inside(far, cut) ? squareName(next.x, next.y) : null;
}

export function recut(data: Data, shape: Shape, cut: Cut, kinds: Map<string, KitPerson>): Data {
  const before = rowsOf(data, shape);
  const rows = Array.from({ length: cut.rows }, (_, y) =>
    Array.from({ length: cut.columns }, (_, x) => before[y - cut.top]?.[x - cut.left] ?? shape.floor).join(""),
  );
  const next = everySpot(withRows(data, shape, rows), shape, (name, one) => spot(name, cut, sizeIn(one, kinds)));
  const size = sizeOf(before);
  const area = (words: unknown): Cell[] =>
    readAreas(words, size)
      .map((cell) => moved(cell, cut))
      .filter((cell) => inside(cell, cut));
  if (data.edges) next.edges = movedEdges(data, cut);
  if (data.rooms)
    next.rooms = Object.fromEntries(
      Object.entries(roomsIn(data)).map(([name, words]) => [name, sayAreas(area(words))]),
    );
  if (data.covered) next.covered = movedCover(data, cut, area);
  return next;
}

function movedEdges(data: Data, cut: Cut): Record<string, string> {
  return Object.fromEntries(
    Object.entries(edgesIn(data)).flatMap(([name, kind]) => {
      const [a, b] = name.split("|").map((one) => readSquare(one));
      if (!a || !b) return [[name, kind]];
      const [here, there] = [moved(a, cut), moved(b, cut)];
      return inside(here, cut) && inside(there, cut) ? [[edgeBetween(here, there), kind]] : [];
    }),
  );
}

/** Rooms stay covered by name, and where all was covered all is. */
function movedCover(data: Data, cut: Cut, area: (words: unknown) => Cell[]): string[] {
  const words = coverIn(data);
  if (words.some((word) => word === ALL)) return [ALL];
  const rooms = roomsIn(data);
  const named = words.filter((word) => word in rooms);
  return [...named, ...sayCells(area(words.filter((word) => !(word in rooms))), cut)];
}

/** How much of everything a cut would take away. */
export function lossOf(data: Data, shape: Shape, cut: Cut, kinds: Map<string, KitPerson>): Loss {
  const loss: Loss = { people: 0, things: 0, ground: 0, edges: 0, areas: 0 };
  const next = recut(data, shape, cut, kinds);
  const count = (one: Data, key: string): number => (Array.isArray(one[key]) ? (one[key] as unknown[]).length : 0);
  if (shape.people) loss.people = count(data, shape.people.key) - count(next, shape.people.key);
  for (const { key } of [...shape.laid, ...shape.rows]) loss.things += count(data, key) - count(next, key);
  rowsOf(data, shape).forEach((row, y) =>
    [...row].forEach((glyph, x) => {
      if (glyph !== shape.floor && !inside(moved({ x, y }, cut), cut)) loss.ground += 1;
    }),
  );
  loss.edges = Object.keys(edgesIn(data)).length - Object.keys(edgesIn(next)).length;
  const size = sizeOf(rowsOf(data, shape));
  for (const [name, words] of Object.entries(roomsIn(data)))
    if (readAreas(words, size).length > readAreas(roomsIn(next)[name], cut).length) loss.areas += 1;
  return loss;
}

/** The same in words; empty where nothing is lost. */
export function sayLoss(loss: Loss): string {
  const one = (many: number, single: string, plural: string): string[] =>
    many ? [`${many} ${many === 1 ? single : plural}`] : [];
  const parts = [
    ...one(loss.people, "person", "people"),
    ...one(loss.things, "thing on the ground", "things on the ground"),
    ...one(loss.ground, "square that is drawn on", "squares that are drawn on"),
    ...one(loss.edges, "wall or door", "walls and doors"),
    ...one(loss.areas, "part of a room", "parts of rooms"),
  ];
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
