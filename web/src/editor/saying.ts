/** What is on a square, in words, and where faults are. */

import type { Data, Fault } from "../own/things.ts";
import type { Cell } from "../state/cover.ts";
import { EDGE_WORDS } from "../state/edges.ts";
import { squareName } from "../state/squares.ts";
import { readAreas, roomsIn } from "./areas.ts";
import type { Editor } from "./editor.svelte.ts";
import { liesIn } from "./laid.ts";
import { edgeBetween } from "./map.ts";
import { nameOf } from "./people.ts";

const SIDES: [string, number, number][] = [
  ["above", 0, -1],
  ["right", 1, 0],
  ["below", 0, 1],
  ["left", -1, 0],
];

export function sayCell(editor: Editor, { x, y }: Cell): string {
  const shape = editor.shape;
  if (!shape) return "";
  const spot = squareName(x, y);
  const here = ({ x: a, y: b }: Cell): boolean => a === x && b === y;
  const glyph = editor.rows[y]?.[x];
  const words = [shape.terrains.find((one) => one.glyph === glyph)?.name ?? `${glyph ?? ""}, which is no ground`];
  for (const [side, dx, dy] of SIDES) {
    const kind = editor.edges[edgeBetween({ x, y }, { x: x + dx, y: y + dy })];
    if (kind) words.push(`${EDGE_WORDS[kind]?.name ?? kind} ${side}`);
  }
  const who = editor.whoAt({ x, y });
  const one = editor.cast[who];
  if (one) words.push(nameOf(one, editor.kinds));
  for (const lies of liesIn(editor.data, shape)) if (lies.at === spot) words.push(lies.what);
  for (const [name, areas] of Object.entries(roomsIn(editor.data)))
    if (readAreas(areas, editor.size).some(here)) words.push(`in ${name}`);
  if (editor.covered.some(here)) words.push("covered");
  return `${spot}: ${words.join(", ")}`;
}

export interface Spotted {
  fault: Fault;
  /** Whom it is about; -1 where it is about nobody. */
  person: number;
  square: string;
  /** Where the map is drawn: the page's own field for it. */
  layer: "" | "ground" | "edges" | "rooms" | "cover" | "laid" | "people";
}

/** `key[3].field` is about the fourth of a list. */
function indexIn(at: string, key: string): number {
  const rest = at.slice(key.length);
  return at.slice(0, key.length) === key && rest[0] === "[" ? Number.parseInt(rest.slice(1), 10) : -1;
}

/** Each fault with what it is about, as far as its key tells. */
export function spotted(editor: Editor, faults: Fault[]): Spotted[] {
  const shape = editor.shape;
  return faults.map((fault) => {
    const found: Spotted = { fault, person: -1, square: "", layer: "" };
    const root = fault.at.split(/[.[]/)[0] ?? "";
    if (!shape) return found;
    if (root === shape.people?.key) {
      const person = indexIn(fault.at, root);
      return { ...found, layer: "people", person, square: String(editor.cast[person]?.at ?? "") };
    }
    const lying = [...shape.laid, ...shape.rows].find((one) => one.key === root);
    if (lying) {
      const index = indexIn(fault.at, root);
      const at = liesIn(editor.data, shape).find((one) => one.list === root && one.index === index)?.at ?? "";
      return { ...found, layer: "laid", square: at };
    }
    if (shape.map && root === "map") return { ...found, layer: "ground", square: strange(editor) };
    if (root === "edges") return { ...found, layer: "edges", square: fault.at.slice(6).split("|")[0] ?? "" };
    if (root === "rooms") return { ...found, layer: "rooms" };
    if (root === "covered") return { ...found, layer: "cover" };
    return found;
  });
}

/** The first square drawn with a letter that is no ground of the game. */
function strange(editor: Editor): string {
  const known = new Set(editor.shape?.terrains.map((one) => one.glyph));
  for (const [y, row] of editor.rows.entries())
    for (const [x, glyph] of [...row].entries()) if (!known.has(glyph)) return squareName(x, y);
  return "";
}

/** The faults of one person, as its own form knows them. */
export function faultsOf(editor: Editor, index: number): Fault[] {
  const before = `${editor.shape?.people?.key ?? ""}[${index}].`;
  return editor.editing.faults.flatMap((one) =>
    one.at.slice(0, before.length) === before ? [{ ...one, at: one.at.slice(before.length) }] : [],
  );
}

export const without = (data: Data, keys: string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !keys.some((one) => one === key)));
