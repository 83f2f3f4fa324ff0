/**
 * Outlines of icons by name. Those of kinds are here from the start, those of a ruleset come in one file, and any other
 * (somebody's own content, or what the GM picked) is asked for.
 */

import { get } from "../http.ts";
import shared from "../made/shared.json";
import type { components } from "../api.d.ts";

export type Found = components["schemas"]["IconsOut"];
type Outlines = Record<string, string>;

const sets = import.meta.glob<Outlines>("../made/sets/*.json", { import: "default" });

class Pictures {
  private known = $state.raw<Outlines>(shared);
  private asked = new Set<string>();
  private wanted: string[] = [];
  private ready: Promise<void> = Promise.resolve();

  /** The icons that a ruleset names. */
  use(ruleset: string): void {
    const load = sets[`../made/sets/${ruleset}.json`];
    if (load) this.ready = load().then((found) => this.add(found));
  }

  /** Those of every ruleset. */
  useAll(): void {
    this.ready = Promise.all(Object.values(sets).map((load) => load())).then((all) =>
      all.forEach((one) => this.add(one)),
    );
  }

  /** The outline of an icon, in a box of 512 by 512; empty until it is there. */
  of(name: string): string {
    const found = this.known[name];
    if (found === undefined && name && !this.asked.has(name)) this.ask(name);
    return found ?? "";
  }

  async find(words: string): Promise<Found> {
    const found = await get<Found>(`/api/icons?find=${encodeURIComponent(words)}`);
    this.add(Object.fromEntries(found.icons.map((icon) => [icon.name, icon.outline])));
    return found;
  }

  private add(found: Outlines): void {
    this.known = { ...this.known, ...found };
  }

  private ask(name: string): void {
    this.asked.add(name);
    this.wanted.push(name);
    if (this.wanted.length === 1) void this.ready.then(() => this.fetch());
  }

  private async fetch(): Promise<void> {
    const names = this.wanted.filter((name) => this.known[name] === undefined);
    this.wanted = [];
    for (let at = 0; at < names.length; at += 50) {
      const some = names.slice(at, at + 50).join(",");
      const found = await get<Found>(`/api/icons?names=${encodeURIComponent(some)}`).catch(() => null);
      this.add(Object.fromEntries((found?.icons ?? []).map((icon) => [icon.name, icon.outline])));
    }
  }
}

export const pictures = new Pictures();
