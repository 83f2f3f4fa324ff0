/**
 * A replay as a line to a table: what a seat was sent is sent once more, as far as somebody wants to see it. The page
 * that shows it is the one that shows a table.
 */

import type { Wire } from "../client.ts";
import type { After } from "../after/after.ts";
import type { components } from "../api.d.ts";
import type { Difference, EventOut, Frame } from "../protocol.ts";

type Welcome = components["schemas"]["Welcome"];

export interface Step {
  events: EventOut[];
  view: Difference | null;
  line?: number;
}

export interface Replay {
  welcome: Welcome;
  steps: Step[];
  after: After;
  cut: boolean;
  /** By name: the seat's own pictures as data; under `map-` all it came to know of the map. */
  pictures: Record<string, string>;
}

/** Where one may jump to. */
export interface Mark {
  step: number;
  heading: string;
  who: string;
}

type Held = Record<string, unknown>;

/** The line speaks up now and then, or the page would take it for lost. */
const BREATH_MS = 15_000;

function active(held: Held): string {
  for (const [name, value] of Object.entries(held)) {
    const [part, who, field] = name.split("/");
    if (value === true && part === "row" && field === "active") return who?.split("#")[0] ?? "";
  }
  return "";
}

function apply(held: Held, view: Difference | null): void {
  if (!view) return;
  for (const name of view.gone) delete held[name];
  Object.assign(held, view.set);
}

export class Reel implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  /** How many steps have been shown. */
  at = 0;
  readonly marks: Mark[] = [];
  private held: Held = {};
  private sum: number;
  private breath: ReturnType<typeof setInterval>;

  constructor(private replay: Replay) {
    this.sum = replay.welcome.view.to;
    apply(this.held, replay.welcome.view as Difference);
    this.findMarks();
    this.breath = setInterval(() => this.say({ type: "ping" }), BREATH_MS);
    queueMicrotask(() => this.say(replay.welcome as unknown as Frame));
  }

  get length(): number {
    return this.replay.steps.length;
  }

  /** A replay has nothing to answer. */
  send(): void {}

  close(): void {
    clearInterval(this.breath);
  }

  /** Show things as they stood after this many steps; the next one as it happened, any other at once. */
  go(step: number): void {
    const to = Math.max(0, Math.min(this.length, step));
    if (to === this.at + 1) this.next();
    else if (to !== this.at) this.jump(to);
  }

  private next(): void {
    const step = this.replay.steps[this.at];
    if (!step) return;
    this.at += 1;
    for (const event of step.events) this.say({ type: "event", event });
    if (!step.view) return;
    apply(this.held, step.view);
    this.sum = step.view.to;
    this.say({ type: "view", view: step.view });
  }

  private jump(to: number): void {
    if (to < this.at) {
      this.held = {};
      this.at = 0;
      this.sum = this.replay.welcome.view.to;
      apply(this.held, this.replay.welcome.view as Difference);
    }
    for (const step of this.replay.steps.slice(this.at, to)) {
      apply(this.held, step.view);
      this.sum = step.view?.to ?? this.sum;
    }
    this.at = to;
    const events = this.replay.steps.slice(0, to).flatMap((step) => step.events);
    const view = { from: 0, to: this.sum, set: { ...this.held }, gone: [] };
    this.say({ type: "update", fresh: true, events, view });
  }

  private findMarks(): void {
    const held: Held = { ...this.held };
    let before = "";
    this.replay.steps.forEach((step, index) => {
      apply(held, step.view);
      const [heading, who] = [String(held["heading"] ?? ""), active(held)];
      if (`${heading}|${who}` !== before) this.marks.push({ step: index + 1, heading, who });
      before = `${heading}|${who}`;
    });
  }

  private say(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}
