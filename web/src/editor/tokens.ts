/** The people of an encounter under edit as tokens of the table. */

import { initialsOf } from "../state/looks.ts";
import { readSquare } from "../state/squares.ts";
import type { CombatantOut } from "../protocol.ts";
import type { Editor } from "./editor.svelte.ts";
import { idOf, nameOf } from "./people.ts";

type Stature = "" | "large" | "boss";

/** Letters for each of them, no two alike. */
export function signsOf(editor: Editor): Map<string, string> {
  const seen = new Set<string>();
  const ids = editor.cast.map((one) => {
    let id = idOf(one);
    while (seen.has(id)) id += "x";
    seen.add(id);
    return id;
  });
  const named = editor.cast.map((one, index) => ({ id: ids[index], name: nameOf(one, editor.kinds) }));
  const signs = initialsOf(named as CombatantOut[]);
  return new Map(ids.map((id, index) => [String(index), signs.get(id) ?? ""]));
}

export const sideOf = (editor: Editor, side: unknown): number => {
  const sides = editor.shape?.sides ?? [];
  return Math.max(
    0,
    sides.findIndex((one) => one === side),
  );
};

export function tokensOf(editor: Editor) {
  const signs = signsOf(editor);
  return editor.cast.flatMap((one, index) => {
    const at = editor.carried === index && editor.cursor ? editor.cursor : readSquare(String(one.at ?? ""));
    const kind = editor.kinds.get(String(one.creature));
    if (!at) return [];
    return [
      {
        id: String(index),
        name: nameOf(one, editor.kinds),
        sign: signs.get(String(index)) ?? "",
        icon: kind?.icon ?? "",
        stature: (kind?.stature ?? "") as Stature,
        side: sideOf(editor, one.side),
        x: at.x,
        y: at.y,
        size: kind?.size ?? 1,
        health: null,
        marks: [],
        count: 0,
        altitude: Number(one.altitude ?? 0) || 0,
        down: false,
        hidden: one.hidden === true,
        active: false,
        actor: editor.layer === "people",
        selected: editor.selected === index,
        aim: "" as const,
      },
    ];
  });
}
