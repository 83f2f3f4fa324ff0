import { describe, expect, it } from "vitest";
import { DOOR_DEEDS, EDGE_WORDS, doorAt, edgesOf, ends } from "../src/state/edges.ts";

describe("edges between squares", () => {
  const edges = edgesOf({ "c3|d3": "door", "c3|c4": "wall", "d3|d4": "open-door" });

  it("knows on which side of which square each stands", () => {
    expect(edges.map(({ name, x, y, lies, door }) => ({ name, x, y, lies, door }))).toEqual([
      { name: "c3|d3", x: 2, y: 2, lies: false, door: true },
      { name: "c3|c4", x: 2, y: 2, lies: true, door: false },
      { name: "d3|d4", x: 3, y: 2, lies: true, door: true },
    ]);
    expect(ends(edges[0]!, 40)).toEqual({ x1: 120, y1: 80, x2: 120, y2: 120 });
    expect(ends(edges[1]!, 40)).toEqual({ x1: 80, y1: 120, x2: 120, y2: 120 });
  });

  it("finds the door that is pointed at, and no wall", () => {
    expect(doorAt(edges, 124, 100, 40)?.name).toBe("c3|d3");
    expect(doorAt(edges, 140, 116, 40)?.name).toBe("d3|d4");
    expect(doorAt(edges, 100, 120, 40)).toBeUndefined();
    expect(doorAt(edges, 100, 100, 40)).toBeUndefined();
  });

  it("has words for every kind, and a board without any has none", () => {
    for (const kind of Object.keys(DOOR_DEEDS)) expect(EDGE_WORDS[kind]?.name).toBeTruthy();
    expect(edgesOf(undefined)).toEqual([]);
  });
});
