/** What stands on the edges between squares: walls, windows and doors, as the board lists them ("c3|d3": "door"). */

import { readSquare } from "./squares.ts";

export interface Edge {
  name: string;
  kind: string;
  squares: [string, string];
  /** The square on its left or above it. */
  x: number;
  y: number;
  /** Does it run along the lower side of that square? Otherwise along its right side. */
  lies: boolean;
  door: boolean;
}

/** In words, and what else to know of it. */
export const EDGE_WORDS: Record<string, { name: string; says: string }> = {
  wall: { name: "wall", says: "no way through, blocks sight" },
  "low-wall": { name: "low wall", says: "costs 1 more, cover" },
  window: { name: "window", says: "no way through, cover" },
  door: { name: "closed door", says: "no way through, blocks sight" },
  "open-door": { name: "open door", says: "" },
  "locked-door": { name: "locked door", says: "no way through, blocks sight" },
  "broken-door": { name: "broken door", says: "stays open" },
};

/** What the GM can make of a door as it is: what the button says, and what the edge is then. */
export const DOOR_DEEDS: Record<string, [string, string][]> = {
  door: [
    ["Open", "open-door"],
    ["Lock", "locked-door"],
    ["Break", "broken-door"],
  ],
  "open-door": [
    ["Close", "door"],
    ["Lock", "locked-door"],
    ["Break", "broken-door"],
  ],
  "locked-door": [
    ["Unlock", "door"],
    ["Open", "open-door"],
    ["Break", "broken-door"],
  ],
  "broken-door": [["Mend", "door"]],
};

export function edgesOf(told: Record<string, string> | undefined): Edge[] {
  return Object.entries(told ?? {}).flatMap(([name, kind]) => {
    const [first = "", second = ""] = name.split("|");
    const [a, b] = [readSquare(first), readSquare(second)];
    if (!a || !b) return [];
    const door = kind in DOOR_DEEDS;
    return [
      { name, kind, squares: [first, second], x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), lies: a.x === b.x, door },
    ];
  });
}

/** Where an edge begins and ends, for squares of this size. */
export function ends(edge: Edge, cell: number): { x1: number; y1: number; x2: number; y2: number } {
  const [left, top] = [edge.x * cell, edge.y * cell];
  return edge.lies
    ? { x1: left, y1: top + cell, x2: left + cell, y2: top + cell }
    : { x1: left + cell, y1: top, x2: left + cell, y2: top + cell };
}

/** The door that somebody points at: no further off than a quarter of a square. */
export function doorAt(edges: Edge[], x: number, y: number, cell: number): Edge | undefined {
  return edges.find((edge) => {
    if (!edge.door) return false;
    const { x1, y1, x2, y2 } = ends(edge, cell);
    const slack = cell / 4;
    return edge.lies
      ? x >= x1 && x <= x2 && Math.abs(y - y1) <= slack
      : y >= y1 && y <= y2 && Math.abs(x - x1) <= slack;
  });
}
