/** From the offers of an actor to what can be pointed at: things, combatants and squares, each with its picks. */

import { PASS, type Command, type Offer, type Pick } from "../protocol.ts";

export function wantsPath(offer: Offer): boolean {
  return offer.shape.split(" ").includes("path");
}

/** What is open, ways of moving first: the order of buttons and of the number keys. */
export function hotbar(offers: Offer[]): Offer[] {
  const open = offers.filter((offer) => offer.open && offer.verb !== PASS);
  return [...open.filter(wantsPath), ...open.filter((offer) => !wantsPath(offer))];
}

export function humanise(word: string): string {
  const plain = word.replaceAll("-", " ").trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What to look a word of a card up by: without what stands in brackets, and without numbers; nothing for bare numbers. */
export function plainName(word: string): string {
  if (!/^\p{L}/u.test(word)) return "";
  return word
    .replace(/\s*\(.*$/, "")
    .replace(/[\s:]+[+−-]?\d.*$/, "")
    .trim();
}

/** A command in words, where nothing better is known. */
export function sayCommand(command: Command, name: (who: string) => string): string {
  const parts = [humanise(command.verb)];
  if (command.thing) parts.push(command.thing.replaceAll("-", " "));
  if (command.targets.length) parts.push(command.targets.map(name).join(", "));
  if (command.squares.length) parts.push(command.squares.at(-1) ?? "");
  if (command.numbers.length) parts.push(command.numbers.join(" "));
  if (command.text) parts.push(command.text);
  return parts.join(" ");
}

/** A ruling in words; what is written as name=value is told by its values. */
export function sayRuling(command: Command, name: (who: string) => string): string {
  const pairs = command.text.split(", ").map((part) => part.split("="));
  if (!command.text.includes("=") || !pairs.every((pair) => /^[a-z-]+$/.test(pair[0] ?? "")))
    return sayCommand(command, name);
  const given = new Map(pairs.map(([key, value]) => [key ?? "", value ?? ""]));
  const called =
    given.get("name") || (command.thing && humanise(command.thing)) || command.targets.map(name).join(", ");
  const rest = [...given].flatMap(([key, value]) =>
    key === "name" || key === "seat" ? [] : [value || key.replaceAll("-", " ")],
  );
  const place = command.squares.at(-1);
  return `${humanise(command.verb)} ${called}${place ? ` at ${place}` : ""}${rest.length ? ` (${rest.join(", ")})` : ""}`;
}

export interface Thing {
  thing: string;
  label: string;
  picks: Pick[];
  open: boolean;
}

function thingLabel(pick: Pick, name: (who: string) => string): string {
  let label = pick.label;
  for (const who of pick.command.targets) label = label.replace(name(who), "");
  for (const square of pick.command.squares) label = label.replace(new RegExp(`\\b${square}\\b`), "");
  label = label
    .replace(/^\s*(with|at|on)\b|\b(with|at|on)\s*$/g, "")
    .replace(/\s+/g, " ")
    .replace(/[\s,:]+$/, "")
    .trim();
  return label ? humanise(label) : humanise(pick.command.thing);
}

/** The things an action can be done with, in the order of the offer. */
export function thingsOf(offer: Offer, name: (who: string) => string): Thing[] {
  const found = new Map<string, Thing>();
  for (const pick of offer.picks) {
    const thing = pick.command.thing;
    let one = found.get(thing);
    if (!one) {
      one = { thing, label: thing ? thingLabel(pick, name) : "", picks: [], open: false };
      found.set(thing, one);
    }
    one.picks.push(pick);
    if (!pick.blocked.length && !offer.blocked.length) one.open = true;
  }
  return [...found.values()];
}

/** Picks by the one combatant they aim at. */
export function byTarget(picks: Pick[]): Map<string, Pick> {
  const found = new Map<string, Pick>();
  for (const pick of picks) {
    const target = pick.command.targets[0];
    if (target && pick.command.targets.length === 1 && (!found.has(target) || found.get(target)?.blocked.length)) {
      found.set(target, pick);
    }
  }
  return found;
}

/** Picks by the square they end in; the first pick of a square is the cheapest. */
export function bySquare(picks: Pick[]): Map<string, Pick> {
  const found = new Map<string, Pick>();
  for (const pick of picks) {
    const square = pick.command.squares.at(-1);
    if (square && !pick.blocked.length && !found.has(square)) found.set(square, pick);
  }
  return found;
}

export interface Way {
  offer: Offer;
  pick: Pick;
  /** The first way there is the one offered first; later ones are alternatives. */
  rank: number;
}

/** By the square they end in, the one offered first in front. */
export type Ways = Map<string, [Way, ...Way[]]>;

/** Every open way of moving. */
export function waysOf(offers: Offer[], only = ""): Ways {
  const found: Ways = new Map();
  let rank = 0;
  for (const offer of offers) {
    if (!wantsPath(offer) || !offer.open || (only && offer.verb !== only)) continue;
    for (const [square, pick] of bySquare(offer.picks)) {
      const ways = found.get(square);
      if (ways) ways.push({ offer, pick, rank });
      else found.set(square, [{ offer, pick, rank }]);
    }
    rank += 1;
  }
  return found;
}

export function sum(cost: string): number {
  return Number(/\d+/.exec(cost)?.[0] ?? 0);
}
