/** The GM's brush: squares to cover or uncover by dragging, tapping or stepping over them, or the whole room at once. */

import type { TableState } from "../state/table.svelte.ts";
import { readSquare, squareName } from "../state/squares.ts";

/** As many squares as one ruling may name. */
const MOST = 900;

export class Brush {
  on = $state(false);
  verb = $state<"uncover" | "cover">("uncover");
  how = $state<"squares" | "room">("squares");
  /** What was painted since the finger came down. */
  stroke = $state.raw<string[]>([]);
  /** Where the keys are. */
  at = $state("");

  constructor(private table: TableState) {}

  take(verb: "uncover" | "cover", how: "squares" | "room"): void {
    [this.verb, this.how, this.on, this.stroke, this.at] = [verb, how, true, [], ""];
    this.table.cancel();
    this.table.pane = "board";
  }

  putAway(): void {
    [this.on, this.stroke, this.at] = [false, [], ""];
  }

  paint(square: string): void {
    if (!square || this.stroke.includes(square) || this.stroke.length >= MOST) return;
    this.stroke = this.how === "room" ? [square] : [...this.stroke, square];
  }

  /** The finger is up: all that was painted is one ruling. */
  async done(): Promise<void> {
    const squares = this.stroke;
    this.stroke = [];
    if (squares.length) await this.table.rule(this.verb, { thing: this.how, squares });
  }

  /** The keys go one square on. */
  step(dx: number, dy: number): void {
    const board = this.table.view?.state.board;
    if (board?.kind !== "grid") return;
    const start = readSquare(this.at || (this.table.combatant(this.table.shown)?.at ?? "")) ?? { x: 0, y: 0 };
    const [width, depth] = [board.rows[0]?.length ?? 1, board.rows.length];
    const [x, y] = this.at ? [start.x + dx, start.y + dy] : [start.x, start.y];
    this.at = squareName(Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), depth - 1));
  }

  /** Enter or Space: what the keys are on. */
  async press(): Promise<void> {
    if (!this.at) return;
    this.stroke = [this.at];
    await this.done();
  }
}

const all = new WeakMap<TableState, Brush>();

export function brushOf(table: TableState): Brush {
  let found = all.get(table);
  if (!found) all.set(table, (found = new Brush(table)));
  return found;
}
