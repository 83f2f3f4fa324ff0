/**
 * The line to a table: one socket that comes back by itself. Requests keep their id until they are answered, so that
 * what was sent and not acknowledged is sent again after a reconnect and done once.
 */

import type { Aside, Difference, EventOut, ForecastFrame, Frame, Ping, RoomOut, View, Welcome } from "./protocol.ts";
import { filledIn } from "./state/events.ts";
import { Parts } from "./state/parts.ts";

export type LineState = "connecting" | "open" | "lost" | "shut";

export interface Listener {
  welcome(message: Welcome): void;
  /** `fresh`: another game goes on; its events replace all earlier ones. */
  update(events: EventOut[], view: View, fresh: boolean): void;
  /** One event, as it happens; how things stand comes when the deed is done. */
  happened(event: EventOut): void;
  looked(view: View): void;
  roomChanged(room: RoomOut): void;
  rolledAside(asides: Aside[]): void;
  pinged(pings: Ping[]): void;
  /** How this is going, for a GM who asked. */
  foretold(forecast: ForecastFrame): void;
  next(url: string): void;
  lineChanged(state: LineState, why: string): void;
  /** Milliseconds since the oldest unanswered change was sent; 0 when all is confirmed. */
  waiting(ms: number): void;
}

interface Pending {
  frame: Frame;
  change: boolean;
  since: number;
  resolve: (reply: Frame) => void;
}

export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

/** The server speaks every 15 seconds at least: one that is silent for so long is not there, whatever the browser thinks. */
const SILENCE = 40_000;
/** The server ends a connection that sends more at once. */
const MOST_BYTES = 65_536;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const FINAL: Record<number, string> = {
  4401: "This browser has no right to this seat. Open your link again.",
  4404: "There is no such seat at this table.",
  4409: "The GM has freed this seat. Ask for a new link, or pick another seat if you came by the link of the room.",
  4410: "The administrator of this server has ended this connection. Load the page again to come back, unless the table was deleted.",
};
/** One connection too many: the page tries again, and says why it waits. */
const FULL = 4429;

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export class Client {
  last = 0;
  game = "";
  private socket: Wire | null = null;
  private pending = new Map<string, Pending>();
  private tries = 0;
  private opened = false;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private clock: ReturnType<typeof setInterval>;
  private bye = "";
  private heard = 0;
  private parts = new Parts();
  /** The whole view was asked for: until it comes, no frame fits. */
  private lacking = false;

  constructor(
    private address: string,
    private listener: Listener,
    private open: (url: string) => Wire = (url) => new WebSocket(url) as unknown as Wire,
  ) {
    this.clock = setInterval(() => this.tick(), 1000);
    this.connect();
  }

  /** Ask for something; the promise holds the reply, also after a reconnect. A change is told while it is not kept. */
  ask(body: Frame, change = false): Promise<Frame> {
    const frame = { ...body, id: body.id ?? newId() };
    const text = JSON.stringify(frame);
    if (new TextEncoder().encode(text).length > MOST_BYTES)
      return Promise.resolve({ type: "error", id: frame.id, kind: "invalid", message: "That is too long to send." });
    return new Promise((resolve) => {
      this.pending.set(frame.id, { frame, change, since: Date.now(), resolve });
      if (this.opened) this.socket?.send(text);
    });
  }

  close(): void {
    this.closed = true;
    clearInterval(this.clock);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Try again at once, as when the browser says that it is online again. */
  hurry(): void {
    if (this.closed || this.opened) return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.connect();
  }

  private connect(): void {
    const query = this.game ? `?game=${encodeURIComponent(this.game)}&since=${this.last}` : "";
    const socket = this.open(this.address + query);
    this.socket = socket;
    socket.onmessage = (event) => {
      for (const line of String(event.data).split("\n"))
        if (socket === this.socket) this.hear(JSON.parse(line) as Frame);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code, event.reason);
    };
  }

  private hear(frame: Frame): void {
    this.heard = Date.now();
    if (frame.event) frame.event = filledIn(frame.event as Partial<EventOut>);
    if (frame.events) frame.events = (frame.events as Partial<EventOut>[]).map(filledIn);
    switch (frame.type) {
      case "welcome": {
        const welcome = { ...frame, view: this.see(frame) } as unknown as Welcome;
        this.tries = 0;
        this.opened = true;
        this.listener.lineChanged("open", "");
        this.listener.welcome(welcome);
        this.resend();
        return;
      }
      case "update":
        this.listener.update(frame.events as EventOut[], this.see(frame) as View, frame.fresh === true);
        return;
      case "event":
        this.listener.happened(frame.event as EventOut);
        return;
      case "view": {
        const view = this.lacking ? null : this.see(frame);
        if (view) this.listener.looked(view);
        else this.askForAll();
        return;
      }
      case "room":
        this.listener.roomChanged(frame.room as RoomOut);
        return;
      case "asides":
        this.listener.rolledAside(frame.asides as Aside[]);
        return;
      case "pings":
        this.listener.pinged(frame.pings as Ping[]);
        return;
      case "forecast":
        this.listener.foretold(frame as unknown as ForecastFrame);
        return;
      case "ping":
        this.socket?.send('{"type":"pong"}');
        return;
      case "bye":
        this.bye = String(frame.why ?? "");
        return;
    }
    const waiting = frame.id ? this.pending.get(frame.id) : undefined;
    if (waiting && frame.id) {
      this.pending.delete(frame.id);
      waiting.resolve(frame.type === "stale" ? { ...frame, view: this.see(frame) } : frame);
      this.tick();
    } else if (frame.type === "next") {
      this.listener.next(String(frame.url));
    }
  }

  /** The view a frame leads to; nothing if it was made for another. */
  private see(frame: Frame): View | null {
    const difference = frame.view as Difference;
    if (difference.from === 0) this.lacking = false;
    return this.parts.take(difference);
  }

  private askForAll(): void {
    if (this.lacking) return;
    this.lacking = true;
    void this.ask({ type: "whole" });
  }

  private resend(): void {
    for (const { frame } of this.pending.values()) this.socket?.send(JSON.stringify(frame));
  }

  private lost(code: number, reason: string): void {
    this.opened = false;
    if (this.closed) return;
    const final = FINAL[code];
    if (final) {
      this.listener.lineChanged("shut", final);
      return;
    }
    this.tries += 1;
    this.listener.lineChanged("lost", this.bye || reason);
    const wait = Math.min(3000, 400 * 2 ** Math.min(this.tries - 1, 5)) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), wait);
    // A refusal before the socket opens looks like a dead server: after a few tries ask which of the two it is.
    if (this.tries === 3 && code !== FULL) void this.askWhy();
  }

  private async askWhy(): Promise<void> {
    try {
      const answer = await fetch("/api/health");
      if (answer.ok && !this.opened && !this.closed && this.game === "") {
        clearTimeout(this.timer);
        this.listener.lineChanged("shut", FINAL[4401] ?? "");
      }
    } catch {
      // The server is away; the next try tells when it is back.
    }
  }

  private tick(): void {
    if (this.opened && Date.now() - this.heard > SILENCE) {
      const silent = this.socket;
      this.socket = null;
      silent?.close();
      this.lost(0, "");
    }
    let oldest = 0;
    for (const one of this.pending.values()) {
      if (one.change && (!oldest || one.since < oldest)) oldest = one.since;
    }
    this.listener.waiting(oldest ? Date.now() - oldest : 0);
  }
}
