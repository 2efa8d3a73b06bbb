import { expect, test } from "vitest";
import { mergeChips } from "./chip-names";

const merged = (given: Record<string, string>) => {
  const fields = new FormData();
  for (const [name, value] of Object.entries(given)) fields.append(name, value);
  mergeChips(fields);
  return Object.fromEntries(fields);
};

test.each([
  [
    "a chip counts while the number is as it was shown",
    { hold: "120", "hold.shown": "120", "hold.chip": "300" },
    "300",
  ],
  ["a number that was typed counts", { hold: "90", "hold.shown": "120", "hold.chip": "120" }, "90"],
  ["also beside another chip", { hold: "90", "hold.shown": "120", "hold.chip": "300" }, "90"],
  ["the chip for none empties it", { hold: "30", "hold.shown": "30", "hold.chip": "" }, ""],
  ["a number that was emptied is empty", { hold: "", "hold.shown": "120", "hold.chip": "120" }, ""],
  ["without a chip the number counts", { hold: "7", "hold.shown": "7" }, "7"],
  ["a form without chips is as posted", { hold: "7" }, "7"],
])("%s", (_, given, hold) => {
  expect(merged({ ...given, title: "x" })).toEqual({ hold, title: "x" });
});
