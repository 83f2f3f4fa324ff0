import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { NAMES, recorded } from "./table.ts";

const folder = join(import.meta.dirname, "..", "src") + sep;
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts|css)$/.test(name) && !name.endsWith("api.d.ts"))
  .map((name) => ({ name, text: readFileSync(folder + name, "utf8") }));

describe("the sources", () => {
  it("name no ruleset", () => {
    const rulesets = new Set(
      NAMES.flatMap((name) => [recorded(name).hello.ruleset, recorded(name).hello.ruleset_name]),
    );
    for (const { name, text } of files)
      for (const ruleset of rulesets) expect(text.includes(ruleset), `${ruleset} in ${name}`).toBe(false);
  });
  it("set no inline styles and load nothing from elsewhere, as the content security policy wants", () => {
    for (const { name, text } of files) {
      expect(/\sstyle=/.test(text), `style attribute in ${name}`).toBe(false);
      expect(/https?:\/\/(?!www\.w3\.org)/.test(text), `address in ${name}`).toBe(false);
    }
  });
  it("match no words of any text: what is shown or decided by comes as a field", () => {
    const formal = new Set(["App.svelte", "state/prose.ts", "state/dice.ts"]);
    for (const { name, text } of files) {
      if (formal.has(name) || !/\.(svelte|ts)$/.test(name)) continue;
      expect(
        /\.(startsWith|endsWith|includes|indexOf|split)\("[^"]*[a-z]{2}/i.test(text),
        `a word is sought in ${name}`,
      ).toBe(false);
      expect(/replaceAll\("[-_]"/.test(text), `an id is split into words in ${name}`).toBe(false);
      for (const [pattern] of text.matchAll(
        /(?<=[(=:] ?)\/(?![/*>])(?:\\.|\[[^\]\n]*\]|[^/\\\n])+\/[gimsuy]*(?=[.,)])/g,
      ))
        expect(/(?<!\\)[a-z]{3}/i.test(pattern), `${pattern} in ${name}`).toBe(false);
    }
  });
});
