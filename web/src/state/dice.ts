/** Dice that somebody throws by hand: how many of how many sides a text asks for, as far as it is plain. */

export interface Handful {
  count: number;
  sides: number;
}

export function handfuls(dice: string): Handful[] {
  return [...dice.matchAll(/(\d*)d(\d+)/g)].map((found) => ({ count: Number(found[1] || 1), sides: Number(found[2]) }));
}

/** Faces from typed text, or null while they do not make sense. */
export function readFaces(text: string): number[] | null {
  const words = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  const faces = words.map(Number);
  return words.length && faces.every((face) => Number.isInteger(face)) ? faces : null;
}
