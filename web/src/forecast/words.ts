/** A forecast in words: shares as whole percents, who is in danger, how long it will take. */

import type { Forecast } from "../protocol.ts";
import { signed } from "../state/figures.ts";

type Interval = Forecast["wins"][string];

/** Below this share of fights nobody is in danger worth a word. */
const DANGER = 0.2;
const MOST_NAMED = 4;

export function percent(share: number): string {
  const whole = Math.round(share * 100);
  // Nothing a few hundred fights have not shown is certain.
  if (whole === 0) return "under 1 %";
  if (whole === 100) return "over 99 %";
  return `${whole} %`;
}

export function range(share: Interval): string {
  return `${Math.round(share.low * 100)} to ${Math.round(share.high * 100)} %`;
}

export function rounds(figures: Forecast, more = ""): string {
  const [few, typical, many] = figures.rounds ?? [];
  if (few === undefined || typical === undefined || many === undefined) return "";
  const left = `about ${typical}${more} ${typical === 1 ? "round" : "rounds"}`;
  return few === many ? left : `${left} (${few} to ${many})`;
}

export interface Danger {
  id: string;
  name: string;
  side: string;
  falls: number;
}

/** Those of a side who fall often, the worst first; two of one name are told by number. */
export function inDanger(figures: Forecast, side: string): Danger[] {
  const people = figures.people ?? [];
  const found: Danger[] = [];
  for (const one of people.filter((each) => each.side === side && each.falls.guess >= DANGER)) {
    const alike = people.filter((each) => each.name === one.name);
    const name = alike.length > 1 ? `${one.name} ${alike.indexOf(one) + 1}` : one.name;
    found.push({ id: one.id, name, side, falls: one.falls.guess });
  }
  return found.sort((a, b) => b.falls - a.falls).slice(0, MOST_NAMED);
}

/** Sides in the order of their people, as everywhere on the page. */
export function sidesOf(figures: Forecast): string[] {
  const told = Object.keys(figures.wins ?? {});
  const ordered = [...new Set((figures.people ?? []).map((one) => one.side))].filter((side) => told.includes(side));
  return [...ordered, ...told.filter((side) => !ordered.includes(side))];
}

/** Fewer fights than this say nothing yet. */
const FEW = 20;

export function tellsMuch(figures: Forecast | null): figures is Forecast {
  const fights = figures?.fights ?? 0;
  return fights > 0 && (fights >= FEW || fights >= (figures?.of ?? 0));
}

/** The difference of two shares in points, with its sign. */
export function points(now: number, then: number): string {
  const more = Math.round(then * 100) - Math.round(now * 100);
  if (more === 0) return "no difference";
  return `${signed(more)} points`;
}
