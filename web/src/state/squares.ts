/** Squares have names like a spreadsheet's: columns a, b, ... z, aa; rows count from 1. */

export function columnName(x: number): string {
  let name = "";
  for (let rest = x + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export function squareName(x: number, y: number): string {
  return `${columnName(x)}${y + 1}`;
}

export function readSquare(name: string): { x: number; y: number } | null {
  const found = /^([a-z]+)(\d+)$/.exec(name);
  if (!found?.[1] || !found[2]) return null;
  let x = 0;
  for (const letter of found[1]) x = x * 26 + letter.charCodeAt(0) - 96;
  return { x: x - 1, y: Number(found[2]) - 1 };
}

const WINDS: Record<string, string> = {
  "0,-1": "north",
  "1,-1": "north-east",
  "1,0": "east",
  "1,1": "south-east",
  "0,1": "south",
  "-1,1": "south-west",
  "-1,0": "west",
  "-1,-1": "north-west",
};

/** "3 east, 2 north": where one square lies as seen from another. */
export function bearing(from: string, to: string): string {
  const a = readSquare(from);
  const b = readSquare(to);
  if (!a || !b) return "";
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (!dx && !dy) return "here";
  if (!dx || !dy || Math.abs(dx) === Math.abs(dy)) {
    return `${Math.max(Math.abs(dx), Math.abs(dy))} ${WINDS[`${Math.sign(dx)},${Math.sign(dy)}`]}`;
  }
  return `${Math.abs(dx)} ${dx > 0 ? "east" : "west"}, ${Math.abs(dy)} ${dy > 0 ? "south" : "north"}`;
}
