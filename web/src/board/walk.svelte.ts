/** Planning a move: carried by pointer, tapped out or stepped with arrow keys. Whether it may be done the server says. */

import type { Command, Preview } from "../protocol.ts";
import { order } from "../protocol.ts";
import { asksFirst } from "../state/hand.svelte.ts";
import { readSquare, squareName } from "../state/squares.ts";
import type { TableState } from "../state/table.svelte.ts";

export interface Planned {
  from: string;
  squares: string[];
  tone: "good" | "warn" | "bad";
}

export class Walk {
  carried = $state("");
  armed = $state(false);
  private trail = $state.raw<string[]>([]);
  private to = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  seen = $state.raw<{ square: string; preview: Preview | null } | null>(null);

  constructor(private table: TableState) {}

  get who(): string {
    return this.carried || this.table.actor;
  }
  get size(): number {
    return this.table.combatant(this.who)?.size || 1;
  }
  /** Show where one can go: while carrying, when one's own token was tapped, or when a way of moving is chosen. */
  get ready(): boolean {
    const table = this.table;
    if (this.placing) return false;
    return table.moving || (!table.verb && (!!this.carried || (this.armed && table.selected === table.actor)));
  }
  /** The GM may put anybody anywhere: before the start, and as a ruling whoever cannot move now. */
  get placing(): boolean {
    if (this.together) return false;
    return !!this.carried && this.table.isGm && (!this.table.room?.started || this.carried !== this.table.actor);
  }
  /** Is one of several carried who go together? */
  get together(): boolean {
    const group = this.table.hand.group;
    return !!this.table.room?.started && group.length > 1 && group.includes(this.carried);
  }

  canCarry(who: string): boolean {
    const table = this.table;
    if (table.room?.trouble) return false;
    if (table.room && !table.room.started) return table.isGm;
    return table.isGm || (who === table.actor && table.ways.size > 0);
  }

  get path(): Planned | null {
    const table = this.table;
    const from = table.combatant(this.who)?.at ?? "";
    if (this.carried && this.to) {
      if (this.placing || this.together) return { from, squares: [this.to], tone: this.together ? "good" : "warn" };
      const squares = this.trail.length ? this.trail : (table.ways.get(this.to)?.[0].pick.command.squares ?? [this.to]);
      return { from, squares, tone: this.tone() };
    }
    const draft = table.draft;
    const offer = draft && table.offers.find((one) => one.verb === draft.command.verb);
    if (draft && offer?.walks && draft.command.squares.length) {
      const preview = draft.preview;
      const tone = preview && !preview.legal ? "bad" : preview && asksFirst(preview) ? "warn" : "good";
      return { from, squares: draft.command.squares, tone };
    }
    return null;
  }

  private tone(): Planned["tone"] {
    const preview = this.seen?.square === this.to ? this.seen.preview : null;
    if (preview) return !preview.legal ? "bad" : asksFirst(preview) ? "warn" : "good";
    const ways = this.table.ways.get(this.to);
    return !ways ? "bad" : ways[0].rank > 0 && !this.table.verb ? "warn" : "good";
  }

  grab(who: string): boolean {
    if (!this.canCarry(who)) return false;
    this.carried = who;
    this.trail = [];
    this.to = "";
    this.seen = null;
    this.table.draft = null;
    // Whoever may act is carried by the rules, also where another one was acted with so far.
    if (this.table.room?.started && !this.together && who !== this.table.actor && this.table.actors.includes(who))
      this.table.actWith(who);
    return true;
  }

  over(square: string, trail: boolean): void {
    if (!this.carried || !square || square === this.to) return;
    const at = this.table.combatant(this.carried)?.at ?? "";
    // With Shift the path follows the pointer, so that one can go round things.
    if (trail && this.near(this.trail.at(-1) ?? at, square)) this.trail = [...this.trail, square];
    else if (!trail) this.trail = [];
    this.to = square === at ? "" : square;
    clearTimeout(this.timer);
    if (this.to && !this.placing && !this.together) this.timer = setTimeout(() => void this.ask(square), 60);
  }

  private command(square: string) {
    const table = this.table;
    const way = table.ways.get(square)?.[0];
    if (this.trail.length) {
      const verb = table.verb || way?.offer.verb || table.offers.find((offer) => offer.walks)?.verb || "";
      return order(this.carried || table.actor, verb, { squares: this.trail });
    }
    return way?.pick.command ?? null;
  }

  private async ask(square: string): Promise<void> {
    const command = this.command(square);
    const preview = command && (await this.table.look(command));
    if (this.to === square) this.seen = { square, preview };
  }

  /** Let go: a legal move that invites nobody and leads into no harm is done, anything else waits for a yes. */
  drop(): void {
    const { carried, to, seen, table } = { carried: this.carried, to: this.to, seen: this.seen, table: this.table };
    if (this.together && to) {
      this.moveTogether(carried, to);
      this.letGo();
      return;
    }
    const placing = this.placing;
    const command = to && !placing ? this.command(to) : null;
    this.letGo();
    if (!to) return;
    if (placing) {
      this.place(carried, to);
    } else if (command) {
      void this.go(command, to, seen?.square === to ? seen.preview : null);
    } else if (table.isGm) {
      // Where no rule leads the GM may still put somebody, if that is what is meant.
      this.place(carried, to);
    } else {
      table.notices.say(`No way of moving reaches ${to} now.`, "warn");
    }
  }

  /** However short the drag was: the referee looks first, and it is gone unless there is something to ask. */
  private async go(command: Command, to: string, known: Preview | null): Promise<void> {
    const table = this.table;
    const preview = known && !known.thinking ? known : await table.look(command);
    if (preview && !preview.thinking && !asksFirst(preview)) await table.perform(command);
    else void table.propose(command, to);
  }

  /** All of a group go as far and in the same direction, each as near as it can get. */
  private moveTogether(carried: string, to: string): void {
    const table = this.table;
    const [from, goal] = [readSquare(table.combatant(carried)?.at ?? ""), readSquare(to)];
    if (!from || !goal) return;
    const errands = table.hand.group.flatMap((who) => {
      const at = readSquare(table.combatant(who)?.at ?? "");
      if (!at) return [];
      const [x, y] = [Math.max(0, at.x + goal.x - from.x), Math.max(0, at.y + goal.y - from.y)];
      return [{ who, square: this.inside(x, y) }];
    });
    void table.hand.send(errands);
  }
  private inside(x: number, y: number): string {
    const board = this.table.view?.state.board;
    if (board?.kind !== "grid") return "";
    const width = Math.max(...board.rows.map((row) => row.length));
    return squareName(Math.min(x, width - 1), Math.min(y, board.rows.length - 1));
  }

  /** Nothing is carried any more, wherever the pointer goes. */
  letGo(): void {
    clearTimeout(this.timer);
    this.carried = "";
    this.to = "";
    this.trail = [];
  }

  private place(who: string, square: string): void {
    const table = this.table;
    if (!table.room?.started) void table.rule("move", { targets: [who], squares: [square] });
    else
      table.pointing = {
        who,
        what: square,
        accept: () => void table.rule("move", { targets: [who], squares: [square] }),
      };
  }

  tap(square: string, who: string, more = false): void {
    const table = this.table;
    const hand = table.hand;
    if (more && who && table.role !== "spectator" && table.mine.includes(who)) {
      if (!hand.group.length && who !== table.shown && table.mine.includes(table.shown) && table.selected)
        hand.toggle(table.shown);
      hand.toggle(who);
      return;
    }
    if (table.pointing && table.pointing.what === "square") {
      if (square) table.pointing.accept(square);
      table.pointing = null;
      return;
    }
    if (square && table.pointAt(square)) return;
    if (who && hand.group.length > 1 && !hand.group.includes(who)) {
      hand.prey = who;
      return;
    }
    const target = who ? table.targets.get(who) : undefined;
    const other = hand.struck && table.draft?.command.targets[0] !== who;
    if (target && !other) {
      if (!target.blocked.length && table.draft?.command.targets[0] === who && table.draft.preview?.legal)
        void table.confirm();
      else void table.propose(target.command, target.label);
      return;
    }
    const area = table.squares.get(square);
    if (area) {
      if (table.draft?.command.squares.at(-1) === square) void table.confirm();
      else void table.propose(area.command, area.label);
      return;
    }
    if (who && (!table.verb || hand.struck) && hand.strike(who)) return;
    if (who) {
      if (hand.struck) {
        const why = hand.why;
        table.cancel();
        hand.why = why;
      }
      this.armed = who === table.actor ? !(this.armed && table.selected === who) : false;
      table.selected = who;
      if (table.actors.includes(who) && who !== table.actor) table.wanted = who;
      void table.refreshOffers();
      return;
    }
    this.tapGround(square);
  }

  private tapGround(square: string): void {
    const table = this.table;
    const way = this.ready ? table.ways.get(square)?.[0] : undefined;
    if (way) {
      if (table.draft?.command.squares.at(-1) === square && table.draft.preview?.legal) void table.confirm();
      else void table.propose(way.pick.command, square);
    } else if (this.ready && square && table.moving) {
      table.notices.say(`${table.offer?.title ?? "This move"} does not reach ${square} now.`, "warn");
    } else {
      this.armed = false;
      table.draft = null;
      if (!table.verb) table.selected = "";
    }
  }

  /** One more square with an arrow key; back along the path takes a square away. */
  step(dx: number, dy: number): boolean {
    const table = this.table;
    const one = table.combatant(table.actor);
    const offers = table.offers.filter((offer) => offer.walks);
    const verb = table.moving ? table.verb : (offers.find((offer) => offer.open)?.verb ?? "");
    if (!one || !verb) return false;
    const before = table.draft?.command.verb === verb ? table.draft.command.squares : [];
    const at = readSquare(before.at(-1) ?? one.at);
    if (!at) return false;
    const next = squareName(at.x + dx, at.y + dy);
    const back = (before.at(-2) ?? one.at) === next && before.length > 0;
    const squares = back ? before.slice(0, -1) : [...before, next];
    this.armed = true;
    table.selected = one.id;
    if (squares.length) void table.propose(order(one.id, verb, { squares }), next);
    else table.draft = null;
    return true;
  }

  private near(a: string, b: string): boolean {
    const [p, q] = [readSquare(a), readSquare(b)];
    return !!p && !!q && Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) === 1;
  }
}

const walks = new WeakMap<TableState, Walk>();

/** The one plan of a table, shared by pointer and keys. */
export function walkOf(table: TableState): Walk {
  let walk = walks.get(table);
  if (!walk) {
    walk = new Walk(table);
    walks.set(table, walk);
  }
  return walk;
}
