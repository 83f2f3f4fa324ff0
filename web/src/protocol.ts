/** The messages of a table as docs/protocol.md and the server name them. Nothing here knows a ruleset. */

export interface Command {
  who: string;
  verb: string;
  targets: string[];
  thing: string;
  squares: string[];
  numbers: number[];
  text: string;
}

export interface Why {
  paragraph: string;
  text: string;
  remedy: string;
}

export interface Pick {
  command: Command;
  text: string;
  label: string;
  cost: string;
  blocked: Why[];
}

export interface Offer {
  verb: string;
  title: string;
  paragraph: string;
  cost: string;
  shape: string;
  open: boolean;
  blocked: Why[];
  picks: Pick[];
}

export interface Invited {
  who: string;
  window: string;
  verbs: string[];
}

export interface Share {
  ppm: number;
  exact: string;
}

export interface Odds {
  results: Record<string, Share>;
  changes: Record<string, Record<string, Record<string, Share>>>;
  down: Record<string, Share>;
  invited: Invited[];
  leaves: number;
  cut: Share;
  sampled: number;
  error_ppm: number;
  left_out: string[];
}

export interface Preview {
  type: "preview";
  command: Command;
  text: string;
  legal: boolean;
  reasons: Why[];
  warnings: Why[];
  cost: string;
  invited: Invited[];
  odds: Odds | null;
}

export interface EventOut {
  n: number;
  kind: string;
  text: string;
  data: Record<string, unknown>;
}

export interface Question {
  id: string;
  who: string;
  window: string;
  prompt: string;
  answers: Command[];
  default: Command;
  agree: boolean;
  seconds_left: number | null;
  default_text: string;
}

/** [label, value, paragraph] */
export type Part = [string, number, string];

export interface Field {
  kind: "pips" | "track" | "number" | "words";
  label: string;
  value?: number;
  most?: number;
  text?: string;
  parts?: Part[];
}

export interface CardOut {
  who: string;
  name: string;
  kind: string;
  side: string;
  fields: Field[];
}

export interface Row {
  who: string;
  name: string;
  side: string;
  value: string;
  points: number;
  most: number;
  health: string;
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
}

export interface GridBoard {
  kind: "grid";
  rows: string[];
  terrains: Terrain[];
  version: number;
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
  seats?: { id: string; hand: boolean; preferences: Record<string, string> }[];
}

export interface View {
  game: string;
  games: string[];
  last: number;
  step: number;
  over: boolean;
  result: string;
  state: StateOut;
  rail: Rail;
  cards: CardOut[];
  actors: string[];
  proposals: Record<string, Command>;
  decisions: Question[];
  waiting_for: string[];
  can: { undo: boolean; redo: boolean };
}

export interface SeatOut {
  seat: string;
  names: string[];
  combatants: string[];
  person: string;
  here: number;
  bot: boolean;
  dice: "server" | "hand";
}

export interface Aside {
  n: number;
  who: string;
  dice: string;
  text: string;
  total: number;
  why: string;
  call: string;
  secret: boolean;
}

export interface Call {
  id: string;
  dice: string;
  why: string;
  seats: string[];
}

export interface RoomOut {
  started: boolean;
  paused: boolean;
  limit: number;
  seats: SeatOut[];
  watchers: number;
  bots: { scope: "combatant" | "side" | "seat" | "turn"; name: string }[];
  asides: Aside[];
  calls: Call[];
  public_seed_hash: string;
  trouble: string;
}

export type Role = "gm" | "player" | "spectator";

export interface Welcome {
  type: "welcome";
  protocol: number;
  role: Role;
  seat: string;
  table: string;
  title: string;
  ruleset: { id: string; name: string; text: string };
  yours: string[];
  room: RoomOut;
  view: View;
  events: EventOut[];
  complete: boolean;
}

export interface LogLine {
  n: number;
  type: "command" | "answer" | "event" | "ruling" | "undo";
  text: string;
  holds: boolean;
}

export interface Failure {
  type: "error";
  id: string;
  kind: "invalid" | "refused" | "fault";
  message: string;
  reasons: Why[];
  problems: { at: string; expected: string }[];
}

export interface Stale {
  type: "stale";
  id: string;
  message: string;
  view: View;
}

export interface RuleText {
  number: string;
  title: string;
  text: string;
  section?: string;
}

/** Any frame; the fields beyond `type` and `id` are read by whoever asked. */
export interface Frame {
  type: string;
  id?: string;
  [field: string]: unknown;
}

export const PASS = "pass";
export const GM = "gm";

export function order(who: string, verb: string, rest: Partial<Command> = {}): Command {
  return { who, verb, targets: [], thing: "", squares: [], numbers: [], text: "", ...rest };
}

export function sameCommand(a: Command, b: Command): boolean {
  return (
    a.who === b.who && a.verb === b.verb && a.thing === b.thing && a.text === b.text &&
    a.targets.join() === b.targets.join() && a.squares.join() === b.squares.join() && a.numbers.join() === b.numbers.join()
  );
}
