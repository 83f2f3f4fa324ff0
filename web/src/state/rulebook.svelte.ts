/** The rules of a ruleset, read once, and the paragraph that is open over the page. */

import { get } from "../http.ts";
import type { components } from "../api.d.ts";

export type Rulebook = components["schemas"]["RulebookOut"];

const read = new Map<string, Promise<Rulebook>>();

export function rulebook(ruleset: string): Promise<Rulebook> {
  let book = read.get(ruleset);
  if (!book) {
    book = get<Rulebook>(`/api/rules/${encodeURIComponent(ruleset)}`);
    book.catch(() => read.delete(ruleset));
    read.set(ruleset, book);
  }
  return book;
}

class OpenRule {
  at = $state.raw<{ ruleset: string; number: string } | null>(null);
}

export const openRule = new OpenRule();
