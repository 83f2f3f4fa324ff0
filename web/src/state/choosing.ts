/** From the offers of an actor to what can be pointed at: things, combatants and squares, each with its picks. */

import {
  HARM,
  PASS,
  sameCommand,
  type Card,
  type Chance,
  type Command,
  type Offer,
  type Pick,
  type Question,
} from "../protocol.ts";
import { signed, tenths } from "./figures.ts";

/** Something to press: an action, or one of its things that is an action by itself. */
export interface Shortcut {
  id: string;
  offer: Offer;
  card: Card | null;
}

/** How much the best of what an action could do promises as an attack. */
function promiseOf(shortcut: Shortcut): number {
  const picks = shortcut.offer.picks.filter((pick) => !shortcut.card || pick.command.thing === shortcut.card.thing);
  return Math.max(0, ...picks.filter((pick) => !pick.blocked.length).map((pick) => pick.promise));
}

/** An action and its cards; where some of what is open in it is no card, also the action as such. */
function shortcutsOf(offer: Offer): Shortcut[] {
  const cards = offer.cards.filter((card) => card.open);
  const told = new Set(offer.cards.map((card) => card.thing));
  const rest = offer.picks.some((pick) => !pick.blocked.length && !told.has(pick.command.thing));
  const whole: Shortcut[] = rest || !cards.length ? [{ id: offer.verb, offer, card: null }] : [];
  return [...cards.map((card) => ({ id: `${offer.verb} ${card.thing}`, offer, card })), ...whole];
}

/** What is open, ways of moving first, then attacks, the most promising in front: the order of buttons and numbers. */
export function hotbar(offers: Offer[]): Shortcut[] {
  const open = offers.filter((offer) => offer.open && offer.verb !== PASS);
  const shortcuts = open.filter((offer) => !offer.walks).flatMap(shortcutsOf);
  return [
    ...open.filter((offer) => offer.walks).map((offer) => ({ id: offer.verb, offer, card: null })),
    ...shortcuts.toSorted((a, b) => promiseOf(b) - promiseOf(a)),
  ];
}

const AT_FIRST = 8;

/**
 * A number for each shortcut, kept for as long as the same one is in turn: what closes leaves its number free for nobody.
 * When a turn begins the last two are given to nobody, so that what opens later (a weapon was drawn) gets one.
 */
export class Numbers {
  private turn = "";
  private given = new Map<string, number>();
  private last = 0;

  of(turn: string, shortcuts: Shortcut[]): Map<string, number> {
    const begins = turn !== this.turn || !this.given.size;
    if (begins) {
      this.turn = turn;
      this.given = new Map();
      this.last = 0;
    }
    for (const { id } of shortcuts) {
      if (this.given.has(id)) continue;
      const late = begins && this.last >= AT_FIRST;
      this.given.set(id, late ? Infinity : ++this.last);
    }
    return this.given;
  }
}
/** A way to hurt somebody. */
export interface Strike {
  offer: Offer;
  pick: Pick;
}

/** Every way to hurt this one alone: what can be done first, of that the most promising. */
export function strikesOf(offers: Offer[], who: string): Strike[] {
  const found = offers.flatMap((offer) =>
    offer.picks
      .filter((pick) => pick.purpose === HARM && pick.command.targets.length === 1 && pick.command.targets[0] === who)
      .map((pick) => ({ offer, pick })),
  );
  const shut = (one: Strike) => Number(one.pick.blocked.length > 0 || one.offer.blocked.length > 0);
  return found.toSorted((a, b) => shut(a) - shut(b) || b.pick.promise - a.pick.promise);
}

/** A share as people read it; never a rounded 0 or 100 that is not one. */
export function percent(ppm: number): string {
  const value = ppm / 10000;
  if (value > 0 && value < 0.1) return "< 0.1 %";
  if (value > 99.5 && value < 100) return "> 99 %";
  return `${value.toFixed(value < 10 ? 1 : 0)} %`;
}

/** What may come of a command in a few words; nothing where nobody knows. What takes no life, as a net or a remedy, is
 * told by its results. */
export function chanceWords(chance: Chance | undefined): string {
  if (!chance) return "";
  if (!chance.likely?.ppm)
    return Object.entries(chance.results)
      .map(([word, share]) => `${word} ${percent(share.ppm)}`)
      .join(", ");
  const mean = tenths((chance.mean ?? 0) / 1000);
  const down = chance.down && chance.down.ppm > 0 ? `, down ${percent(chance.down.ppm)}` : "";
  return `${percent(chance.likely.ppm)}${mean ? `, ${signed(-mean)}` : ""}${down}`;
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
