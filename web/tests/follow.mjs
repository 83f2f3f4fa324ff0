/**
 * Follows frames as the page does, with the page's own code, and holds every view to the whole one of that moment.
 * Lines come in as [frame, whole view as a frame or null] or [event as sent, whole event], with an empty line between two
 * pages; out goes a line for each that differs, then how many of the page were followed.
 * For tests/server/test_frames.py.
 */

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import ts from "typescript";

const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
async function load(name) {
  const source = readFileSync(new URL(`../src/state/${name}.ts`, import.meta.url), "utf8");
  const code = ts.transpileModule(source, { compilerOptions: options }).outputText;
  return await import(`data:text/javascript,${encodeURIComponent(code)}`);
}
const { Parts } = await load("parts");
const { filledIn } = await load("events");

for (const lines of readFileSync(0, "utf8").split("\n\n")) follow(lines.split("\n").filter(Boolean));

function follow(lines) {
  let page = new Parts();
  let followed = 0;
  for (const line of lines) {
    const [frame, whole] = JSON.parse(line);
    followed += 1;
    if (frame.kind) {
      if (!isDeepStrictEqual(filledIn(frame), whole)) console.log(`event ${frame.n} is another`);
      continue;
    }
    const view = page.take(frame);
    if (!view) console.log(`frame ${followed} does not fit: ${page.sum} is not ${frame.to}`);
    if (!whole) continue;
    const wanted = new Parts();
    const fresh = wanted.take(whole);
    if (view && !isDeepStrictEqual(view, fresh)) console.log(`frame ${followed} leads to another view`);
    if (!view) page = wanted;
  }
  console.log(`followed ${followed}`);
}
