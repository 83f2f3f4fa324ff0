/** What the start page is made of: rulesets with their scenarios and options, and the tables of this host. */

import type { components } from "../api.d.ts";
import type { Terrain } from "../protocol.ts";

type Schemas = components["schemas"];

export type OptionOut = Schemas["GameOption"];
export type PresetOut = Schemas["PresetOut"];
export type ScenarioOut = Omit<Schemas["GameScenario"], "terrains"> & { terrains: Terrain[] };
export type RulesetOut = Omit<Schemas["GameOut"], "scenarios"> & { scenarios: ScenarioOut[] };
export type LeftOut = Schemas["LeftOut"];
export type TableOut = Schemas["RecentOut"];

/** Every option as it would be played: what was picked, else what the preset says, else the default. */
export function valueOf(option: OptionOut, values: Record<string, string>, preset?: PresetOut): string {
  return values[option.name] ?? preset?.values[option.name] ?? option.default;
}

/** What is sent: the preset, and the options that differ from it, or from their defaults; the server knows the rest. */
export function chosen(
  options: OptionOut[],
  values: Record<string, string>,
  preset?: PresetOut,
): Record<string, string> {
  const found: Record<string, string> = preset ? { preset: preset.name } : {};
  for (const option of options) {
    const value = valueOf(option, values, preset);
    if (value !== valueOf(option, {}, preset)) found[option.name] = value;
  }
  return found;
}

/** What an encounter says about its options, as they are picked. */
export function pickedIn(own: Record<string, string>): { preset: string; values: Record<string, string> } {
  const { preset = "", ...values } = own;
  return { preset, values };
}

/** What is sent to start an encounter that has options of its own: those that are picked otherwise. */
export function instead(
  options: OptionOut[],
  presets: PresetOut[],
  values: Record<string, string>,
  preset: string,
  own: Record<string, string>,
): Record<string, string> {
  const named = (name: string) => presets.find((one) => one.name === name);
  if (preset && preset !== own.preset) return chosen(options, values, named(preset));
  const said = pickedIn(own);
  const found: Record<string, string> = {};
  for (const option of options) {
    const value = valueOf(option, values, named(preset));
    if (value !== valueOf(option, said.values, named(said.preset))) found[option.name] = value;
  }
  return found;
}

export interface Difference {
  name: string;
  title: string;
  value: string;
}

/** What is played otherwise than by default, in words. */
export function differing(options: OptionOut[], values: Record<string, string>, preset?: PresetOut): Difference[] {
  return options.flatMap((option) => {
    const value = valueOf(option, values, preset);
    return value === option.default ? [] : [{ name: option.name, title: option.title, value: titleOf(option, value) }];
  });
}

export function titleOf(option: OptionOut, value: string): string {
  return option.values.find((one) => one.value === value)?.title ?? value;
}

/** The options in which every word that is sought stands: in name, title, heading, text, or what a value says. */
export function soughtIn(options: OptionOut[], sought: string): OptionOut[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter((one) => {
    const text = [one.name, one.title, one.group, one.text, ...one.values.flatMap((value) => [value.title, value.text])]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Under their headings, in the order of the ruleset; those without one come last. */
export function grouped(options: OptionOut[]): { title: string; options: OptionOut[] }[] {
  const found = new Map<string, OptionOut[]>();
  for (const option of options) found.set(option.group, [...(found.get(option.group) ?? []), option]);
  const titles = [...found.keys()].toSorted((a, b) => Number(a === "") - Number(b === ""));
  return titles.map((title) => ({ title, options: found.get(title) ?? [] }));
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
