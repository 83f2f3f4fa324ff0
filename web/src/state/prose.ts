/** The small Markdown of rules: paragraphs, tables, code and the numbers of other paragraphs; everything else is text. */

export interface Span {
  kind: "text" | "code" | "rule";
  text: string;
}

export type Block = { kind: "text"; spans: Span[] } | { kind: "table"; head: Span[][]; rows: Span[][][] };

const MARKS = /`([^`\n]+)`|(?<![\d.])(\d{1,2}\.\d{1,2})(?!\d|\.\d)/g;

/** One line of text; only numbers that are paragraphs of the book lead there. */
export function spansOf(text: string, known: ReadonlySet<string>): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const mark of text.matchAll(MARKS)) {
    const [whole, code, number] = mark;
    if (number && !known.has(number)) continue;
    if (mark.index > at) found.push({ kind: "text", text: text.slice(at, mark.index) });
    found.push(code ? { kind: "code", text: code } : { kind: "rule", text: number ?? whole });
    at = mark.index + whole.length;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split("|")
    .map((cell) => cell.trim());
}

export function blocksOf(text: string, known: ReadonlySet<string>): Block[] {
  const found: Block[] = [];
  let kept: string[] = [];
  const close = () => {
    const said = kept.join("\n").trim();
    if (said) found.push({ kind: "text", spans: spansOf(said, known) });
    kept = [];
  };
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("|") && /^\|[\s:|-]+$/.test(lines[at + 1] ?? "")) {
      close();
      const rows: string[][] = [];
      const head = cellsOf(line);
      for (at += 2; lines[at]?.startsWith("|"); at++) rows.push(cellsOf(lines[at] ?? ""));
      at -= 1;
      const told = (cells: string[]) => cells.map((cell) => spansOf(cell, known));
      found.push({ kind: "table", head: told(head), rows: rows.map(told) });
    } else if (line.trim()) {
      kept.push(line);
    } else {
      close();
    }
  }
  close();
  return found;
}
