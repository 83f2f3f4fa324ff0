/** What the administrator's page shows, as the server tells it. */

import type { components } from "../api.d.ts";

type Schemas = components["schemas"];
export type Overview = Schemas["OverviewOut"];
export type TableRow = Schemas["TableRow"];
export type CampaignRow = Schemas["CampaignRow"];
export type AdminLink = Schemas["AdminLink"];

/** Does something at an address below /api/admin, and shows what came of it. */
export type Act = (path: string, body?: unknown) => Promise<void>;

/** Does one thing after another, whatever became of the one before. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Whoever looks while the link is being replaced comes with the old cookie, is turned away, and never gets to see the
 * new link: so nothing is asked until the last answer is there.
 */
export function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const now = last.then(work);
    last = now.catch(() => undefined);
    return now;
  };
}

/** Something that can be deleted, and how. */
export interface Doomed {
  path: string;
  name: string;
  text: string;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

export function size(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 10 && unit ? value.toFixed(1) : Math.round(value)} ${UNITS[unit] ?? ""}`;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** Who is connected to a table, server by server. */
export function who(row: TableRow): string[] {
  const servers = new Map<string, string[]>();
  for (const { server, seat, tabs } of row.there) {
    const name = seat === "gm" ? "GM" : seat || "watching";
    servers.set(server, [...(servers.get(server) ?? []), tabs > 1 ? `${name} (${tabs})` : name]);
  }
  return [...servers].map(([server, names]) => `Connected${server ? ` to ${server}` : ""}: ${names.join(", ")}`);
}
