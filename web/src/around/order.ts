/** An order that several agree on: whose proposal is on the table, and which answer an order is. */

import { PASS, type Command, type Question } from "../protocol.ts";

/** The answer that brings them into this order. */
export function answerOf(question: Question, whos: string[]): Command | undefined {
  return question.answers.find((one) => one.verb !== PASS && one.targets.join() === whos.join());
}

/** What is on the table: the proposal most are for, first of those of others; without any, the first that is offered. */
export function onTable(question: Question, proposals: Record<string, Command>): { order: string[]; by: string[] } {
  const found = new Map<string, string[]>();
  for (const [who, one] of Object.entries(proposals))
    if (one.targets.length === question.arranges.length) {
      const key = one.targets.join();
      found.set(key, [...(found.get(key) ?? []), who]);
    }
  const others = (by: string[]) => by.filter((who) => who !== question.who).length;
  const [best] = [...found].toSorted((a, b) => others(b[1]) - others(a[1]));
  return best ? { order: best[0].split(","), by: best[1] } : { order: question.arranges, by: [] };
}

export function moved(list: string[], from: number, to: number): string[] {
  if (from === to || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from] as string, ...rest.slice(to)];
}
