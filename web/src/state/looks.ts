/** How things look on a board, told from what they are: no terrain and no zone is known by its ruleset. */

import type { BoardOut, CardOut, CombatantOut, Field, GridBoard, Terrain, View } from "../protocol.ts";
import { readSquare } from "./squares.ts";

export type Look =
  "floor" | "wall" | "block" | "low" | "rough" | "water" | "tree" | "stairs" | "rise" | "pit" | "field" | "unknown";

export function lookOf(terrain: Terrain): Look {
  if (terrain.look === "unknown") return "unknown";
  if (terrain.blocks_move) return terrain.blocks_sight ? "wall" : "block";
  if (terrain.look === "water" || terrain.look === "tree" || terrain.look === "stairs") return terrain.look;
  if (terrain.height) return terrain.height > 0 ? "rise" : "pit";
  if (terrain.cover !== "none") return "low";
  if (terrain.cost > 1) return "rough";
  return terrain.key === "floor" ? "floor" : "field";
}

export interface Patch {
  key: string;
  name: string;
  look: Look;
  height: number;
  /** Terrains that look alike are told apart by what is drawn on them. */
  variant: number;
  /** Gives more cover than others of its look. */
  heavy: boolean;
  glyph: string;
  cells: { x: number; y: number }[];
}

/** What is drawn on terrain to tell it apart from other terrain of its look: 0 nothing, else one of the marks or fills. */
const MARKS: Record<string, number> = { vehicle: 1, pillar: 2, planks: 3, grate: 4 };
export const TONES = ["odd", "hot", "cold", "mist", "dark"] as const;

function wished(terrain: Terrain, look: Look): number {
  const asked = terrain.look ?? "";
  return look === "field"
    ? Math.max(
        0,
        TONES.findIndex((tone) => tone === asked),
      )
    : (MARKS[asked] ?? 0);
}

/** No two terrains of one look on a board are drawn alike: each as it asks for, else as is still free. */
function variantsOf(terrains: Terrain[]): Map<string, number> {
  const found = new Map<string, number>();
  const taken = new Map<Look, Set<number>>();
  const take = (terrain: Terrain, variant: number): boolean => {
    const look = lookOf(terrain);
    const used = taken.get(look) ?? new Set();
    taken.set(look, used);
    if (used.has(variant)) return false;
    found.set(terrain.key, variant);
    used.add(variant);
    return true;
  };
  const late = terrains.filter((terrain) => !take(terrain, wished(terrain, lookOf(terrain))));
  for (const terrain of late) for (let variant = 0; !take(terrain, variant);) variant += 1;
  return found;
}

/** The squares of each terrain, floor left out; told apart from what else is on the same board. */
export function patchesOf(rows: string[], terrains: Terrain[], among = rows): Patch[] {
  const byGlyph = new Map(terrains.map((terrain) => [terrain.glyph, terrain]));
  const found = new Map<string, Patch>();
  const there = new Set(among.join(""));
  const variants = variantsOf(terrains.filter((terrain) => there.has(terrain.glyph)));
  rows.forEach((row, y) => {
    [...row].forEach((glyph, x) => {
      const terrain = byGlyph.get(glyph);
      if (!terrain) return;
      const look = lookOf(terrain);
      if (look === "floor") return;
      let patch = found.get(terrain.key);
      if (!patch) {
        const heavy = terrain.cover !== "none" && terrain.cover !== "cover";
        patch = {
          key: terrain.key,
          name: terrain.name,
          look,
          height: terrain.height,
          variant: variants.get(terrain.key) ?? 0,
          heavy,
          glyph,
          cells: [],
        };
        found.set(terrain.key, patch);
      }
      patch.cells.push({ x, y });
    });
  });
  return [...found.values()];
}

export interface Zone {
  name: string;
  at: string;
  stacks: number;
  tone: (typeof TONES)[number];
  thing: boolean;
  icon: string;
}

/** What lies on the board: zones, and loose things. */
export function zonesOf(view: Pick<View, "lying"> | null): Zone[] {
  return (view?.lying ?? []).map((one) => ({
    name: one.name,
    at: one.at,
    stacks: one.stacks,
    tone: one.tone || "odd",
    thing: !one.zone,
    icon: one.icon,
  }));
}

export function widthOf(board: GridBoard): number {
  return Math.max(0, ...board.rows.map((row) => row.length));
}

let signed = { of: "", signs: new Map<string, string>() };

/** Two or three signs for each combatant, no two alike. Many ask, and names seldom change. */
export function initialsOf(combatants: CombatantOut[]): Map<string, string> {
  const of = JSON.stringify(combatants.map((one) => [one.id, one.name]));
  if (of !== signed.of) signed = { of, signs: signsFor(combatants) };
  return signed.signs;
}

function signsFor(combatants: CombatantOut[]): Map<string, string> {
  const taken = new Set<string>();
  const found = new Map<string, string>();
  for (const one of combatants) {
    const words = one.name
      .replace(/[^\p{L}\p{N} ]/gu, " ")
      .split(/\s+/)
      .filter(Boolean);
    const first = words[0] ?? one.id;
    const number = /(\d{1,2})\D*$/.exec(one.name)?.[1] ?? /(\d{1,2})\D*$/.exec(one.id)?.[1];
    const tries = [
      number ? first.charAt(0) + number : "",
      words.length > 1 ? first.charAt(0) + (words.at(-1)?.charAt(0) ?? "") : first.slice(0, 2),
      ...[...first.slice(1)].map((letter) => first.charAt(0) + letter),
      ...Array.from({ length: 98 }, (_, index) => `${first.charAt(0)}${index + 2}`),
    ];
    const sign =
      tries
        .filter(Boolean)
        .map((two) => two.charAt(0).toUpperCase() + two.slice(1).toLowerCase())
        .find((two) => !taken.has(two)) ?? first.slice(0, 2);
    taken.add(sign);
    found.set(one.id, sign);
  }
  return found;
}

/** The track that tells how somebody is: the one with a word on it, else the first; never one that is bad when full. */
export function healthOf(card: CardOut | undefined): Field | null {
  const tracks = card?.fields.filter((field) => field.kind === "track" && !field.bad) ?? [];
  return tracks.find((field) => field.text) ?? tracks[0] ?? null;
}

export function placeName(board: BoardOut, at: string): string {
  if (board.kind === "grid") return at;
  return board.places.find((place) => place.key === at)?.name ?? at;
}

/** The middle of a combatant in squares. */
export function middleOf(one: { at: string; size: number }): { x: number; y: number } | null {
  const square = readSquare(one.at);
  return square && { x: square.x + one.size / 2, y: square.y + one.size / 2 };
}

/** The edge of a set of squares as one path, so that what lies together is drawn as one. */
export function edgeOf(cells: { x: number; y: number }[], cell: number): string {
  const there = new Set(cells.map(({ x, y }) => `${x},${y}`));
  let path = "";
  for (const { x, y } of cells) {
    const [left, top] = [x * cell, y * cell];
    if (!there.has(`${x},${y - 1}`)) path += `M${left} ${top}h${cell}`;
    if (!there.has(`${x},${y + 1}`)) path += `M${left} ${top + cell}h${cell}`;
    if (!there.has(`${x - 1},${y}`)) path += `M${left} ${top}v${cell}`;
    if (!there.has(`${x + 1},${y}`)) path += `M${left + cell} ${top}v${cell}`;
  }
  return path;
}

/** Where an icon of 512 by 512 stands in the outline of a side with this radius. */
export function iconBox(side: number, r: number): string {
  const [size, drop] = [
    [1.34, 0],
    [1.16, 0],
    [0.98, 0.3],
    [1.36, 0],
  ][side] ?? [1.2, 0];
  const k = ((size ?? 1.2) * r) / 512;
  return `translate(${-256 * k} ${-256 * k + (drop ?? 0) * r}) scale(${k})`;
}

/** The points that stand out behind whoever is more than others. */
export const STAR =
  "M0 -1.20L0.20 -1L0.46 -1.11L0.57 -0.85L0.85 -0.85L0.85 -0.57L1.11 -0.46L1 -0.20L1.20 0L1 0.20L1.11 0.46L0.85 0.57L0.85 0.85L0.57 0.85L0.46 1.11L0.20 1L0 1.20L-0.20 1L-0.46 1.11L-0.57 0.85L-0.85 0.85L-0.85 0.57L-1.11 0.46L-1 0.20L-1.20 0L-1 -0.20L-1.11 -0.46L-0.85 -0.57L-0.85 -0.85L-0.57 -0.85L-0.46 -1.11L-0.20 -1Z";

/** An outline for each side, so that nothing depends on colour: circle, lozenge, triangle, square; in a box of -1..1. */
export const SHAPES = [
  "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z",
  "M0 -1.12L1.12 0L0 1.12L-1.12 0Z",
  "M0 -1.08L1.1 0.88L-1.1 0.88Z",
  "M-0.9 -0.9H0.9V0.9H-0.9Z",
] as const;
