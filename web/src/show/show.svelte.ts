/** The one queue of a table: shows what happened at a readable pace. The state itself never waits for it. */

import type { EventOut } from "../protocol.ts";
import { prefs } from "../state/prefs.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";
import { paced, push, waiting, type Beat, type Word } from "./queue.ts";

/** A word on its way up, with this many others of the same token below it. */
export type Float = Word & { id: number; above: number };
/** A line from somebody to somebody; `thrown`: it goes with the dice, and goes when others throw. */
type Aim = Extract<Beat, { kind: "aim" }> & { id: number; thrown?: boolean };
type Cast = Extract<Beat, { kind: "dice" }> & { id: number };
type Area = Extract<Beat, { kind: "area" }> & { id: number };

/** Tokens that are led along a path; a board that has none shows a walk in words. */
export interface Puppets {
  hold(who: string, at: string): void;
  walk(who: string, path: string[], ms: number): void;
  release(who: string): void;
  shake(who: string, falls: boolean): void;
}

/** More than this to show, in milliseconds at a quick pace, is lagging: all but the newest deed is shown at once. */
const LAG = 6000;
const GATHER = 90;
const LINGER = 1100;
const FLOAT = 1700;
/** So many events at once are a page that comes back, not something that happens. */
const CAME_BACK = 80;

export class Show {
  floats = $state.raw<Float[]>([]);
  aims = $state.raw<Aim[]>([]);
  cast = $state.raw<Cast | null>(null);
  area = $state.raw<Area | null>(null);
  /** Where those are seen who have not walked yet, or not all the way. */
  seenAt = $state.raw<Record<string, string>>({});
  puppets: Puppets | null = null;
  private beats: Beat[] = [];
  private places = new Map<string, string>();
  private seen = -1;
  private tale = 0;
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private table: TableState) {}

  /** Take in what is new; what was there before anybody looked is not shown. */
  feed(events: EventOut[]): void {
    const last = events.at(-1)?.n ?? 0;
    if (this.seen < 0 || last < this.seen) this.clear();
    else this.add(events.slice(events.findLastIndex((event) => event.n <= this.seen) + 1));
    this.seen = last;
    if (this.aims.length && !this.timer && !this.open) this.rest();
    for (const one of this.table.combatants) this.places.set(one.id, one.at);
  }

  private add(fresh: EventOut[]): void {
    if (!fresh.length) return;
    if (prefs.pace === "off" || document.hidden || fresh.length > CAME_BACK) return this.clear();
    for (const event of fresh) {
      if (event.kind === "went-back") this.clear();
      else this.plan(event);
    }
    if (waiting(this.beats) > LAG) this.hurry();
    if (this.beats.length) this.timer ??= setTimeout(() => this.next(), GATHER);
  }

  private plan(event: EventOut): void {
    const show = event.show;
    if (show?.tells === "move" && show.squares.length) {
      const from = this.places.get(show.who);
      const last = this.beats.at(-1);
      const goesOn = last?.kind === "walk" && last.who === show.who && last.tale === event.tale;
      if (from && !goesOn && this.puppets) {
        this.puppets.hold(show.who, from);
        this.seenAt = { [show.who]: from, ...this.seenAt };
      }
      push(this.beats, event);
      const walk = this.beats.at(-1);
      if (walk?.kind === "walk" && !goesOn && from) walk.squares.unshift(from);
      this.places.set(show.who, show.squares.at(-1) ?? "");
    } else push(this.beats, event);
  }

  /** Everything but the newest deed is over. */
  private hurry(): void {
    const tale = this.beats.at(-1)?.tale;
    const kept = this.beats.filter((beat) => beat.tale === tale);
    const dropped = this.beats.filter((beat) => beat.tale !== tale);
    this.beats = kept;
    for (const beat of dropped) if (beat.kind === "walk") this.letGo(beat.who);
  }

  private letGo(who: string): void {
    if (this.beats.some((beat) => beat.kind === "walk" && beat.who === who)) return;
    this.puppets?.release(who);
    this.seenAt = Object.fromEntries(Object.entries(this.seenAt).filter(([one]) => one !== who));
  }

  private next(): void {
    const beat = this.beats.shift();
    if (!beat) {
      this.timer = undefined;
      this.rest();
      return;
    }
    if (beat.tale !== this.tale) this.sweep();
    this.tale = beat.tale;
    const ms = paced(beat.ms, prefs.pace);
    this.play(beat, ms);
    this.timer = setTimeout(() => this.next(), ms);
  }

  /** Is somebody asked in the middle of the deed that is shown? */
  private get open(): boolean {
    const { events, questions, view } = this.table;
    return events.at(-1)?.tale === this.tale && !!(questions.length || view?.waiting_for.length);
  }

  /** What was shown lies there for a moment; who acts on whom, until those who are asked about it have answered. */
  private rest(): void {
    const tale = this.tale;
    setTimeout(() => {
      if (this.tale !== tale || this.timer) return;
      const kept = this.open ? this.aims : [];
      this.sweep();
      this.aims = kept;
    }, LINGER);
  }

  private play(beat: Beat, ms: number): void {
    const id = ++this.count;
    if (beat.kind === "aim") {
      this.aims = [...this.aims.slice(-2), { ...beat, id }];
    } else if (beat.kind === "dice") {
      const from = beat.rolls[0]?.who ?? "";
      const to = beat.to.filter((who) => who !== from);
      // Where nothing else says who acts on whom, the dice do.
      if (this.aims.every((aim) => aim.thrown))
        this.aims =
          beat.rolls.length === 1 && to.length
            ? [{ kind: "aim", tale: beat.tale, ms, from, to, squares: [], id, thrown: true }]
            : this.aims.filter((aim) => aim.from === from);
      this.cast = { ...beat, id };
    } else if (beat.kind === "area") {
      this.area = { ...beat, id };
    } else if (beat.kind === "walk") {
      if (this.puppets && beat.squares.length > 1) {
        this.puppets.walk(beat.who, beat.squares, ms);
        this.seenAt = { ...this.seenAt, [beat.who]: beat.squares.at(-1) ?? "" };
        setTimeout(() => this.letGo(beat.who), ms + 30);
      }
    } else {
      const risen = beat.words.map((word, index) => {
        if (word.tone === "harm" || word.tone === "fall") this.puppets?.shake(word.who, word.tone === "fall");
        const above = beat.words.slice(index + 1).filter((other) => other.who === word.who).length;
        return { ...word, id: ++this.count, above };
      });
      this.floats = [...this.floats, ...risen];
      const ids = new Set(risen.map((one) => one.id));
      setTimeout(() => (this.floats = this.floats.filter((one) => !ids.has(one.id))), paced(FLOAT, prefs.pace));
    }
  }

  private sweep(): void {
    this.aims = [];
    this.cast = null;
    this.area = null;
  }

  /** Nothing is left to be shown. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const walkers = this.beats.filter((beat) => beat.kind === "walk").map((beat) => beat.who);
    this.beats = [];
    for (const who of walkers) this.puppets?.release(who);
    this.floats = [];
    this.seenAt = {};
    this.sweep();
  }
}

const shows = new WeakMap<TableState, Show>();

/** The one show of a table. */
export function showOf(table: TableState): Show {
  let show = shows.get(table);
  if (!show) {
    show = new Show(table);
    shows.set(table, show);
  }
  return show;
}
