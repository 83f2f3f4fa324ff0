/** How things look on a board, told from what they are: no terrain and no zone is known by its ruleset. */

import type { BoardOut, CardOut, CombatantOut, Field, GridBoard, Terrain, View } from "../protocol.ts";
import { readSquare, squareName } from "./squares.ts";

export type Look =
  "floor" | "wall" | "block" | "low" | "rough" | "water" | "tree" | "stairs" | "rise" | "pit" | "field";

export function lookOf(terrain: Terrain): Look {
  const words = [terrain.key, ...terrain.tags];
  if (terrain.blocks_move && terrain.blocks_sight) return "wall";
  if (terrain.blocks_move) return "block";
  if (words.some((word) => /water|river|mud/.test(word))) return "water";
  if (words.some((word) => /tree|hedge|bush|reed/.test(word))) return "tree";
  if (words.some((word) => /stair|ladder|ramp/.test(word))) return "stairs";
  if (terrain.height > 0) return "rise";
  if (terrain.height < 0) return "pit";
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
const MARKS: [RegExp, number][] = [
  [/\bcar\b|cart|wagon|machine/, 1],
  [/pillar|column|post|statue|barrel/, 2],
  [/plank|board|crate|barricade|rubble/, 3],
  [/window|grate|fence|rail/, 4],
];
export const TONES = ["odd", "hot", "cold", "mist", "dark"] as const;

function wished(terrain: Terrain, look: Look): number {
  const words = `${terrain.key} ${terrain.name}`.toLowerCase();
  if (look === "field") return TONES.indexOf(toneOf(words));
  return MARKS.find(([word]) => word.test(words))?.[1] ?? 0;
}

/** No two terrains of one look on a board are drawn alike: each as its name asks for, else as is still free. */
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
  tone: "hot" | "cold" | "mist" | "dark" | "odd";
  thing: boolean;
}

function toneOf(name: string): Zone["tone"] {
  if (/fire|burn|ember|heat|lava|acid/.test(name)) return "hot";
  if (/water|\bice|frost|rain|cold/.test(name)) return "cold";
  if (/fog|mist|smoke|wind|dust|cloud|miasma|gas/.test(name)) return "mist";
  if (/dim|dark|shadow|night/.test(name)) return "dark";
  return "odd";
}

/** What lies on the board: zones and lights as the flow has them, [name, position, stacks], and loose things. */
export function zonesOf(view: Pick<View, "state" | "lying"> | null): Zone[] {
  if (!view) return [];
  const board = view.state.board;
  const found: Zone[] = [];
  for (const key of ["lights", "zones"]) {
    const list = view.state.flow[key];
    if (!Array.isArray(list)) continue;
    for (const entry of list as unknown[]) {
      const [name, pos, stacks] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof name !== "string" || typeof pos !== "number") continue;
      found.push({
        name,
        at: positionName(board, pos),
        stacks: typeof stacks === "number" ? stacks : 1,
        tone: toneOf(name),
        thing: false,
      });
    }
  }
  // Zones may be told once more among what lies about: a mark on top of their letters would hide them.
  const told = new Set(found.map((zone) => `${zone.at} ${zone.name}${zone.stacks > 1 ? ` ${zone.stacks}` : ""}`));
  for (const one of view.lying ?? []) {
    if (!told.has(`${one.at} ${one.name}`))
      found.push({ name: one.name, at: one.at, stacks: 1, tone: "odd", thing: true });
  }
  return found;
}

function positionName(board: BoardOut, pos: number): string {
  if (board.kind === "places") return board.places[pos]?.key ?? "";
  const width = widthOf(board);
  return squareName(pos % width, Math.floor(pos / width));
}

export function widthOf(board: GridBoard): number {
  return Math.max(0, ...board.rows.map((row) => row.length));
}

/** Two or three signs for each combatant, no two alike. */
export function initialsOf(combatants: CombatantOut[]): Map<string, string> {
  const taken = new Set<string>();
  const found = new Map<string, string>();
  for (const one of combatants) {
    const words = one.name
      .replace(/[^\p{L}\p{N} ]/gu, " ")
      .split(/\s+/)
      .filter((word) => word && !/^(the|of|with|in|on|at|a)$/i.test(word));
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

/** The track that tells how somebody is: the one with a word on it, else the first. */
export function healthOf(card: CardOut | undefined): Field | null {
  const tracks = card?.fields.filter((field) => field.kind === "track") ?? [];
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

/** An outline for each side, so that nothing hangs on colour: circle, lozenge, triangle, square; in a box of -1..1. */
export const SHAPES = [
  "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z",
  "M0 -1.12L1.12 0L0 1.12L-1.12 0Z",
  "M0 -1.08L1.1 0.88L-1.1 0.88Z",
  "M-0.9 -0.9H0.9V0.9H-0.9Z",
] as const;
