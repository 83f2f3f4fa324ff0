import { describe, expect, it } from "vitest";
import { readFaces, handfuls } from "../src/state/dice.ts";
import { chosen, differing, grouped, instead, soughtIn } from "../src/state/catalogue.ts";
import { Camera } from "../src/board/camera.svelte.ts";
import { byTarget, hotbar, thingsOf, waysOf } from "../src/state/choosing.ts";
import { initialsOf, lookOf, patchesOf, zonesOf } from "../src/state/looks.ts";
import { blocksOf, spansOf } from "../src/state/prose.ts";
import { bearing, readSquare, squareName } from "../src/state/squares.ts";
import { NAMES, recorded } from "./table.ts";

describe("squares", () => {
  it("are named and read alike, beyond z", () => {
    for (const [x, y] of [
      [0, 0],
      [25, 4],
      [26, 59],
      [59, 59],
    ] as const)
      expect(readSquare(squareName(x, y))).toEqual({ x, y });
    expect(squareName(27, 0)).toBe("ab1");
    expect(readSquare("street")).toBeNull();
  });
  it("lie somewhere as seen from another", () => {
    expect(bearing("c3", "c1")).toBe("2 north");
    expect(bearing("c3", "e5")).toBe("2 south-east");
    expect(bearing("c3", "f2")).toBe("3 east, 1 north");
  });
});

describe("dice by hand", () => {
  it("are counted and read", () => {
    expect(handfuls("2d10-1")).toEqual([{ count: 2, sides: 10 }]);
    expect(readFaces("3, 5")).toEqual([3, 5]);
    expect(readFaces("3 x")).toBeNull();
  });
});

describe("options", () => {
  const value = (name: string) => ({ value: name, title: name.toUpperCase(), text: `It is ${name}.` });
  const reach = {
    name: "reach",
    title: "Reach",
    group: "Fighting",
    paragraph: "1.1",
    text: "",
    default: "weapon",
    values: [value("weapon"), value("one")],
  };
  const light = {
    name: "dim-light",
    title: "Light",
    group: "",
    paragraph: "1.2",
    text: "Who sees what.",
    default: "all",
    values: [value("all"), value("none")],
  };
  const preset = { name: "hard", title: "Hard", text: "For the brave.", values: { reach: "one" } };

  it("are sent where they differ from those an encounter has of its own", () => {
    const both = [reach, light];
    const own = { reach: "one" };
    expect(instead(both, [preset], { reach: "one" }, "", own)).toEqual({});
    expect(instead(both, [preset], { reach: "weapon", "dim-light": "none" }, "", own)).toEqual({
      reach: "weapon",
      "dim-light": "none",
    });
    expect(instead(both, [preset], { "dim-light": "none" }, "hard", own)).toEqual({
      preset: "hard",
      "dim-light": "none",
    });
    expect(instead(both, [preset], {}, "", { preset: "hard" })).toEqual({ reach: "weapon" });
    expect(instead(both, [preset], {}, "hard", { preset: "hard", "dim-light": "none" })).toEqual({
      "dim-light": "all",
    });
  });
  it("are sent where they differ from their defaults, or from the preset", () => {
    expect(chosen([reach, light], { reach: "weapon" })).toEqual({});
    expect(chosen([reach, light], { reach: "one" })).toEqual({ reach: "one" });
    expect(chosen([reach, light], { reach: "one" }, preset)).toEqual({ preset: "hard" });
    expect(chosen([reach, light], { reach: "weapon", "dim-light": "none" }, preset)).toEqual({
      preset: "hard",
      reach: "weapon",
      "dim-light": "none",
    });
  });
  it("say in words what differs from the defaults, also by a preset", () => {
    expect(differing([reach, light], {}, preset)).toEqual([{ name: "reach", title: "Reach", value: "ONE" }]);
    expect(differing([reach, light], { reach: "weapon" }, preset)).toEqual([]);
  });
  it("are found by name, title, heading and text, all words of what is sought", () => {
    expect(soughtIn([reach, light], "dim-l")).toEqual([light]);
    expect(soughtIn([reach, light], "FIGHTING reach")).toEqual([reach]);
    expect(soughtIn([reach, light], "sees none")).toEqual([light]);
    expect(soughtIn([reach, light], "sees weapon")).toEqual([]);
  });
  it("stand under their headings, those without one last", () => {
    expect(grouped([light, reach]).map((group) => group.title)).toEqual(["Fighting", ""]);
  });
});

describe.each(NAMES)("offers of %s", (name) => {
  const one = recorded(name);

  it("lead from things to targets and from squares to ways", () => {
    for (const offer of one.offers) {
      const things = thingsOf(offer);
      expect(things.flatMap((thing) => thing.picks).length).toBe(offer.picks.length);
      for (const thing of things)
        for (const [who, pick] of byTarget(thing.picks)) expect(pick.command.targets).toEqual([who]);
    }
    for (const [square, ways] of waysOf(one.offers))
      for (const way of ways) expect(way.pick.command.squares.at(-1)).toBe(square);
  });

  it("put ways of moving first on the number keys", () => {
    const kinds = hotbar(one.offers).map((shortcut) => shortcut.offer.walks);
    expect(kinds).toEqual([...kinds].sort((a, b) => Number(b) - Number(a)));
  });

  it("give no two combatants the same sign", () => {
    const signs = [...initialsOf(one.state.state.combatants).values()];
    expect(new Set(signs).size).toBe(signs.length);
  });
});

it("sixty of a kind still have signs of their own", () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ id: `brute-${index + 1}`, name: `Brute ${index + 1}` }));
  const signs = [...initialsOf(many as never).values()];
  expect(new Set(signs).size).toBe(60);
  expect(signs[54]).toBe("B55");
});

describe("the ground", () => {
  it("looks as it is, whatever it is called", () => {
    const plain = {
      key: "x",
      name: "x",
      glyph: "x",
      blocks_move: false,
      blocks_sight: false,
      cost: 1,
      cover: "none",
      height: 0,
      tags: [],
    };
    expect(lookOf({ ...plain, key: "floor" })).toBe("floor");
    expect(lookOf({ ...plain, blocks_move: true, blocks_sight: true })).toBe("wall");
    expect(lookOf({ ...plain, cost: 2 })).toBe("rough");
    expect(lookOf({ ...plain, height: 3 })).toBe("rise");
    expect(lookOf(plain)).toBe("field");
    expect(lookOf({ ...plain, key: "water", name: "deep water", tags: ["water"] })).toBe("field");
    expect(lookOf({ ...plain, look: "water" })).toBe("water");
  });
  it("carries zones, lights and things", () => {
    const zones = zonesOf({
      lying: [
        { at: "j2", name: "Brand", zone: true, stacks: 2, tone: "hot", icon: "fire" },
        { at: "c4", name: "Spear", zone: false, stacks: 1, tone: "", icon: "spears" },
      ],
    });
    expect(zones.map((zone) => [zone.name, zone.at, zone.stacks, zone.tone, zone.thing])).toEqual([
      ["Brand", "j2", 2, "hot", false],
      ["Spear", "c4", 1, "odd", true],
    ]);
  });
});

describe("terrain of one look", () => {
  const base = { blocks_move: true, blocks_sight: false, cost: 1, cover: "heavy", height: 0, tags: [] };
  const terrains = [
    { ...base, key: "pillar", name: "pillar", glyph: "O" },
    { ...base, key: "x", name: "one", glyph: "x" },
    { ...base, key: "y", name: "another", glyph: "y" },
    { ...base, key: "car", name: "car", glyph: "c", cover: "cover" },
  ];

  it("is drawn differently on one board, and its sample as it is there", () => {
    const rows = ["Oxyc"];
    const drawn = patchesOf(rows, terrains).map((patch) => patch.variant);
    expect(new Set(drawn).size).toBe(4);
    for (const patch of patchesOf(rows, terrains))
      expect(patchesOf([patch.glyph], terrains, rows)[0]?.variant).toBe(patch.variant);
    expect(patchesOf(["y"], terrains)[0]?.variant).toBe(0);
  });
});

describe("the text of a rule", () => {
  const known = new Set(["4.7", "8.1"]);

  it("has code, links to paragraphs there are, and tables; the rest is text", () => {
    expect(spansOf("Option `a-b`: see (4.7), not 1.5 or 14.7.", known)).toEqual([
      { kind: "text", text: "Option " },
      { kind: "code", text: "a-b" },
      { kind: "text", text: ": see (" },
      { kind: "rule", text: "4.7" },
      { kind: "text", text: "), not 1.5 or 14.7." },
    ]);
    const [text, list] = blocksOf("One <b>.\n\n| a | b |\n|---|---|\n| c | 8.1 |\n", known);
    expect(text).toEqual({ kind: "text", spans: [{ kind: "text", text: "One <b>." }] });
    expect(list?.kind === "table" && list.rows[0]?.[1]).toEqual([{ kind: "rule", text: "8.1" }]);
  });
});

describe("camera", () => {
  it("looks at whoever is in turn when it comes closer, also where they were in sight before", () => {
    const camera = new Camera();
    camera.frame = { width: 390, height: 600 };
    camera.world = { width: 960, height: 440 };
    camera.focus = { x: 60, y: 60 };
    camera.fit();
    const at = { x: 900, y: 220 };
    camera.follow(at);
    camera.least = 46;
    camera.fit();
    const x = camera.x + at.x * camera.scale;
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(390);
  });
  it("brings at whom somebody aims into view, with the one who aims where both fit", () => {
    const camera = new Camera();
    camera.frame = { width: 390, height: 400 };
    camera.world = { width: 960, height: 440 };
    camera.least = 46;
    const from = { x: 100, y: 60 };
    camera.focus = from;
    camera.fit();
    const seen = (at: { x: number; y: number }) => {
      const x = camera.x + at.x * camera.scale;
      return x > 0 && x < 390;
    };
    const [near, far] = [
      { x: 360, y: 60 },
      { x: 800, y: 200 },
    ];
    expect([seen(near), seen(far)]).toEqual([false, false]);
    camera.showAim(from, near);
    expect([seen(from), seen(near)]).toEqual([true, true]);
    camera.showAim(from, far);
    expect([seen(from), seen(far)]).toEqual([false, true]);
    camera.pan(300, 0);
    camera.showAim(from, far);
    expect(seen(far)).toBe(false);
  });
});
