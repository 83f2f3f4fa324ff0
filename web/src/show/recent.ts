/** What one wants to know at a glance: how one's own deed came out, and what happened since one's last turn. */

import type { CombatantOut, EventOut } from "../protocol.ts";
import { entries, readRoll, type Entry, type RollShown } from "../state/history.ts";
import { readSquare } from "../state/squares.ts";

/** On a grid, this many squares away is near. */
const NEAR = 4;
const MOST = 5;

function begins(event: EventOut, mine: (who: string) => boolean): boolean {
  return event.show?.tells === "turn" && event.show.at.some(mine);
}

function lastTurn(events: EventOut[], mine: (who: string) => boolean, before = events.length): number {
  return events.findLastIndex((event, index) => index < before && begins(event, mine));
}

/** The newest deed of one's own in this turn, or one's answer to somebody else's: its line and its dice. */
export function ownDeed(
  events: EventOut[],
  mine: (who: string) => boolean,
): { n: number; text: string; rolls: RollShown[] } | null {
  const since = Math.max(0, lastTurn(events, mine));
  const recent = events.slice(since);
  const did = recent.findLast(
    (event) => mine(event.show?.who ?? "") && ["act", "move", "roll"].includes(event.show?.tells ?? ""),
  );
  if (!did) return null;
  const entry = entries(recent).findLast((one) => one.holds && one.lines.some((line) => line.n === did.n));
  const of = recent.filter((event) => event.tale === did.tale);
  const rolls = of.map(readRoll).filter((roll) => roll !== null);
  return entry && entry.shape === "deed" ? { n: of.at(-1)?.n ?? 0, text: entry.text, rolls } : null;
}

function near(a: CombatantOut, b: CombatantOut): boolean {
  const [p, q] = [readSquare(a.at), readSquare(b.at)];
  return p && q ? Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) <= NEAR : a.at === b.at;
}

/** Since the turn before this one, or since the start: what was done to me, then what happened near me, newest last. */
export function sinceLastTurn(
  events: EventOut[],
  people: CombatantOut[],
  mine: (who: string) => boolean,
): { to: Entry[]; around: Entry[]; first: boolean } {
  const now = lastTurn(events, mine);
  const before = now > 0 ? lastTurn(events, mine, now) : -1;
  const first = before < 0;
  if (now < 0) return { to: [], around: [], first };
  const own = people.filter((one) => mine(one.id));
  const close = new Set(people.filter((one) => own.some((me) => near(me, one))).map((one) => one.id));
  const told = entries(events.slice(before + 1, now)).filter(
    (entry) => entry.holds && (entry.shape === "deed" || (entry.shape === "turn" && entry.felt)),
  );
  const others = told.filter((entry) => !mine(entry.who[0] ?? ""));
  const to = others.filter((entry) => entry.who.some(mine));
  const around = others.filter((entry) => !to.includes(entry) && entry.felt && entry.who.some((who) => close.has(who)));
  return { to: to.slice(-MOST), around: around.slice(-Math.max(0, MOST - to.length)), first };
}
