import { describe, expect, it } from "vitest";
import {
  coverIn,
  coverRoom,
  coveredCells,
  freshRoom,
  paintCover,
  paintRoom,
  readAreas,
  removeRoom,
  renameRoom,
  roomsIn,
} from "../src/editor/areas.ts";
import { takeMap } from "../src/editor/importing.ts";
import { lay, liesIn, takeUp } from "../src/editor/laid.ts";
import {
  boxCells,
  edgeNear,
  edgesAlong,
  edgesAround,
  edgesIn,
  fillCells,
  lineCells,
  paint,
  roomCells,
  rowsOf,
  setEdges,
  tidied,
} from "../src/editor/map.ts";
import { Past } from "../src/editor/past.ts";
import { bringIn, peopleIn, seatFor, sendAway } from "../src/editor/people.ts";
import { pictureIn, scaled, withPicture } from "../src/editor/picture.ts";
import { addPlace, placesIn, removePlace, renamePlace, waysIn } from "../src/editor/places.ts";
import { shapeOf, type Kit, type KitPerson, type Shape } from "../src/editor/shape.ts";
import { lossOf, recut, sayLoss } from "../src/editor/size.ts";
import type { Data, Form, FormField } from "../src/own/things.ts";

const field = (key: string, kind: FormField["kind"], more: Partial<FormField> = {}): FormField => ({
  key,
  title: key,
  help: "",
  kind,
  required: false,
  choices: [],
  use: "",
  refers: "",
  words: [],
  fields: [],
  ...more,
});
const person = field("", "table", {
  fields: [
    field("creature", "text", { required: true }),
    field("at", "text"),
    field("side", "choice", { choices: ["heroes", "foes"] }),
  ],
});
const form = (...more: FormField[]): Form => ({
  kind: "scenario",
  title: "Scenario",
  person: false,
  fields: [field("title", "text"), field("place", "list", { item: person }), ...more],
});
const ground = (glyph: string, key: string, more: object = {}) => ({
  key,
  name: key,
  glyph,
  blocks_move: false,
  blocks_sight: false,
  cost: 1,
  cover: "none",
  height: 0,
  tags: [],
  ...more,
});
const kit: Kit = {
  terrains: [
    ground(".", "floor"),
    ground("#", "wall", { blocks_move: true, blocks_sight: true }),
    ground("w", "water"),
  ],
  floor: ".",
  people: [],
  rows: [
    {
      key: "zones",
      title: "Zones",
      spots: 1,
      columns: [[{ key: "fire", name: "Fire" }], [{ key: "1", name: "1" }]],
      text: false,
    },
  ],
};
const drawn = form(
  field("map", "long"),
  field("edges", "pairs", { item: field("", "choice", { choices: ["wall", "door"] }) }),
  field("rooms", "pairs"),
  field("covered", "list"),
  field("zones", "list", { item: field("", "list") }),
  field("ground", "list", {
    item: field("", "table", { fields: [field("thing", "text", { required: true }), field("at", "text")] }),
  }),
);
const shape: Shape = shapeOf(drawn, kit);
const kinds = new Map<string, KitPerson>(
  (["rat", "ogre"] as const).map((kind) => [
    kind,
    {
      kind,
      section: "",
      name: kind === "rat" ? "Rat" : "Ogre",
      icon: "",
      stature: "",
      size: kind === "rat" ? 1 : 2,
      own: false,
    },
  ]),
);
const plan = (map: string, more: Data = {}): Data => ({ map, place: [], ...more });
const size = { columns: 4, rows: 3 };

describe("the shape of a game's encounters", () => {
  it("is read off the form: squares, edges, people, what lies there", () => {
    expect(shape).toMatchObject({
      map: "text",
      edges: ["wall", "door"],
      rooms: true,
      covered: true,
      sides: ["heroes", "foes"],
    });
    expect([shape.people?.key, shape.laid[0]?.key, shape.rows[0]?.key, shape.place]).toEqual([
      "place",
      "ground",
      "zones",
      "",
    ]);
    expect(shape.drawn).toContain("map");
  });
  it("has places where ways join them, and nothing of a map where there is none", () => {
    const ways = { key: "links", title: "Links", spots: 2, columns: [[{ key: "near", name: "near" }]], text: true };
    const told = shapeOf(form(field("links", "list")), { ...kit, terrains: [], rows: [ways] });
    expect([told.map, told.edges, told.place, told.ways?.key, told.places]).toEqual(["", [], "at", "links", ""]);
    const both = shapeOf(form(field("map", "list"), field("places", "list"), field("links", "list")), {
      ...kit,
      rows: [ways],
    });
    expect([both.map, both.places]).toEqual(["lines", "places"]);
  });
});

describe("a drawn map", () => {
  it("begins as open floor, and marks become the squares they stand for", () => {
    expect(rowsOf(tidied(plan(""), shape), shape)).toHaveLength(10);
    const found = tidied(
      plan("A.#\n.1.", { place: [{ creature: "rat", at: "A" }], zones: [["1", "fire"]], edges: { "b1|a1": "door" } }),
      shape,
    );
    expect(rowsOf(found, shape)).toEqual(["..#", "..."]);
    expect(peopleIn(found, shape)[0]?.at).toBe("a1");
    expect(found.zones).toEqual([["b2", "fire"]]);
    expect(edgesIn(found)).toEqual({ "a1|b1": "door" });
    expect(tidied(found, shape)).toEqual(found);
  });
  it("keeps what it cannot read, and rows of different width are one map", () => {
    expect(rowsOf(plan("?.\n...."), shape)).toEqual(["?...", "...."]);
  });
  it("is painted by brush, line, rectangle and fill, and nothing is changed in place", () => {
    const before = plan("....\n....\n....");
    const after = paint(before, shape, boxCells({ x: 1, y: 0 }, { x: 0, y: 1 }), "#");
    expect(rowsOf(after, shape)).toEqual(["##..", "##..", "...."]);
    expect(rowsOf(before, shape)[0]).toBe("....");
    expect(rowsOf(paint(before, shape, [{ x: 9, y: 9 }], "#"), shape)).toEqual(["....", "....", "...."]);
    expect(lineCells({ x: 0, y: 0 }, { x: 3, y: 1 })).toHaveLength(4);
    expect(lineCells({ x: 2, y: 2 }, { x: 2, y: 2 })).toEqual([{ x: 2, y: 2 }]);
  });
  it("is filled up to other ground and to what stands on edges", () => {
    const rows = ["....", "####", "...."];
    expect(fillCells(rows, { x: 0, y: 0 }, {}, (glyph) => glyph === ".")).toHaveLength(4);
    expect(fillCells(rows, { x: 0, y: 0 }, { "b1|c1": "door" }, (glyph) => glyph === ".")).toHaveLength(2);
    expect(roomCells(rows, shape, {}, { x: 0, y: 0 })).toHaveLength(8);
    expect(roomCells(rows, shape, {}, { x: 0, y: 1 })).toEqual([{ x: 0, y: 1 }]);
  });
  it("takes a fill of the largest map without running out of anything", () => {
    const rows = Array.from({ length: 200 }, () => ".".repeat(200));
    expect(fillCells(rows, { x: 0, y: 0 }, {}, () => true)).toHaveLength(40_000);
  });
});

describe("edges", () => {
  it("are found near a point, along a line and around a box, never at the rim", () => {
    expect(edgeNear(0.95, 0.5, size)).toBe("a1|b1");
    expect(edgeNear(1.05, 0.5, size)).toBe("a1|b1");
    expect(edgeNear(1.5, 0.9, size)).toBe("b1|b2");
    expect(edgeNear(0.5, 0.5, size)).toBe("");
    expect(edgeNear(0.02, 0.5, size)).toBe("");
    expect(edgesAlong({ x: 0, y: 1 }, { x: 3, y: 1 }, size)).toEqual(["a1|a2", "b1|b2", "c1|c2"]);
    expect(edgesAlong({ x: 0, y: 0 }, { x: 3, y: 0 }, size)).toEqual([]);
    expect(edgesAlong({ x: 2, y: 3 }, { x: 2, y: 1 }, size)).toEqual(["b2|c2", "b3|c3"]);
    expect(edgesAround([{ x: 1, y: 1 }], size).toSorted()).toEqual(["a2|b2", "b1|b2", "b2|b3", "b2|c2"]);
  });
  it("are set and taken away, and the last one takes the field with it", () => {
    const one = setEdges(plan(""), ["a1|b1"], "door");
    expect(edgesIn(one)).toEqual({ "a1|b1": "door" });
    expect(setEdges(one, ["a1|b1"], "")).not.toHaveProperty("edges");
  });
});

describe("rooms and cover", () => {
  const map = plan("....\n....\n....");
  it("are painted, renamed and removed", () => {
    expect(freshRoom(map)).toBe("Room 1");
    const one = paintRoom(map, "Hall", boxCells({ x: 0, y: 0 }, { x: 1, y: 1 }), true, size);
    expect(roomsIn(one)).toEqual({ Hall: ["a1-b2"] });
    const covered = coverRoom(one, "Hall", true);
    expect(coverIn(renameRoom(covered, "Hall", "Vault"))).toEqual(["Vault"]);
    const gone = removeRoom(covered, "Hall", size);
    expect(coverIn(gone)).toEqual(["a1-b2"]);
    expect(gone).not.toHaveProperty("rooms");
  });
  it("a room that loses cover is covered by squares", () => {
    const one = coverRoom(paintRoom(map, "Hall", boxCells({ x: 0, y: 0 }, { x: 1, y: 1 }), true, size), "Hall", true);
    const more = paintCover(one, [{ x: 3, y: 2 }], true, size);
    expect(coverIn(more)).toEqual(["Hall", "d3"]);
    const less = paintCover(more, [{ x: 0, y: 0 }], false, size);
    expect(coveredCells(less, size)).toHaveLength(4);
    expect(coverIn(less)).not.toContain("Hall");
  });
  it("everything is said as all, and nothing is not said", () => {
    const all = paintCover(map, boxCells({ x: 0, y: 0 }, { x: 3, y: 2 }), true, size);
    expect(coverIn(all)).toEqual(["all"]);
    expect(paintCover(all, readAreas(["all"], size), false, size)).not.toHaveProperty("covered");
    expect(readAreas(["zz99", "c3-f6", "nowhere"], size)).toEqual([]);
  });
});

describe("another size", () => {
  const full = plan("....\n....\n...#", {
    place: [
      { creature: "rat", at: "a1", side: "foes" },
      { creature: "rat", at: "d3", side: "foes" },
    ],
    edges: { "a1|b1": "wall", "c3|d3": "door" },
    rooms: { Hall: ["c2-d3"] },
    covered: ["Hall", "a1"],
    zones: [["d1", "fire", 1]],
  });
  it("keeps what is there where the map grows, also at the left and at the top", () => {
    const grown = recut(full, shape, { columns: 5, rows: 4, left: 1, top: 1 }, kinds);
    expect(rowsOf(grown, shape)).toEqual([".....", ".....", ".....", "....#"]);
    expect(peopleIn(grown, shape).map((one) => one.at)).toEqual(["b2", "e4"]);
    expect(edgesIn(grown)).toEqual({ "b2|c2": "wall", "d4|e4": "door" });
    expect(roomsIn(grown)).toEqual({ Hall: ["d3-e4"] });
    expect(coverIn(grown)).toEqual(["Hall", "b2"]);
    expect(recut(grown, shape, { columns: 4, rows: 3, left: -1, top: -1 }, kinds)).toEqual({
      ...full,
      map: "....\n....\n...#\n",
    });
  });
  it("counts somebody large whose far side would hang over the edge", () => {
    const large = { ...full, place: [{ creature: "ogre", at: "c1", side: "foes" }] };
    const cut = { columns: 3, rows: 3, left: 0, top: 0 };
    expect(lossOf(large, shape, cut, kinds).people).toBe(1);
    expect(peopleIn(recut(large, shape, cut, kinds), shape)).toEqual([]);
    expect(lossOf(large, shape, { ...cut, columns: 4, rows: 2 }, kinds).people).toBe(0);
  });
  it("says what would be lost", () => {
    const cut = { columns: 3, rows: 3, left: 0, top: 0 };
    expect(lossOf(full, shape, cut, kinds)).toEqual({ people: 1, things: 1, ground: 1, edges: 1, areas: 1 });
    expect(sayLoss(lossOf(full, shape, cut, kinds))).toContain(" and ");
    expect(sayLoss(lossOf(full, shape, { columns: 9, rows: 9, left: 0, top: 0 }, kinds))).toBe("");
  });
});

describe("people", () => {
  const map = plan("....\n.#..\n....");
  it("come in beside each other with ids, names and seats of their own", () => {
    const some = bringIn(map, shape, kinds, { kind: "rat", side: "foes", hidden: true, many: 3, name: "" }, "b2");
    const all = peopleIn(some, shape);
    expect(new Set(all.map((one) => one.at)).size).toBe(3);
    expect(all.some((one) => one.at === "b2")).toBe(false);
    expect(all.map((one) => one.id ?? one.creature)).toEqual(["rat", "rat-2", "rat-3"]);
    expect(all.map((one) => one.name)).toEqual([undefined, "Rat 2", "Rat 3"]);
    expect(all.every((one) => one.hidden === true && one.seat === undefined)).toBe(true);
    expect(peopleIn(sendAway(some, shape, 1), shape)).toHaveLength(2);
  });
  it("large ones need room, and no more come than find some", () => {
    const some = bringIn(map, shape, kinds, { kind: "ogre", side: "foes", hidden: false, many: 9, name: "" }, "a1");
    expect(peopleIn(some, shape)).toHaveLength(1);
  });
  it("the first side is the players', one seat each", () => {
    expect(seatFor([], "heroes", ["heroes", "foes"])).toBe("player1");
    expect(seatFor([{ side: "heroes", seat: "player1" }], "heroes", ["heroes", "foes"])).toBe("player2");
    expect(seatFor([{ side: "heroes", seat: "player1" }], "foes", ["heroes", "foes"])).toBe("gm");
  });
});

describe("what lies there, pictures and files", () => {
  it("is laid once on a square and taken up again", () => {
    const one = lay(plan("...."), shape, "zones", "fire", ["a1", "b1"]);
    expect(one.zones).toEqual([
      ["a1", "fire", 1],
      ["b1", "fire", 1],
    ]);
    expect(lay(one, shape, "zones", "fire", ["a1"]).zones).toHaveLength(2);
    const two = lay(one, shape, "ground", "spear", ["c1"]);
    expect(liesIn(two, shape)).toHaveLength(3);
    expect(takeUp(two, shape, ["a1", "b1", "c1"])).not.toHaveProperty("zones");
  });
  it("a picture that covers the map says no more than which it is", () => {
    const one = withPicture(plan(""), { id: "x", left: 0, top: 0, width: 400, height: 300 }, size);
    expect(one.picture).toBe("x");
    expect(pictureIn(one, size)).toEqual({ id: "x", left: 0, top: 0, width: 400, height: 300 });
    const moved = withPicture(one, { id: "x", left: 5, top: 0, width: 400, height: 300 }, size);
    expect(pictureIn(moved, size)?.left).toBe(5);
    expect(withPicture(moved, null, size)).not.toHaveProperty("picture");
    expect(scaled({ id: "x", left: 0, top: 0, width: 400, height: 200 }, 2)).toEqual({
      id: "x",
      left: -200,
      top: -100,
      width: 800,
      height: 400,
    });
  });
  it("a map out of a file takes the place of what was drawn, and people stay on it", () => {
    const old = plan("....\n....", {
      place: [{ creature: "rat", at: "d2", side: "foes" }],
      rooms: { Hall: ["a1"] },
      covered: ["all"],
    });
    const found = takeMap(old, shape, kinds, {
      columns: 2,
      rows: 2,
      edges: { "a1|b1": "door" },
      picture: null,
      width: 200,
      height: 200,
      told: [],
    });
    expect(rowsOf(found, shape)).toEqual(["..", ".."]);
    expect(peopleIn(found, shape)[0]?.at).toBe("b2");
    expect(found).not.toHaveProperty("rooms");
    expect(edgesIn(found)).toEqual({ "a1|b1": "door" });
  });
  it("keeps its picture's scale where it ends within a square", () => {
    const picture = { id: "p1", type: "image/jpeg", width: 105, height: 80, size: 1, use: "map" };
    const size = { columns: 11, rows: 8, edges: {}, told: [], picture };
    const laid = (width: number): unknown =>
      takeMap(plan("..\n.."), shape, kinds, { ...size, width, height: 800 }).picture;
    expect([laid(1050), laid(1100)]).toEqual([{ id: "p1", left: 0, top: 0, width: 1050, height: 800 }, "p1"]);
  });
});

describe("places without squares", () => {
  const ways = { key: "links", title: "Links", spots: 2, columns: [[{ key: "near", name: "near" }]], text: true };
  const told = shapeOf(form(field("links", "list")), { ...kit, terrains: [], rows: [ways] });
  it("are named by the ways between them", () => {
    const one: Data = { links: ["hall stairs near"], place: [{ creature: "rat", at: "stairs", side: "foes" }] };
    expect(placesIn(one, told)).toEqual(["hall", "stairs"]);
    const more = addPlace(one, told, "loft");
    expect(waysIn(more, told)[1]).toEqual(["stairs", "loft", "near"]);
    const renamed = renamePlace(more, told, "stairs", "steps");
    expect([placesIn(renamed, told), peopleIn(renamed, told)[0]?.at]).toEqual([["hall", "steps", "loft"], "steps"]);
    expect(removePlace(renamed, told, "steps").links).toEqual([]);
  });
});

describe("undo and redo", () => {
  it("go back and forth, and what is typed at once is one change", () => {
    const past = new Past<number>();
    past.keep(1);
    past.keep(2, "form", 0);
    past.keep(3, "form", 100);
    expect(past.undo(4)).toBe(2);
    expect(past.undo(2)).toBe(1);
    expect(past.canUndo).toBe(false);
    expect(past.redo(1)).toBe(2);
    past.keep(2);
    expect(past.canRedo).toBe(false);
  });
});
