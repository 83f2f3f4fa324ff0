/** Rooms and covered ground of an encounter under edit: parts of the map written as c3, c3-f6, the name of a room, or all. */

import type { Data } from "../own/things.ts";
import { sayAreas, type Cell } from "../state/cover.ts";
import { readSquare, squareName } from "../state/squares.ts";
import { boxCells, inside } from "./map.ts";

export const ALL = "all";
interface Size {
  columns: number;
  rows: number;
}

/** The squares that some words mean; words that mean none are left out. */
export function readAreas(words: unknown, size: Size): Cell[] {
  const found = new Map<string, Cell>();
  for (const word of Array.isArray(words) ? words.map(String) : []) {
    const [first, last = first] = word === ALL ? ["a1", squareName(size.columns - 1, size.rows - 1)] : word.split("-");
    const [a, b] = [readSquare(first ?? ""), readSquare(last ?? "")];
    if (!a || !b || !inside(a, size) || !inside(b, size)) continue;
    for (const cell of boxCells(a, b)) found.set(squareName(cell.x, cell.y), cell);
  }
  return [...found.values()];
}

export function sayCells(cells: Cell[], size: Size): string[] {
  return cells.length && cells.length === size.columns * size.rows ? [ALL] : sayAreas(cells);
}

function put(now: Cell[], cells: Cell[], on: boolean): Cell[] {
  const some = new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell]));
  const rest = now.filter(({ x, y }) => !some.has(`${x},${y}`));
  return on ? [...rest, ...some.values()] : rest;
}

// ---------------------------------------------------------------- rooms

export function roomsIn(data: Data): Record<string, string[]> {
  return typeof data.rooms === "object" && data.rooms ? (data.rooms as Record<string, string[]>) : {};
}

function withRooms(data: Data, rooms: Record<string, string[]>): Data {
  const { rooms: _, ...rest } = data;
  return Object.keys(rooms).length ? { ...rest, rooms } : rest;
}

/** Add squares to a room, or take them out of it; a room without squares stays until it is removed. */
export function paintRoom(data: Data, name: string, cells: Cell[], on: boolean, size: Size): Data {
  const rooms = roomsIn(data);
  const words = sayAreas(put(readAreas(rooms[name], size), cells, on));
  return withRooms(data, { ...rooms, [name]: words });
}

export function renameRoom(data: Data, from: string, to: string): Data {
  const rooms = Object.fromEntries(
    Object.entries(roomsIn(data)).map(([name, words]) => [name === from ? to : name, words]),
  );
  return withCover(
    withRooms(data, rooms),
    coverIn(data).map((word) => (word === from ? to : word)),
  );
}

/** A room that is removed and was covered leaves its squares covered. */
export function removeRoom(data: Data, name: string, size: Size): Data {
  const { [name]: gone, ...rooms } = roomsIn(data);
  const words = coverIn(data).flatMap((word) => (word === name ? sayAreas(readAreas(gone, size)) : [word]));
  return withCover(withRooms(data, rooms), words);
}

/** A name that no room has yet. */
export function freshRoom(data: Data): string {
  const taken = roomsIn(data);
  let number = 1;
  while (`Room ${number}` in taken) number += 1;
  return `Room ${number}`;
}

// ---------------------------------------------------------------- cover

export const coverIn = (data: Data): string[] => (Array.isArray(data.covered) ? data.covered.map(String) : []);

function withCover(data: Data, words: string[]): Data {
  const { covered: _, ...rest } = data;
  return words.length ? { ...rest, covered: words } : rest;
}

/** Every covered square, those of covered rooms too. */
export function coveredCells(data: Data, size: Size): Cell[] {
  const rooms = roomsIn(data);
  return readAreas(
    coverIn(data).flatMap((word) => rooms[word] ?? [word]),
    size,
  );
}

export function coverRoom(data: Data, name: string, on: boolean): Data {
  const rest = coverIn(data).filter((word) => word !== name);
  return withCover(data, on ? [...rest, name] : rest);
}

/** Cover squares or uncover them. A room that loses some of its cover is no longer covered by its name. */
export function paintCover(data: Data, cells: Cell[], on: boolean, size: Size): Data {
  const rooms = roomsIn(data);
  const names = new Set(cells.map(({ x, y }) => `${x},${y}`));
  const touched = (room: string): boolean => readAreas(rooms[room], size).some(({ x, y }) => names.has(`${x},${y}`));
  const kept = coverIn(data).filter((word) => word in rooms && (on || !touched(word)));
  const rest = coverIn(data).filter((word) => !kept.includes(word));
  const squares = put(
    readAreas(
      rest.flatMap((word) => rooms[word] ?? [word]),
      size,
    ),
    cells,
    on,
  );
  return withCover(data, [...kept, ...sayCells(squares, size)]);
}
