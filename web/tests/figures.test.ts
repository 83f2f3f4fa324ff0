import { expect, it } from "vitest";
import { minus, signed } from "../src/state/figures.ts";

it.each([
  [-3, "−3"],
  [4, "4"],
  ["-1 Defense for each", "−1 Defense for each"],
  ["Light Weapons +1, Melee (-2)", "Light Weapons +1, Melee (−2)"],
  ["2d6-1 damage", "2d6−1 damage"],
  ["wolf-2 goes to c4, 2-3 squares, j1-o6", "wolf-2 goes to c4, 2-3 squares, j1-o6"],
])("%s has a minus where there is one", (text, printed) => {
  expect(minus(text)).toBe(printed);
});

it("tells the sign of what adds and takes away", () => {
  expect([signed(2), signed(-2), signed(0), signed(-1.26, 1)]).toEqual(["+2", "−2", "+0", "−1.3"]);
});
