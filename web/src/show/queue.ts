/** What is shown of events, one after another: made from what they declare, knowing no ruleset. */

import type { EventOut } from "../protocol.ts";
import { minus, signed } from "../state/figures.ts";
import { readRoll, type RollShown } from "../state/history.ts";

export type Pace = "off" | "quick" | "slow";
export type Tone = "harm" | "heal" | "gain" | "lose" | "fall" | "rise" | "result" | "news";

export interface Word {
  who: string;
  text: string;
  tone: Tone;
}

/** One thing to see; what belongs together is seen together. */
export type Beat = { tale: number; ms: number } & (
  | { kind: "aim"; from: string; to: string[]; squares: string[] }
  | { kind: "dice"; rolls: RollShown[]; to: string[] }
  | { kind: "words"; words: Word[] }
  | { kind: "walk"; who: string; squares: string[] }
  | { kind: "area"; squares: string[]; text: string }
);

const TONES = new Set<string>(["harm", "heal", "gain", "lose", "fall", "rise", "result"]);
/** How long each is looked at, at a quick pace. */
const MS = { aim: 300, dice: 900, words: 650, area: 500 };
const STEP_MS = 130;
const SLOW = 2.1;

export function paced(ms: number, pace: Pace): number {
  return pace === "slow" ? ms * SLOW : ms;
}

/** What rises from a token: a number where there is one, else the words of the game. */
export function wordOf(event: EventOut): Word | null {
  const show = event.show;
  if (!show || !show.text || !TONES.has(show.tells)) return null;
  const tone = show.tells as Tone;
  const counted = (tone === "harm" || tone === "heal") && show.amount;
  const text = counted ? signed(tone === "harm" ? -counted : counted) : minus(show.text);
  return { who: (tone === "result" && show.at[0]) || show.who, text, tone };
}

/** What is over goes without saying for whoever falls in the same deed, and for everybody when a round or all ends. */
function hush(beats: Beat[], goes: (word: Word, tale: number) => boolean): void {
  for (const beat of beats)
    if (beat.kind === "words") beat.words = beat.words.filter((word) => word.tone !== "lose" || !goes(word, beat.tale));
  beats.splice(0, beats.length, ...beats.filter((beat) => beat.kind !== "words" || beat.words.length));
}

/** Add an event to what is to be seen. What only goes on with the last thing is joined to it. */
export function push(beats: Beat[], event: EventOut): void {
  const show = event.show;
  if (!show) return;
  const tale = event.tale;
  if (show.tells === "mark") hush(beats, () => true);
  if (show.tells === "fall") hush(beats, (word, of) => of === tale && word.who === show.who);
  const last = beats.at(-1);
  const word = wordOf(event);
  if (show.tells === "move") {
    if (last?.kind === "walk" && last.who === show.who && last.tale === tale) {
      last.squares.push(...show.squares);
      last.ms = Math.min(last.ms + STEP_MS, 1300);
    } else beats.push({ kind: "walk", tale, ms: 260, who: show.who, squares: [...show.squares] });
  } else if (show.tells === "act" && (show.at.length || show.squares.length)) {
    const to = show.at.filter((who) => who !== show.who);
    beats.push({ kind: "aim", tale, ms: MS.aim, from: show.who, to, squares: show.squares });
  } else if (show.tells === "roll") {
    const roll = readRoll(event);
    // What everybody rolls for the same thing, as at the start of a round, is thrown together.
    const also = last?.kind === "dice" && last.tale === tale && last.rolls.every((one) => one.who !== roll?.who);
    if (roll && also && last.rolls[0]?.why === roll.why) last.rolls.push(roll);
    else if (roll) beats.push({ kind: "dice", tale, ms: MS.dice, rolls: [roll], to: show.at });
  } else if (show.tells === "area") {
    if (last?.kind === "area" && last.tale === tale) last.squares.push(...show.squares);
    else beats.push({ kind: "area", tale, ms: MS.area, squares: [...show.squares], text: show.text });
  } else if (word) {
    const said = last?.kind === "words" && last.tale === tale ? last : null;
    if (!said) beats.push({ kind: "words", tale, ms: MS.words, words: [word] });
    else if (!said.words.some((one) => one.who === word.who && one.text === word.text)) said.words.push(word);
  }
}

/** How long all of it would take, at a quick pace. */
export function waiting(beats: Beat[]): number {
  return beats.reduce((sum, beat) => sum + beat.ms, 0);
}
