/** The map of an encounter under edit. Everything here takes the entry as plain data and gives back another: nothing is changed in place, so that whatever was can be had again. */

import type { Data } from "../own/things.ts";
import type { Cell } from "../state/cover.ts";
import { readSquare, squareName } from "../state/squares.ts";
import type { Shape } from "./shape.ts";

export const MOST_SIDE = 200;
/** How large a map is to begin with. */
export const FRESH = { columns: 16, rows: 10 };

/** The rows of the drawing, all of one width. */
export function rowsOf(data: Data, shape: Shape): string[] {
  const said = data.map;
  const text = typeof said === "string" ? said.replace(/^\n+|\s+$/g, "").split("\n") : said;
  const rows = (Array.isArray(text) ? text : []).map((row) => String(row).trimEnd()).filter((row, at) => row || at);
  const width = Math.max(0, ...rows.map((row) => [...row].length));
  return rows.slice(0, MOST_SIDE * 5).map((row) => row.padEnd(width, shape.floor));
}

export function withRows(data: Data, shape: Shape, rows: string[]): Data {
  return { ...data, map: shape.map === "lines" ? rows : rows.join("\n") + "\n" };
}

export const sizeOf = (rows: string[]): { columns: number; rows: number } => ({
  columns: rows[0]?.length ?? 0,
  rows: rows.length,
});

const isMark = (glyph: string): boolean => /^[A-Za-z0-9]$/.test(glyph);

/** An empty map to begin with, marks replaced by the squares they stand for, and edges named in one way. */
export function tidied(data: Data, shape: Shape): Data {
  if (!shape.map) return data;
  let rows = rowsOf(data, shape);
  if (!rows.length) {
    if (shape.ways) return data;
    rows = Array.from({ length: FRESH.rows }, () => shape.floor.repeat(FRESH.columns));
  }
  const known = new Set(shape.terrains.map((one) => one.glyph));
  const marks = new Map<string, string>();
  const plain = rows.map((row, y) =>
    [...row]
      .map((glyph, x) => {
        if (known.has(glyph) || !isMark(glyph) || marks.has(glyph)) return glyph;
        marks.set(glyph, squareName(x, y));
        return shape.floor;
      })
      .join(""),
  );
  const next = everySpot(withRows(data, shape, plain), shape, (spot) => marks.get(spot) ?? spot);
  return data.edges ? { ...next, edges: canonical(edgesIn(data)) } : next;
}

/** The entry with every square that somebody or something stands on put through a change; null takes it out. */
export function everySpot(data: Data, shape: Shape, change: (spot: string, one: Data) => string | null): Data {
  const next = { ...data };
  for (const { key } of [...(shape.people ? [shape.people] : []), ...shape.laid]) {
    const list = next[key];
    if (Array.isArray(list))
      next[key] = (list as Data[]).flatMap((one) => {
        if (typeof one !== "object" || typeof one.at !== "string") return [one];
        const at = change(one.at, one);
        return at === null ? [] : [{ ...one, at }];
      });
  }
  for (const { key } of shape.rows) {
    const list = next[key];
    if (Array.isArray(list))
      next[key] = (list as unknown[]).flatMap((row) => {
        if (!Array.isArray(row) || typeof row[0] !== "string") return [row];
        const at = change(row[0], {});
        return at === null ? [] : [[at, ...(row.slice(1) as unknown[])]];
      });
  }
  return next;
}

// ---------------------------------------------------------------- ground

export function paint(data: Data, shape: Shape, cells: Cell[], glyph: string): Data {
  const rows = rowsOf(data, shape).map((row) => [...row]);
  for (const { x, y } of cells) if (rows[y]?.[x] !== undefined) rows[y][x] = glyph;
  return withRows(
    data,
    shape,
    rows.map((row) => row.join("")),
  );
}

/** The squares on the way from one to another. */
export function lineCells(from: Cell, to: Cell): Cell[] {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  if (!steps) return [from];
  return Array.from({ length: steps + 1 }, (_, at) => ({
    x: Math.round(from.x + ((to.x - from.x) * at) / steps),
    y: Math.round(from.y + ((to.y - from.y) * at) / steps),
  }));
}

export function boxCells(from: Cell, to: Cell): Cell[] {
  const found: Cell[] = [];
  for (let y = Math.min(from.y, to.y); y <= Math.max(from.y, to.y); y += 1)
    for (let x = Math.min(from.x, to.x); x <= Math.max(from.x, to.x); x += 1) found.push({ x, y });
  return found;
}

/** All squares that hang together with one and are alike; what stands on an edge parts them. */
export function fillCells(
  rows: string[],
  from: Cell,
  edges: Record<string, string>,
  alike: (glyph: string) => boolean,
): Cell[] {
  const width = rows[0]?.length ?? 0;
  const seen = new Set<number>();
  const walled = Object.keys(edges).length > 0;
  const left = [from];
  const found: Cell[] = [];
  while (left.length) {
    const at = left.pop() ?? from;
    const glyph = rows[at.y]?.[at.x];
    const number = at.y * width + at.x;
    if (glyph === undefined || seen.has(number) || !alike(glyph)) continue;
    seen.add(number);
    found.push(at);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const next = { x: at.x + dx, y: at.y + dy };
      if (!walled || !(edgeBetween(at, next) in edges)) left.push(next);
    }
  }
  return found;
}

/** The room around a square, with the squares of wall that close it off. */
export function roomCells(rows: string[], shape: Shape, edges: Record<string, string>, from: Cell): Cell[] {
  const opaque = new Set(shape.terrains.filter((one) => one.blocks_sight).map((one) => one.glyph));
  if (opaque.has(rows[from.y]?.[from.x] ?? "")) return [from];
  const inside = fillCells(rows, from, edges, (glyph) => !opaque.has(glyph));
  const all = new Map(inside.map((one) => [`${one.x},${one.y}`, one]));
  for (const { x, y } of inside)
    for (const cell of boxCells({ x: x - 1, y: y - 1 }, { x: x + 1, y: y + 1 }))
      if (opaque.has(rows[cell.y]?.[cell.x] ?? "")) all.set(`${cell.x},${cell.y}`, cell);
  return [...all.values()];
}

// ---------------------------------------------------------------- edges

export const edgesIn = (data: Data): Record<string, string> =>
  typeof data.edges === "object" && data.edges ? (data.edges as Record<string, string>) : {};

/** The one name of the edge between two squares that share a side: the upper or left one first. */
export function edgeBetween(a: Cell, b: Cell): string {
  const [first, second] = a.x + a.y <= b.x + b.y ? [a, b] : [b, a];
  return `${squareName(first.x, first.y)}|${squareName(second.x, second.y)}`;
}

function canonical(edges: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(edges).map(([name, kind]) => {
      const [a, b] = name.split("|").map((one) => readSquare(one));
      return [a && b ? edgeBetween(a, b) : name, kind];
    }),
  );
}

/** Put this kind on some edges; an empty kind takes them away. */
export function setEdges(data: Data, names: string[], kind: string): Data {
  const next = { ...edgesIn(data) };
  for (const name of names) {
    if (kind) next[name] = kind;
    else delete next[name];
  }
  const { edges: _, ...rest } = data;
  return Object.keys(next).length ? { ...rest, edges: next } : rest;
}

/** The edge nearest to a point, in squares; nothing at the rim of the map or in the middle of a square. */
export function edgeNear(x: number, y: number, size: { columns: number; rows: number }, slack = 0.35): string {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [right, below] = [x - column, y - row];
  const sides = [
    { far: right, dx: -1, dy: 0 },
    { far: 1 - right, dx: 1, dy: 0 },
    { far: below, dx: 0, dy: -1 },
    { far: 1 - below, dx: 0, dy: 1 },
  ].sort((a, b) => a.far - b.far);
  const side = sides[0];
  if (!side || side.far > slack) return "";
  const [here, there] = [
    { x: column, y: row },
    { x: column + side.dx, y: row + side.dy },
  ];
  return inside(here, size) && inside(there, size) ? edgeBetween(here, there) : "";
}

export const inside = (at: Cell, size: { columns: number; rows: number }): boolean =>
  at.x >= 0 && at.y >= 0 && at.x < size.columns && at.y < size.rows;

/** The edges along a straight line between two corners of squares: across or down, whichever is longer. */
export function edgesAlong(from: Cell, to: Cell, size: { columns: number; rows: number }): string[] {
  const across = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
  const [start, end] = across ? [from.x, to.x] : [from.y, to.y];
  const found: string[] = [];
  for (let at = Math.min(start, end); at < Math.max(start, end); at += 1) {
    const [here, there] = across
      ? [
          { x: at, y: from.y - 1 },
          { x: at, y: from.y },
        ]
      : [
          { x: from.x - 1, y: at },
          { x: from.x, y: at },
        ];
    if (inside(here, size) && inside(there, size)) found.push(edgeBetween(here, there));
  }
  return found;
}

/** The edges around some squares that part them from all others. */
export function edgesAround(cells: Cell[], size: { columns: number; rows: number }): string[] {
  const there = new Set(cells.map(({ x, y }) => `${x},${y}`));
  return cells.flatMap((cell) =>
    [
      { x: cell.x + 1, y: cell.y },
      { x: cell.x - 1, y: cell.y },
      { x: cell.x, y: cell.y + 1 },
      { x: cell.x, y: cell.y - 1 },
    ]
      .filter((next) => inside(next, size) && !there.has(`${next.x},${next.y}`))
      .map((next) => edgeBetween(cell, next)),
  );
}
