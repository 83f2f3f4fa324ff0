/** The drawing board by keys: arrows go from square to square, Space does what a tap would. */

import type { Cell } from "../state/cover.ts";
import { squareName } from "../state/squares.ts";
import type { Editor } from "./editor.svelte.ts";
import * as map from "./map.ts";

const STEPS: Record<string, Cell> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** True where the key meant something here. */
export function press(editor: Editor, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = STEPS[event.key];
  if (step) return go(editor, step, event.shiftKey);
  if (event.key === "Escape") {
    editor.cancel();
    editor.newcomer.kind = "";
    return true;
  }
  const at = editor.cursor;
  if (!at) return false;
  if (event.key === " " || event.key === "Enter") return act(editor, at);
  if (event.key === "Delete" || event.key === "Backspace") return clear(editor, at);
  return false;
}

function go(editor: Editor, step: Cell, side: boolean): boolean {
  const at = editor.cursor ?? { x: 0, y: 0 };
  const next = { x: at.x + step.x, y: at.y + step.y };
  if (side && editor.layer === "edges") {
    if (map.inside(next, editor.size)) editor.build([map.edgeBetween(at, next)]);
    editor.cursor = at;
    return true;
  }
  if (side && editor.layer === "picture" && editor.picture) {
    const { left, top } = editor.picture;
    editor.setPicture({ ...editor.picture, left: left + 5 * step.x, top: top + 5 * step.y }, "shift");
    return true;
  }
  editor.cursor = editor.cursor
    ? {
        x: Math.min(Math.max(next.x, 0), editor.size.columns - 1),
        y: Math.min(Math.max(next.y, 0), editor.size.rows - 1),
      }
    : at;
  if (editor.anchor && editor.tool === "line") editor.stroke = map.lineCells(editor.anchor, editor.cursor);
  if (editor.anchor && editor.tool === "box") editor.stroke = map.boxCells(editor.anchor, editor.cursor);
  return true;
}

function act(editor: Editor, at: Cell): boolean {
  const spot = squareName(at.x, at.y);
  if (editor.layer === "people") {
    const who = editor.whoAt(at);
    if (editor.carried >= 0) {
      editor.move(editor.carried, spot);
      editor.carried = -1;
    } else if (who >= 0) [editor.selected, editor.carried] = [who, who];
    else editor.bring(spot);
    return true;
  }
  if (editor.layer === "picture") return false;
  const spans = editor.tool === "line" || editor.tool === "box";
  if (!spans) {
    if (editor.layer !== "edges") editor.apply([at], editor.tool === "erase");
  } else if (!editor.anchor) [editor.anchor, editor.stroke] = [at, [at]];
  else {
    const cells = editor.stroke.length ? editor.stroke : [at];
    [editor.anchor, editor.stroke] = [null, []];
    if (editor.layer === "edges") editor.build(map.edgesAround(cells, editor.size));
    else editor.apply(cells, false);
  }
  return true;
}

function clear(editor: Editor, at: Cell): boolean {
  if (editor.layer === "people") editor.remove(editor.whoAt(at));
  else if (editor.layer === "edges") {
    const there = map.edgesAround([at], editor.size).filter((name) => name in editor.edges);
    if (there.length) editor.make(map.setEdges(editor.data, there, ""));
  } else editor.apply([at], true);
  return true;
}
