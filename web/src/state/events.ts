/** What events leave out on their way here, because it stands at its default (`EventOut` in docs/server.md). */

import type { EventOut } from "../protocol.ts";

const EVENT: Partial<EventOut> = {
  text: "",
  data: {},
  harm: 0,
  by: "",
  reward: false,
  shape: "deed",
  story: "",
  show: null,
};
const SHOW: Partial<EventOut["show"]> = { who: "", at: [], text: "", amount: 0, squares: [] };

/** The event as the rest of the page reads it; only empty fields of its `data` stay away. */
export function filledIn(event: Partial<EventOut>): EventOut {
  const show = event.show ? { ...SHOW, ...event.show } : null;
  return { ...EVENT, ...event, show } as EventOut;
}
