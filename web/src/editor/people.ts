/** The people of an encounter under edit: brought in, moved, counted out, each with an id of its own. */

import type { Data } from "../own/things.ts";
import type { Cell } from "../state/cover.ts";
import { readSquare, squareName } from "../state/squares.ts";
import { inside, rowsOf, sizeOf } from "./map.ts";
import type { KitPerson, Shape } from "./shape.ts";

export const GM_SEAT = "gm";
const MOST_SEATS = 9;
export const SEATS = [GM_SEAT, ...Array.from({ length: MOST_SEATS }, (_, at) => `player${at + 1}`)];

/** A seat in words; one that a file has named itself keeps its name. */
export function seatName(seat: string): string {
  const at = SEATS.indexOf(seat);
  return at < 0 ? seat : at ? `Player ${at}` : "GM";
}

export interface Newcomer {
  kind: string;
  side: string;
  hidden: boolean;
  many: number;
  name: string;
}

export const peopleIn = (data: Data, shape: Shape): Data[] => {
  const list = shape.people ? data[shape.people.key] : null;
  return Array.isArray(list) ? (list as Data[]) : [];
};

export function withPeople(data: Data, shape: Shape, people: Data[]): Data {
  return shape.people ? { ...data, [shape.people.key]: people } : data;
}

export const idOf = (one: Data): string => String(one.id ?? "") || String(one.creature ?? "");

/** What somebody is called at the table. */
export function nameOf(one: Data, kinds: Map<string, KitPerson>): string {
  return String(one.name ?? "") || (kinds.get(String(one.creature))?.name ?? String(one.creature ?? "?"));
}

export function sizeIn(one: Data, kinds: Map<string, KitPerson>): number {
  return Math.max(1, kinds.get(String(one.creature))?.size ?? 1);
}

/** An id that nobody has: the kind's, then with a number. */
function freshId(kind: string, taken: Set<string>): string {
  let number = 2;
  if (!taken.has(kind)) return kind;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

/** The seat that somebody new on a side has: that of another player where players are on it, else the GM's. */
export function seatFor(people: Data[], side: string, sides: string[]): string {
  const here = people.filter((one) => one.side === side);
  const played = here.length
    ? here.some((one) => (one.seat ?? GM_SEAT) !== GM_SEAT)
    : side === sides[0] && !people.some((one) => (one.seat ?? GM_SEAT) !== GM_SEAT);
  const taken = new Set(people.map((one) => one.seat));
  return (played && SEATS.slice(1).find((seat) => !taken.has(seat))) || GM_SEAT;
}

const key = ({ x, y }: Cell): string => `${x},${y}`;

function footprint(at: Cell, size: number): Cell[] {
  return Array.from({ length: size * size }, (_, n) => ({ x: at.x + (n % size), y: at.y + Math.floor(n / size) }));
}

/** Squares where nobody can stand: taken, or closed to everybody. */
function barred(data: Data, shape: Shape, kinds: Map<string, KitPerson>, but = -1): Set<string> {
  const closed = new Set(shape.terrains.filter((one) => one.blocks_move).map((one) => one.glyph));
  const found = new Set<string>();
  rowsOf(data, shape).forEach((row, y) =>
    [...row].forEach((glyph, x) => {
      if (closed.has(glyph)) found.add(key({ x, y }));
    }),
  );
  peopleIn(data, shape).forEach((one, index) => {
    const at = readSquare(String(one.at));
    if (at && index !== but) footprint(at, sizeIn(one, kinds)).forEach((cell) => found.add(key(cell)));
  });
  return found;
}

/** The nearest square where somebody of this size can stand; nothing on a map that is full. */
export function roomNear(data: Data, shape: Shape, kinds: Map<string, KitPerson>, at: Cell, size: number): Cell | null {
  const map = sizeOf(rowsOf(data, shape));
  const no = barred(data, shape, kinds);
  for (let ring = 0; ring <= Math.max(map.columns, map.rows); ring += 1) {
    for (let dy = -ring; dy <= ring; dy += 1)
      for (let dx = -ring; dx <= ring; dx += 1) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue;
        const here = footprint({ x: at.x + dx, y: at.y + dy }, size);
        if (here.every((cell) => inside(cell, map) && !no.has(key(cell)))) return here[0] ?? null;
      }
  }
  return null;
}

/** Bring in as many as are wanted: at a square and next to it, or all in one place. */
export function bringIn(data: Data, shape: Shape, kinds: Map<string, KitPerson>, who: Newcomer, spot: string): Data {
  let next = data;
  const square = readSquare(spot);
  const onMap = !!shape.map && !!square;
  const plain = who.name || (kinds.get(who.kind)?.name ?? who.kind);
  for (let count = 0; count < who.many; count += 1) {
    const people = peopleIn(next, shape);
    const at = onMap ? roomNear(next, shape, kinds, square, kinds.get(who.kind)?.size ?? 1) : null;
    if (onMap && !at) break;
    const id = freshId(who.kind, new Set(people.map(idOf)));
    const alike = people.filter((one) => one.creature === who.kind).length;
    const named = who.name || alike ? (alike ? `${plain} ${alike + 1}` : plain) : "";
    const seat = seatFor(people, who.side, shape.sides);
    const one: Data = { creature: who.kind };
    if (id !== who.kind) one.id = id;
    if (named) one.name = named;
    if (at) one.at = squareName(at.x, at.y);
    else one[shape.place || "at"] = spot;
    one.side = who.side;
    if (seat !== GM_SEAT) one.seat = seat;
    if (who.hidden) one.hidden = true;
    next = withPeople(next, shape, [...people, one]);
  }
  return next;
}

export function change(data: Data, shape: Shape, index: number, what: Data): Data {
  return withPeople(
    data,
    shape,
    peopleIn(data, shape).map((one, at) => (at === index ? { ...one, ...what } : one)),
  );
}

export function sendAway(data: Data, shape: Shape, index: number): Data {
  return withPeople(
    data,
    shape,
    peopleIn(data, shape).filter((_, at) => at !== index),
  );
}
