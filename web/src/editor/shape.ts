/** How the encounters of a game say what is in them, read off the form that its content model gives: nothing here knows a game. */

import type { components } from "../api.d.ts";
import type { Form, FormField } from "../own/things.ts";
import type { Terrain } from "../protocol.ts";

type Schemas = components["schemas"];
export type Kit = Omit<Schemas["KitOut"], "terrains"> & { terrains: Terrain[] };
export type KitPerson = Schemas["KitPerson"];
export type KitRows = Schemas["KitRows"];
export type Scene = Schemas["SceneOut"];
export type Drawn = Schemas["DrawnOut"];

/** A list whose entries name a square under `at`. */
export interface Listed {
  key: string;
  title: string;
  item: FormField;
}

export interface Shape {
  /** The map as one text, as a list of rows, or none. */
  map: "" | "text" | "lines";
  floor: string;
  terrains: Terrain[];
  /** The kinds of edges; empty where there are none. */
  edges: string[];
  rooms: boolean;
  covered: boolean;
  people: Listed | null;
  /** The field of people that names a place where others name a square; empty where there are no places. */
  place: string;
  sides: string[];
  /** What else lies on squares: tables with `at`, and rows that begin with a square. */
  laid: Listed[];
  rows: KitRows[];
  /** Ways between places, and the list that names the places; empty where ways alone name them. */
  ways: KitRows | null;
  places: string;
  /** What is drawn, so that no form repeats it. */
  drawn: string[];
}

const listed = (field: FormField): Listed[] =>
  field.kind === "list" && field.item?.kind === "table"
    ? [{ key: field.key, title: field.title, item: field.item }]
    : [];
const has = (one: Listed, key: string): boolean => (one.item.fields ?? []).some((field) => field.key === key);

export function shapeOf(form: Form, kit: Kit): Shape {
  const field = (key: string) => form.fields.find((one) => one.key === key);
  const lists = form.fields.flatMap(listed);
  const people = lists.find((one) => has(one, "creature") && has(one, "side")) ?? null;
  const map = field("map");
  const squares = map && kit.terrains.length ? (map.kind === "list" ? "lines" : "text") : "";
  const ways = kit.rows.find((one) => one.spots === 2) ?? null;
  const places = ways && field("places") ? "places" : "";
  const laid = squares ? lists.filter((one) => one !== people && has(one, "at")) : [];
  const rows = kit.rows.filter((one) => one.spots === 1);
  const drawn = [
    ...(squares ? ["map", "edges", "rooms", "covered"] : []),
    ...[people, ways, ...laid, ...rows].flatMap((one) => (one ? [one.key] : [])),
    places,
    "picture",
  ];
  return {
    map: squares,
    floor: kit.floor,
    terrains: kit.terrains,
    edges: squares ? (field("edges")?.item?.choices ?? []).map(String) : [],
    rooms: !!squares && !!field("rooms"),
    covered: !!squares && !!field("covered"),
    people,
    place: !ways ? "" : people && has(people, "place") ? "place" : squares ? "" : "at",
    sides: (people?.item.fields?.find((one) => one.key === "side")?.choices ?? []).map(String),
    laid,
    rows,
    ways,
    places,
    drawn: drawn.filter(Boolean),
  };
}
