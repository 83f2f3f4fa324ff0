/** Covered ground: which squares players do not know, told by the board as runs of squares, row by row. */

import type { GridBoard } from "../protocol.ts";
import { squareName } from "./squares.ts";

export interface Cell {
  x: number;
  y: number;
}

/** The squares of some runs: a first square and how many follow on, one pair after the other. */
export function cellsOf(runs: number[], width: number): Cell[] {
  const found: Cell[] = [];
  for (let at = 0; at + 1 < runs.length; at += 2) {
    const first = runs[at] ?? 0;
    for (let square = first; square < first + (runs[at + 1] ?? 0); square += 1)
      found.push({ x: square % width, y: Math.floor(square / width) });
  }
  return found;
}

/** The covered squares of a board. */
export function coveredOf(board: GridBoard): Cell[] {
  return cellsOf(board.covered ?? [], board.rows[0]?.length ?? 1);
}

/** One shape for many squares, row by row, so that size costs little. */
export function shapeOf(cells: Cell[], cell: number): string {
  const lines = new Map<number, number[]>();
  for (const { x, y } of cells) lines.set(y, [...(lines.get(y) ?? []), x]);
  let path = "";
  for (const [y, columns] of lines) {
    columns.sort((a, b) => a - b);
    for (let at = 0; at < columns.length;) {
      let end = at;
      while (columns[end + 1] === (columns[end] ?? 0) + 1) end += 1;
      const wide = (end - at + 1) * cell;
      path += `M${(columns[at] ?? 0) * cell} ${y * cell}h${wide}v${cell}h${-wide}Z`;
      at = end + 1;
    }
  }
  return path;
}

/** "c3-f6, h2": squares in words, rectangles where they make one. */
export function sayAreas(cells: Cell[]): string[] {
  const left = new Set(cells.map(({ x, y }) => `${x},${y}`));
  const words: string[] = [];
  for (const { x, y } of [...cells].sort((a, b) => a.y - b.y || a.x - b.x)) {
    if (!left.has(`${x},${y}`)) continue;
    let wide = 1;
    while (left.has(`${x + wide},${y}`)) wide += 1;
    const filled = (row: number) => Array.from({ length: wide }, (_, dx) => `${x + dx},${row}`);
    let tall = 1;
    while (filled(y + tall).every((name) => left.has(name))) tall += 1;
    for (let row = y; row < y + tall; row += 1) for (const name of filled(row)) left.delete(name);
    const last = squareName(x + wide - 1, y + tall - 1);
    words.push(last === squareName(x, y) ? last : `${squareName(x, y)}-${last}`);
  }
  return words;
}
