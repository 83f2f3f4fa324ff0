/** Where the pictures of a table are: at this seat's own addresses, or, in a replay, in it. */

import type { TableState } from "./table.svelte.ts";

const MAP = "map-";

export function pictureAt(table: TableState, id: string): string {
  if (!id) return "";
  // In a replay one picture of the map holds all that the seat came to know; what it did not yet know is drawn over.
  if (table.inlined) return table.inlined[id.startsWith(MAP) ? MAP : id] ?? "";
  return `/api/t/${table.table}/${encodeURIComponent(table.seat)}/pictures/${encodeURIComponent(id)}`;
}

/** The address of somebody's portrait; empty for whoever has none. */
export function portraitOf(table: TableState, who: string): string {
  return pictureAt(table, table.view?.portraits?.[who] ?? "");
}
