/** An encounter on the drawing board: what is in hand, what it does to the squares it touches, and the way back. */

import { get } from "../http.ts";
import { Editing } from "../own/editing.svelte.ts";
import type { Data, Form } from "../own/things.ts";
import type { Cell } from "../state/cover.ts";
import { pictures } from "../state/pictures.svelte.ts";
import { readSquare, squareName } from "../state/squares.ts";
import * as areas from "./areas.ts";
import { lay, takeUp } from "./laid.ts";
import * as map from "./map.ts";
import { Past } from "./past.ts";
import * as people from "./people.ts";
import { pictureIn, withPicture, type Laid } from "./picture.ts";
import { shapeOf, type Drawn, type Kit, type KitPerson, type Shape } from "./shape.ts";

export type Layer = "ground" | "edges" | "rooms" | "cover" | "laid" | "people" | "picture";
export type Tool = "brush" | "line" | "box" | "fill" | "erase" | "look";

export class Editor {
  editing: Editing<Drawn>;
  kit = $state.raw<Kit | null>(null);
  shape = $state.raw<Shape | null>(null);
  ruleset = $state("");
  layer = $state<Layer>("ground");
  tool = $state<Tool>("brush");
  glyph = $state("");
  edge = $state("");
  room = $state("");
  laid = $state.raw({ list: "", what: "" });
  /** Whom a tap brings in; nobody while `kind` is empty. */
  newcomer = $state<people.Newcomer>({ kind: "", side: "", hidden: false, many: 1, name: "" });
  selected = $state(-1);
  carried = $state(-1);
  /** Where the keys are, and where a line or a box began. */
  cursor = $state.raw<Cell | null>(null);
  anchor = $state.raw<Cell | null>(null);
  stroke = $state.raw<Cell[]>([]);
  walls = $state.raw<string[]>([]);
  private last: { x: number; y: number } | null = null;
  private past = new Past<Data>();
  private turned = $state(0);

  constructor(campaign: string, id: string) {
    this.editing = new Editing<Drawn>(
      campaign,
      id,
      "scene",
      () => ({}),
      (data) => (this.shape ? map.tidied(data, this.shape) : data),
    );
  }

  async load(): Promise<void> {
    await this.editing.load(async (form: Form | null, ruleset: string) => {
      this.ruleset = ruleset;
      pictures.use(ruleset);
      const kit = await get<Kit>(`${this.editing.base}/kit/${ruleset}`);
      if (!form) return;
      this.kit = kit;
      this.shape = shapeOf(form, kit);
      this.glyph = kit.terrains.find((one) => one.blocks_move)?.glyph ?? kit.floor;
      this.edge = this.shape.edges[0] ?? "";
      this.newcomer.side = this.shape.sides.at(-1) ?? "";
      const sort = this.shape.laid[0] ?? this.shape.rows[0];
      this.laid = { list: sort?.key ?? "", what: "" };
    });
    if (!this.rows.length) this.layer = "people";
  }

  // -------------------------------------------------------------- what there is

  get data(): Data {
    return this.editing.data;
  }
  rows = $derived.by<string[]>(() => (this.shape?.map ? map.rowsOf(this.data, this.shape) : []));
  size = $derived(map.sizeOf(this.rows));
  edges = $derived(map.edgesIn(this.data));
  kinds = $derived(new Map<string, KitPerson>((this.kit?.people ?? []).map((one) => [one.kind, one])));
  cast = $derived.by<Data[]>(() => (this.shape ? people.peopleIn(this.data, this.shape) : []));
  covered = $derived(areas.coveredCells(this.data, this.size));
  picture = $derived(pictureIn(this.data, this.size));
  /** A map larger than any may be: it is drawn by nobody, and its text says why. */
  tooLarge = $derived(this.size.columns > map.MOST_SIDE || this.size.rows > map.MOST_SIDE);

  // -------------------------------------------------------------- changes, and the way back

  /** The one way in which anything is changed here. */
  make(next: Data, kind = ""): void {
    if (next === this.data) return;
    this.past.keep(this.data, kind);
    this.turned += 1;
    this.editing.edit(next);
  }
  get canUndo(): boolean {
    return this.turned >= 0 && this.past.canUndo;
  }
  get canRedo(): boolean {
    return this.turned >= 0 && this.past.canRedo;
  }
  undo(): void {
    this.turnTo(this.past.undo(this.data));
  }
  redo(): void {
    this.turnTo(this.past.redo(this.data));
  }
  private turnTo(data: Data): void {
    this.turned += 1;
    this.editing.round += 1;
    this.editing.edit(data);
    if (this.selected >= this.cast.length) this.selected = -1;
  }

  // -------------------------------------------------------------- squares under a pointer or the keys

  take(layer: Layer, tool?: Tool): void {
    // Lines are for walls; whatever else is drawn begins with the brush.
    if (this.layer === "edges" && layer !== "edges" && this.tool === "line") this.tool = "brush";
    this.layer = layer;
    if (tool) this.tool = tool;
    if (layer === "edges" && (this.tool === "fill" || this.tool === "brush")) this.tool = "line";
    this.cancel();
  }
  cancel(): void {
    [this.anchor, this.stroke, this.walls, this.last, this.carried] = [null, [], [], null, -1];
  }
  /** Does a drag draw, or look around? */
  get draws(): boolean {
    return this.tool !== "look" && this.layer !== "people" && !(this.layer === "picture" && !this.picture);
  }

  /** A pointer at a point, in squares; what it is about to do is shown until it is let go. */
  over(x: number, y: number): void {
    const from = (this.last ??= { x, y });
    if (this.layer === "picture") return this.shiftPicture(x - from.x, y - from.y, { x, y });
    if (this.layer === "edges") return this.overEdges(from, { x, y });
    const [start, at] = [this.cellAt(from.x, from.y), this.cellAt(x, y)];
    if (!start || !at) return;
    if (this.tool === "line") this.stroke = map.lineCells(start, at);
    else if (this.tool === "box") this.stroke = map.boxCells(start, at);
    else if (this.tool === "fill") this.stroke = [at];
    else {
      const seen = new Set(this.stroke.map((one) => `${one.x},${one.y}`));
      const more = map.lineCells(start, at).filter((one) => !seen.has(`${one.x},${one.y}`));
      if (more.length) this.stroke = [...this.stroke, ...more];
      this.last = { x, y };
    }
  }
  private overEdges(from: { x: number; y: number }, to: { x: number; y: number }): void {
    if (this.tool === "box") {
      const [a, b] = [this.cellAt(from.x, from.y), this.cellAt(to.x, to.y)];
      this.walls = a && b ? map.edgesAround(map.boxCells(a, b), this.size) : [];
      return;
    }
    const corner = (at: { x: number; y: number }): Cell => ({ x: Math.round(at.x), y: Math.round(at.y) });
    const far = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) > 0.6;
    const near = map.edgeNear(from.x, from.y, this.size);
    this.walls = far ? map.edgesAlong(corner(from), corner(to), this.size) : near ? [near] : [];
  }
  /** The pointer is up: all that it touched is one change. */
  done(): void {
    const [cells, walls] = [this.stroke, this.walls];
    [this.stroke, this.walls, this.last] = [[], [], null];
    if (walls.length) this.build(walls);
    else if (cells.length) this.apply(cells, this.tool === "erase");
  }

  /** Put the edge in hand there; where all of them are that kind already, they go. */
  build(names: string[]): void {
    const gone = this.tool === "erase" || names.every((name) => this.edges[name] === this.edge);
    this.make(map.setEdges(this.data, names, gone ? "" : this.edge));
  }

  apply(touched: Cell[], erase: boolean): void {
    if (!this.shape) return;
    const cells = touched.filter((one) => map.inside(one, this.size));
    const first = cells[0];
    if (!first) return;
    const fills = this.tool === "fill" && !erase;
    if (this.layer === "ground") {
      const here = this.rows[first.y]?.[first.x] ?? "";
      const all = fills ? map.fillCells(this.rows, first, this.edges, (glyph) => glyph === here) : cells;
      return this.make(map.paint(this.data, this.shape, all, erase ? this.shape.floor : this.glyph));
    }
    const all = fills ? map.roomCells(this.rows, this.shape, this.edges, first) : cells;
    if (this.layer === "rooms") {
      if (!this.room) this.room = areas.freshRoom(this.data);
      return this.make(areas.paintRoom(this.data, this.room, all, !erase, this.size));
    }
    if (this.layer === "cover") return this.make(areas.paintCover(this.data, all, !erase, this.size));
    const names = all.map(({ x, y }) => squareName(x, y));
    if (this.layer !== "laid") return;
    if (erase) this.make(takeUp(this.data, this.shape, names, this.laid.list));
    else if (this.laid.what) this.make(lay(this.data, this.shape, this.laid.list, this.laid.what, names));
  }

  cellAt(x: number, y: number): Cell | null {
    const cell = { x: Math.floor(x), y: Math.floor(y) };
    return map.inside(cell, this.size) ? cell : null;
  }

  private shiftPicture(dx: number, dy: number, at: { x: number; y: number }): void {
    if (!this.picture) return;
    const [left, top] = [Math.round(dx * 100), Math.round(dy * 100)];
    if (!left && !top) return;
    this.last = at;
    this.setPicture({ ...this.picture, left: this.picture.left + left, top: this.picture.top + top }, "shift");
  }
  setPicture(laid: Laid | null, kind = ""): void {
    this.make(withPicture(this.data, laid, this.size), kind);
  }

  setOptions(options: Record<string, string>): void {
    const rest = { ...this.data };
    delete rest.options;
    this.make(Object.keys(options).length ? { ...rest, options } : rest, "options");
  }

  // -------------------------------------------------------------- people

  /** Bring in whoever is in hand, at a square or in a place. */
  bring(spot: string, kind = this.newcomer.kind, name = this.newcomer.name): void {
    if (!this.shape || !kind || !spot) return;
    const many = Math.max(1, Math.min(20, Math.floor(Number(this.newcomer.many) || 1)));
    const before = this.cast.length;
    const who = { ...this.newcomer, many, kind, name };
    this.make(people.bringIn(this.data, this.shape, this.kinds, who, spot));
    if (this.cast.length > before) this.selected = this.cast.length - 1;
  }
  move(index: number, spot: string): void {
    const field = readSquare(spot) && this.shape?.map ? "at" : this.shape?.place || "at";
    if (this.shape && this.cast[index] && this.cast[index][field] !== spot)
      this.make(people.change(this.data, this.shape, index, { [field]: spot }));
  }
  change(index: number, next: Data): void {
    if (!this.shape) return;
    const cast = this.cast.map((one, at) => (at === index ? next : one));
    this.make(people.withPeople(this.data, this.shape, cast), `person ${index}`);
  }
  remove(index: number): void {
    if (!this.shape || !this.cast[index]) return;
    this.make(people.sendAway(this.data, this.shape, index));
    [this.selected, this.carried] = [-1, -1];
  }
  /** Who stands on a square. */
  whoAt(cell: Cell): number {
    return this.cast.findIndex((one) => {
      const at = readSquare(String(one.at));
      const size = people.sizeIn(one, this.kinds);
      return at && cell.x >= at.x && cell.y >= at.y && cell.x < at.x + size && cell.y < at.y + size;
    });
  }
}
