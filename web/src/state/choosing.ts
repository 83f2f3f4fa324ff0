/** From the offers of an actor to what can be pointed at: things, combatants and squares, each with its picks. */

import { PASS, sameCommand, type Command, type Offer, type Pick, type Question } from "../protocol.ts";

/** What is open, ways of moving first: the order of buttons and of the number keys. */
export function hotbar(offers: Offer[]): Offer[] {
  const open = offers.filter((offer) => offer.open && offer.verb !== PASS);
  return [...open.filter((offer) => offer.walks), ...open.filter((offer) => !offer.walks)];
}

/** With a capital at the beginning, as on a button or in a title. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An answer as the table words it; also one of those that somebody else proposes. */
export function answerLabel(question: Question, command: Command): string {
  const at = question.answers.findIndex((one) => sameCommand({ ...one, who: command.who }, command));
  return question.labels[at] ?? question.default_label;
}

export interface Thing {
  thing: string;
  label: string;
  picks: Pick[];
  open: boolean;
}

/** The things an action can be done with, in the order of the offer. */
export function thingsOf(offer: Offer): Thing[] {
  const found = new Map<string, Thing>();
  for (const pick of offer.picks) {
    const thing = pick.command.thing;
    let one = found.get(thing);
    if (!one) {
      one = { thing, label: pick.thing, picks: [], open: false };
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
    if (!offer.walks || !offer.open || (only && offer.verb !== only)) continue;
    for (const [square, pick] of bySquare(offer.picks)) {
      const ways = found.get(square);
      if (ways) ways.push({ offer, pick, rank });
      else found.set(square, [{ offer, pick, rank }]);
    }
    rank += 1;
  }
  return found;
}
