/** Tokens of the grid led along their path, on top of where they already stand. */

import { readSquare } from "../state/squares.ts";
import type { Puppets } from "./show.svelte.ts";

export class TokenPuppets implements Puppets {
  private held = new Map<string, Animation>();

  constructor(
    private board: () => Element | undefined,
    private size: (who: string) => number,
    private cell: number,
  ) {}

  private token(who: string): Element | null {
    return this.board()?.querySelector(`[data-who="${CSS.escape(who)}"]`) ?? null;
  }

  private frame(who: string, square: string): Keyframe | null {
    const at = readSquare(square);
    if (!at) return null;
    const half = (this.size(who) || 1) / 2;
    return { transform: `translate(${(at.x + half) * this.cell}px, ${(at.y + half) * this.cell}px)` };
  }

  /** Stay where it was until its turn in the queue comes. */
  hold(who: string, at: string): void {
    if (this.held.has(who)) return;
    const frame = this.frame(who, at);
    if (frame && !quiet()) this.lead(who, [frame, frame], 1);
  }

  walk(who: string, path: string[], ms: number): void {
    const frames = path.map((square) => this.frame(who, square)).filter((frame) => frame !== null);
    if (frames.length > 1 && !quiet()) this.lead(who, frames, ms);
  }

  private lead(who: string, frames: Keyframe[], ms: number): void {
    const token = this.token(who);
    const old = this.held.get(who);
    if (token) this.held.set(who, token.animate(frames, { duration: ms, fill: "both", easing: "linear" }));
    old?.cancel();
  }

  release(who: string): void {
    this.held.get(who)?.cancel();
    this.held.delete(who);
  }

  /** Struck, or falling over. */
  shake(who: string, falls: boolean): void {
    if (quiet()) return;
    const frames = falls
      ? ["rotate(0deg)", "rotate(70deg) scale(0.9)", "rotate(92deg) scale(0.85)", "rotate(0deg)"]
      : ["translate(0px)", "translate(4px)", "translate(-4px)", "translate(2px)", "translate(0px)"];
    this.token(who)?.animate(
      frames.map((transform) => ({ transform })),
      { duration: falls ? 900 : 320, composite: "add", easing: "ease-out" },
    );
  }
}

/** Does this person ask for less motion? */
export function quiet(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
