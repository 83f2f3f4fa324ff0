/** What a GM keeps: campaigns, things, and the forms they are filled in by. */

import type { components } from "../api.d.ts";

type Schemas = components["schemas"];
export type Campaign = Schemas["CampaignOut"];
export type Thing = Schemas["ThingOut"];
export type Whole = Schemas["ThingWhole"];
export type Fault = Schemas["FaultOut"];
export type Form = Schemas["FormOut"];
export type FormField = Schemas["FormField"];
export type BuiltIn = Schemas["BuiltInOut"];
export type Tried = Schemas["TryOut"];
export type Player = Schemas["PlayerOut"];
export type Fight = Schemas["FightOut"];
export type PlayerPage = Schemas["PlayerPage"];
export type Pictured = Schemas["PictureOut"];
export type Data = Record<string, unknown>;
/** Under this name a form finds the id of the campaign it is in. */
export const CAMPAIGN = "campaign";

export const say = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A name to pick from where a field refers to something. */
export interface Known {
  key: string;
  name: string;
}

/** By section what a field may refer to; under * all people. */
export type Refers = Record<string, Known[]>;

export function refersOf(forms: Form[], builtIn: BuiltIn[], own: Thing[], ruleset: string): Refers {
  const found: Refers = { "*": [] };
  const people = new Set(forms.filter((one) => one.person).map((one) => one.kind));
  const mine = own.filter((one) => one.ruleset === ruleset);
  for (const one of [...mine, ...builtIn]) {
    (found[one.kind] ??= []).push({ key: one.key, name: one.name });
    if (people.has(one.kind)) found["*"]?.push({ key: one.key, name: one.name });
  }
  return found;
}

/** Some fields as the one table that a form is made of. */
export function wholeOf(fields: FormField[]): FormField {
  return {
    key: "",
    title: "",
    help: "",
    kind: "table",
    required: true,
    choices: [],
    use: "",
    refers: "",
    words: [],
    fields,
  };
}

/** What a new thing begins with: whatever must be there, empty. */
export function blank(fields: FormField[], name: string): Data {
  const data: Data = {};
  for (const field of fields) {
    if (!field.required) continue;
    if (field.key === "name" || field.key === "title") data[field.key] = name;
    else data[field.key] = first(field);
  }
  return data;
}

export function first(field: FormField): unknown {
  if (field.kind === "number") return Math.max(field.low ?? 0, 0);
  if (field.kind === "flag") return false;
  if (field.kind === "choice") return field.choices?.[0] ?? "";
  if (field.kind === "list") return [];
  if (field.kind === "pairs") return {};
  if (field.kind === "table") return blank(field.fields ?? [], "");
  return "";
}

/** Where a draft that was not saved yet is kept, so that a closed tab loses nothing. */
export const draftKey = (thing: string): string => `fracas-draft-${thing}`;

/** The page of a thing: encounters are drawn, everything else is a form. */
export const pageOf = (campaign: string, one: { id: string; kind: string }): string =>
  `/c/${campaign}/${one.kind === "scenario" ? "encounters" : "things"}/${one.id}`;
