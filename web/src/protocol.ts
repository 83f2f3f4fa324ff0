/**
 * The messages of a table. Their types come from the server's OpenAPI document (`make ui-types`); what that leaves open,
 * because every ruleset fills it, is told here as far as pages draw it. Nothing here knows a ruleset.
 */

import type { components } from "./api.d.ts";

type Schemas = components["schemas"];

export type Command = Schemas["OrderOut"];
export type Why = Schemas["Why"];
export type Pick = Schemas["Pick"];
export type Offer = Schemas["OfferOut"];
export type Card = Schemas["CardOfOffer"];
export type Chance = Schemas["Chance"];
export type Errand = Schemas["ErrandIn"];
export type Invited = Schemas["Invited"];
export type Share = Schemas["Share"];
export type Odds = Schemas["OddsOut"];
export type Preview = Schemas["PreviewReply"];
export type EventOut = Schemas["EventOut"];
export type Entry = Schemas["EntryOut"];
export type Question = Schemas["OpenQuestion"];
export type SeatOut = Schemas["SeatOut"];
export type Aside = Schemas["AsideOut"];
export type Ping = Schemas["PingOut"];
export type Forecast = Schemas["ForecastOut"];
export type ForecastFrame = Schemas["ForecastFrame"];
export type RoomOut = Schemas["RoomOut"];
export type LogLine = Schemas["LogLine"];
export type Failure = Schemas["Error"];
export type RuleText = Schemas["ParagraphOut"];
export type Role = Schemas["Welcome"]["role"];

export type View = Omit<Schemas["View"], "state" | "rail" | "cards"> & {
  state: StateOut;
  rail: Rail;
  cards: CardOut[];
};
/** What is new in a view: see `state/parts.ts`. */
export type Difference = Schemas["Difference"];
export type Welcome = Omit<Schemas["Welcome"], "view"> & { view: View };
export type Stale = Omit<Schemas["Stale"], "view"> & { view: View };

/** Something of a list on a card; `ask` is what it is looked up by, empty where it cannot be. */
export interface Item {
  text: string;
  ask: string;
  icon?: string;
}

/** [label, value, paragraph] */
export type Part = [string, number, string];

export interface Field {
  kind: "pips" | "track" | "number" | "words";
  label: string;
  value?: number;
  most?: number;
  /** Bad when full, as stress is. */
  bad?: boolean;
  text?: string;
  items?: Item[];
  parts?: Part[];
}

export interface CardOut {
  who: string;
  name: string;
  kind: string;
  side: string;
  icon: string;
  fields: Field[];
}

export interface Row {
  who: string;
  name: string;
  side: string;
  icon: string;
  value: string;
  points: number;
  most: number;
  health: string;
  /** Health in figures, for those who may know them. */
  figures: string;
  marks: string[];
  active: boolean;
  acted: boolean;
  down: boolean;
  hidden: boolean;
}

export interface Rail {
  heading: string;
  rows: Row[];
}

export interface Terrain {
  key: string;
  name: string;
  glyph: string;
  blocks_move: boolean;
  blocks_sight: boolean;
  cost: number;
  cover: string;
  height: number;
  tags: string[];
  /** How it looks, where that does not follow from the rest. */
  look?: string;
}

export interface GridBoard {
  kind: "grid";
  rows: string[];
  terrains: Terrain[];
  /** What stands between two squares; left out where there is nothing. */
  edges?: Record<string, string>;
  version: number;
  /** What players do not know, as runs: a first square and how many follow on. */
  covered?: number[];
}

export interface Place {
  key: string;
  name: string;
  height: number;
  tags: string[];
}

export interface Link {
  a: string;
  b: string;
  band: string;
  cover: string;
  passable: boolean;
  sight: string;
}

export interface PlacesBoard {
  kind: "places";
  places: Place[];
  links: Link[];
  version: number;
  covered?: number[];
}

export type BoardOut = GridBoard | PlacesBoard;

export interface Condition {
  name: string;
  value: number;
}

export interface CombatantOut {
  id: string;
  name: string;
  kind: string;
  side: string;
  seat: string;
  at: string;
  pos: number;
  size: number;
  altitude: number;
  down: boolean;
  out: boolean;
  hidden: boolean;
  status: string;
  conditions: Condition[];
  icon: string;
  /** Larger than others? */
  stature: "" | "large" | "boss";
  /** Its conditions as a map marks them. */
  marks: { name: string; icon: string }[];
  [field: string]: unknown;
}

export interface StateOut {
  title: string;
  board: BoardOut;
  combatants: CombatantOut[];
  flow: Record<string, unknown>;
  options: Record<string, string>;
  modes: Record<string, string>;
  result: string;
  notes?: string[];
  /** For the GM: the rooms that the scenario names. */
  rooms?: Record<string, number[]>;
  seats?: { id: string; hand: boolean; preferences: Record<string, string> }[];
}

/** Any frame; the fields beyond `type` and `id` are read by whoever asked. */
export interface Frame {
  type: string;
  id?: string;
  [field: string]: unknown;
}

export const PASS = "pass";
/** What an action is for that hurts somebody. */
export const HARM = "harm";
export const GM = "gm";
/** The window of a question for dice that are thrown by hand. */
export const ROLL = "roll";

export function order(who: string, verb: string, rest: Partial<Command> = {}): Command {
  return { who, verb, targets: [], thing: "", squares: [], numbers: [], text: "", ...rest };
}

export function sameCommand(a: Command, b: Command): boolean {
  return (
    a.who === b.who &&
    a.verb === b.verb &&
    a.thing === b.thing &&
    a.text === b.text &&
    a.targets.join() === b.targets.join() &&
    a.squares.join() === b.squares.join() &&
    a.numbers.join() === b.numbers.join()
  );
}
