import { expect, it } from "vitest";
import { rove } from "../src/state/rove.ts";

it("arrow keys go round a group of radios and choose", () => {
  document.body.innerHTML =
    '<div role="radiogroup"><button role="radio">a</button><button role="radio">b</button></div><button>c</button>';
  const button = (at: number) => document.querySelectorAll("button")[at] as HTMLElement;
  const [a, b, c] = [button(0), button(1), button(2)];
  const chosen: string[] = [];
  for (const one of [a, b, c]) one.addEventListener("click", () => chosen.push(one.textContent ?? ""));
  document.body.addEventListener("keydown", rove);
  const press = (from: HTMLElement, key: string) =>
    from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  press(a, "ArrowRight");
  expect(document.activeElement).toBe(b);
  press(b, "ArrowDown");
  expect(document.activeElement).toBe(a);
  press(c, "ArrowRight");
  expect(chosen).toEqual(["b", "a"]);
});
