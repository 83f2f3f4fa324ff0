/** Tokens led along their path, on top of where they already stand: on squares, or from place to place. */

import { readSquare } from "../state/squares.ts";
import type { Puppets } from "./show.svelte.ts";

abstract class Led implements Puppets {
  private held = new Map<string, Animation>();
  /** Who stays behind until the queue comes to it, and where. */
  private kept = new Map<string, string>();

  constructor(protected board: () => Element | undefined) {}

  protected token(who: string): HTMLElement | null {
    return this.board()?.querySelector(`[data-who="${CSS.escape(who)}"]`) ?? null;
  }

  protected abstract frame(who: string, at: string): Keyframe | null;

  /** Stay where it was until its turn in the queue comes. */
  hold(who: string, at: string): void {
    if (this.held.has(who)) return;
    this.kept.set(who, at);
    const frame = this.frame(who, at);
    if (frame && !quiet()) this.lead(who, [frame, frame], 1);
  }

  walk(who: string, path: string[], ms: number): void {
    this.kept.delete(who);
    const frames = path.map((square) => this.frame(who, square)).filter((frame) => frame !== null);
    if (frames.length > 1 && !quiet()) this.lead(who, frames, ms);
  }

  private lead(who: string, frames: Keyframe[], ms: number): void {
    const token = this.token(who);
    const old = this.held.get(who);
    if (token) this.held.set(who, token.animate(frames, { duration: ms, fill: "both", easing: "linear" }));
    old?.cancel();
  }

  /** Where a board draws somebody again in another place, who waits goes on waiting. */
  drawnAnew(): void {
    for (const [who, at] of this.kept) {
      const frame = this.frame(who, at);
      if (frame && !quiet()) this.lead(who, [frame, frame], 1);
    }
  }

  release(who: string): void {
    this.kept.delete(who);
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

export class TokenPuppets extends Led {
  constructor(
    board: () => Element | undefined,
    private size: (who: string) => number,
    private cell: number,
  ) {
    super(board);
  }

  protected frame(who: string, square: string): Keyframe | null {
    const at = readSquare(square);
    if (!at) return null;
    const half = (this.size(who) || 1) / 2;
    return { transform: `translate(${(at.x + half) * this.cell}px, ${(at.y + half) * this.cell}px)` };
  }
}

export class PlacePuppets extends Led {
  /** As far from where it is drawn as that place is; none where it already stands. */
  protected frame(who: string, key: string): Keyframe | null {
    const token = this.token(who);
    const place = this.board()?.querySelector<HTMLElement>(`[data-place="${CSS.escape(key)}"]`);
    if (!token || !place) return null;
    const people = place.querySelector<HTMLElement>(".people") ?? place;
    const [x, y] = place.contains(token)
      ? [0, 0]
      : [people.offsetLeft - token.offsetLeft, people.offsetTop - token.offsetTop];
    return { transform: `translate(${x}px, ${y}px)`, zIndex: 1 };
  }
}

/** Does this person ask for less motion? */
export function quiet(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
