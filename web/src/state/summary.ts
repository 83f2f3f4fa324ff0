/** What a log tells when all is over: how long it took, who lost how much to what, how the dice fell, and what was gained. */

import type { EventOut } from "../protocol.ts";
import { fallen, readRoll } from "./history.ts";

export interface Harm {
  by: string;
  total: number;
  times: number;
}

export interface Luck {
  who: string;
  rolls: number;
  above: number;
}

export interface Summary {
  rounds: number;
  harm: Harm[];
  luck: Luck[];
  /** What was handed out at the end, in the words of the log. */
  rewards: string[];
}

/** What plain dice show on average: 2d8-1 gives 8; null where faces are kept, dropped or thrown again. */
export function average(dice: string): number | null {
  const plain = /^(\d*)d(\d+)([+-]\d+)?$/.exec(dice);
  if (!plain) return null;
  return (Number(plain[1] || 1) * (Number(plain[2]) + 1)) / 2 + Number(plain[3] ?? 0);
}

/** How it ended, as the table says it. */
export function endingOf(events: EventOut[]): { title: string; why: string } {
  const data = events.findLast((event) => event.kind === "ended")?.data ?? {};
  return { title: String(data.title ?? ""), why: String(data.why ?? "") };
}

export function summarise(events: EventOut[], name: (who: string) => string): Summary {
  const gone = fallen(events);
  const harm = new Map<string, Harm>();
  const luck = new Map<string, Luck>();
  const rewards: string[] = [];
  let rounds = 0;
  for (const event of events) {
    if (gone.has(event.n)) continue;
    if (event.kind === "round-began") rounds += 1;
    if (event.text && event.reward) rewards.push(event.text);
    if (event.harm) {
      const why = String(event.data.why ?? "");
      const by = event.by ? [name(event.by), why].filter(Boolean).join(", ") : why || "other causes";
      const row = harm.get(by) ?? { by, total: 0, times: 0 };
      harm.set(by, { by, total: row.total + event.harm, times: row.times + 1 });
    }
    const roll = readRoll(event);
    const middle = roll && average(roll.dice);
    if (roll && middle !== null) {
      const row = luck.get(roll.who) ?? { who: name(roll.who), rolls: 0, above: 0 };
      luck.set(roll.who, { ...row, rolls: row.rolls + 1, above: row.above + roll.thrown - middle });
    }
  }
  return {
    rounds,
    harm: [...harm.values()].sort((a, b) => b.total - a.total),
    luck: [...luck.values()].sort((a, b) => b.rolls - a.rolls),
    rewards,
  };
}
