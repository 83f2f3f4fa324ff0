/** A map out of a file takes the place of what is drawn: its size, walls, doors and picture. */

import type { components } from "../api.d.ts";
import type { Data } from "../own/things.ts";
import { readSquare, squareName } from "../state/squares.ts";
import { everySpot, inside, withRows } from "./map.ts";
import { peopleIn, roomNear, sizeIn, withPeople } from "./people.ts";
import { withPicture } from "./picture.ts";
import type { KitPerson, Shape } from "./shape.ts";

export type BroughtMap = components["schemas"]["BroughtMap"];

/** People stay where they are, or as near as the new map allows; what else lay beyond it is gone. */
export function takeMap(data: Data, shape: Shape, kinds: Map<string, KitPerson>, map: BroughtMap): Data {
  const { rooms: _rooms, covered: _covered, edges: _edges, ...rest } = data;
  const people = peopleIn(data, shape);
  const bare = everySpot(withPeople(rest, shape, []), shape, (name) => {
    const at = readSquare(name);
    return !at || inside(at, map) ? name : null;
  });
  const rows = Array.from({ length: map.rows }, () => shape.floor.repeat(map.columns));
  let next: Data = withRows(bare, shape, rows);
  if (Object.keys(map.edges).length) next = { ...next, edges: map.edges };
  const { width, height } = map;
  if (map.picture) next = withPicture(next, { id: map.picture.id, left: 0, top: 0, width, height }, map);
  for (const one of people) {
    const at = readSquare(String(one.at));
    const wanted = at && { x: Math.min(at.x, map.columns - 1), y: Math.min(at.y, map.rows - 1) };
    const spot = wanted && roomNear(next, shape, kinds, wanted, sizeIn(one, kinds));
    const moved = spot ? { ...one, at: squareName(spot.x, spot.y) } : one;
    next = withPeople(next, shape, [...peopleIn(next, shape), moved]);
  }
  return next;
}
