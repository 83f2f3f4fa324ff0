/** What lies around the game on one page: pings that fade, a ruler, words for this seat, handouts not read yet. */

import type { Aside, Ping } from "../protocol.ts";
import type { TableState } from "../state/table.svelte.ts";

/** How long a ping is to be seen. */
export const PING_MS = 4000;

export interface Pinged extends Ping {
  key: number;
}

export class Around {
  pings = $state.raw<Pinged[]>([]);
  /** Is the ruler in hand? Then taps on the board set its ends. */
  measuring = $state(false);
  here = $state("");
  there = $state("");
  distance = $state("");
  /** The numbers of asides up to which words and handouts were seen. */
  seen = $state(0);
  private count = 0;
  private asked = 0;

  constructor(private table: TableState) {
    table.onPings = (pings) => this.pinged(pings);
  }

  pinged(pings: Ping[]): void {
    const fresh = pings.map((one) => ({ ...one, key: ++this.count }));
    this.pings = [...this.pings, ...fresh].slice(-8);
    setTimeout(() => {
      this.pings = this.pings.filter((one) => !fresh.includes(one));
    }, PING_MS);
  }

  point(square: string): void {
    if (square && this.table.role !== "spectator") void this.table.ask({ type: "point", square });
  }

  /** A tap with the ruler in hand: the first end, then the other; a third begins again. */
  pick(square: string): void {
    if (!square) return;
    if (!this.here || this.there) {
      this.here = square;
      this.there = this.distance = "";
    } else {
      this.there = square;
      void this.measure();
    }
  }

  async measure(): Promise<void> {
    const mine = ++this.asked;
    const [here, there] = [this.here.trim(), this.there.trim()];
    if (!here || !there) return;
    const reply = await this.table.ask({ type: "measure", here, there });
    if (mine !== this.asked) return;
    this.distance = reply.type === "measure" ? String(reply.text) : "There is no such place.";
  }

  putAway(): void {
    this.measuring = false;
    this.here = this.there = this.distance = "";
  }

  get handouts(): Aside[] {
    return this.table.asides.filter((one) => one.kind === "handout");
  }
}

const all = new WeakMap<TableState, Around>();

export function aroundOf(table: TableState): Around {
  let found = all.get(table);
  if (!found) all.set(table, (found = new Around(table)));
  return found;
}
