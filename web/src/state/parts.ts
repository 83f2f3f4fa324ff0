/**
 * A view as the server sends it: named parts, and frames that say which of them are new. Each part is hashed, and the
 * view has the sum of the hashes: where that does not come out, the page asks for the whole view. The server's half of
 * this is `session/parts.py`.
 */

import type { BoardOut, CardOut, CombatantOut, Difference, Field, Question, Row, StateOut, View } from "../protocol.ts";

type Group = Record<string, unknown>;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});
const BYTES = new TextEncoder();

/** CRC-32 of a text, begun with that of another. Plain HTTP has no crypto.subtle, and this need not be safe. */
export function crc32(text: string, before = 0): number {
  let sum = ~before;
  for (const byte of BYTES.encode(text)) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 255] ?? 0);
  return ~sum >>> 0;
}

/** The one spelling of a value: the bytes the server sent and hashed. */
export function canon(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canon).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const table = value as Group;
  return `{${Object.keys(table)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canon(table[key])}`)
    .join()}}`;
}

export function hashOf(name: string, value: unknown): number {
  return crc32(canon(value), crc32(name));
}

function cut(name: string): [string, string] {
  const at = name.lastIndexOf("/");
  return at < 0 ? ["", name] : [name.slice(0, at), name.slice(at + 1)];
}

export class Parts {
  sum = 0;
  private hashes = new Map<string, number>();
  private groups = new Map<string, Group>();
  /** Cards, and tables whose lists come item by item, as long as their parts stay as they are. */
  private made = new Map<string, { of: unknown[]; it: unknown }>();

  /** Follow a frame: the view it leads to, or nothing if it was made for another or does not add up. */
  take(frame: Difference): View | null {
    if (frame.from === 0) this.clear();
    else if (frame.from !== this.sum) return null;
    const fresh = new Map<string, Group>();
    const group = (name: string): Group => {
      let found = fresh.get(name);
      if (!found) fresh.set(name, (found = { ...this.groups.get(name) }));
      return found;
    };
    for (const name of frame.gone) {
      const [where, key] = cut(name);
      this.sum -= this.hashes.get(name) ?? 0;
      this.hashes.delete(name);
      delete group(where)[key];
    }
    for (const [name, value] of Object.entries(frame.set)) {
      const [where, key] = cut(name);
      const hash = hashOf(name, value);
      this.sum += hash - (this.hashes.get(name) ?? 0);
      this.hashes.set(name, hash);
      group(where)[key] = value;
    }
    this.sum = ((this.sum % 2 ** 32) + 2 ** 32) % 2 ** 32;
    for (const [name, found] of fresh) {
      if (Object.keys(found).length) this.groups.set(name, found);
      else this.groups.delete(name);
    }
    if (this.sum !== frame.to) {
      // A whole view is taken as it is: asking for it once more would bring the same.
      if (frame.from !== 0) return null;
      this.sum = frame.to;
    }
    return this.view(frame.clocks ?? []);
  }

  private clear(): void {
    this.sum = 0;
    this.hashes.clear();
    this.groups.clear();
    this.made.clear();
  }

  private group(name: string): Group {
    return this.groups.get(name) ?? {};
  }

  /** The same object again while all it is made of stays as it is: whatever is drawn from it need not be drawn again. */
  private kept<T>(name: string, of: unknown[], make: () => T): T {
    const found = this.made.get(name);
    if (found && found.of.length === of.length && found.of.every((one, index) => one === of[index]))
      return found.it as T;
    const it = make();
    this.made.set(name, { of, it });
    return it;
  }

  private view(clocks: (number | null)[]): View {
    const top = this.group("");
    const people = top.people as string[];
    const questions = top.decisions as Question[];
    const state = {
      ...this.group("state"),
      options: top.options,
      board: this.listed("board") as unknown as BoardOut,
      flow: this.listed("flow"),
      combatants: people.map((who) => this.group(`token/${who}`) as CombatantOut),
    } as unknown as StateOut;
    return {
      ...this.group("now"),
      decisions: questions.map((one, index) => ({ ...one, seconds_left: clocks[index] ?? null })),
      proposals: top.proposals,
      lying: top.lying,
      map: this.groups.get("map") ?? null,
      portraits: this.group("portrait"),
      cards: people.map((who) => this.card(who)),
      rail: {
        heading: top.heading as string,
        rows: (top.order as string[]).map((key) => this.group(`row/${key}`) as unknown as Row),
      },
      state,
    } as unknown as View;
  }

  private card(who: string): CardOut {
    const parts = this.group(`card/${who}`);
    return this.kept(`card/${who}`, [parts], () => {
      const { name, kind, side, icon, ...fields } = parts;
      // Numbers come first and in order among the keys of an object.
      return { who, name, kind, side, icon, fields: Object.values(fields) as Field[] } as CardOut;
    });
  }

  /** A table whose lists come item by item. */
  private listed(name: string): Group {
    const lists = [...this.groups.keys()].filter((group) => group.startsWith(`${name}/`)).sort();
    const of = [this.group(name), ...lists.map((group) => this.group(group))];
    return this.kept(name, of, () => {
      const found = { ...this.group(name) };
      for (const group of lists) found[group.slice(name.length + 1)] = Object.values(this.group(group));
      return found;
    });
  }
}
