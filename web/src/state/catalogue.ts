/** What the start page is made of: rulesets with their scenarios and options, and the tables of this host. */

import type { components } from "../api.d.ts";
import type { Terrain } from "../protocol.ts";

type Schemas = components["schemas"];

export type OptionOut = Schemas["GameOption"];
export type ScenarioOut = Omit<Schemas["GameScenario"], "terrains"> & { terrains: Terrain[] };
export type RulesetOut = Omit<Schemas["GameOut"], "scenarios"> & { scenarios: ScenarioOut[] };
export type TableOut = Schemas["RecentOut"];

/** The options that differ from their defaults; the server knows the rest. */
export function chosen(options: OptionOut[], values: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const option of options) {
    const value = values[option.name];
    if (value !== undefined && value !== option.default) found[option.name] = value;
  }
  return found;
}

export function ago(changed: string | number, now = Date.now()): string {
  const then = typeof changed === "number" ? changed * (changed < 1e12 ? 1000 : 1) : Date.parse(changed);
  if (!Number.isFinite(then)) return "";
  const minutes = Math.max(0, Math.round((now - then) / 60000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}
