import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emailColoursByStateLetter } from "~/notifications/print/colours";
import { type StateLetter, stateMarkCorners, stateOutlinePath } from "~/status/state-letter";
import { stateMarkByLetter } from "~/status/state-mark";
import { faviconOf } from "~/status-page/views/parts/favicon";

/** One table of marks: every surface that cannot import it says the same. */
const letters = Object.keys(stateMarkByLetter) as StateLetter[];
const read = (path: string) => readFileSync(path, "utf8");
const sheet = read("app/status-page/views/styles/states.css").replace(/\s+/g, " ");
const colours = read("app/status-page/views/styles/base.css") + sheet;

test.each(letters)("%s: icon, mail and element have its colour and outline", (letter) => {
  const { fill, text, dark, glyph } = stateMarkByLetter[letter];
  const icon = faviconOf(letter);
  expect(icon).toContain(`fill='%23${fill.slice(1)}'`);
  if (letter !== "o" && letter !== "n") expect(icon).toContain(stateOutlinePath(letter, 8, 8, 8));
  if (letter !== "w") expect(emailColoursByStateLetter[letter]).toEqual({ light: text, dark, shape: glyph });
});

/** Of the element, by the state's colour. */
const elementOutline = (letter: StateLetter) =>
  new RegExp(`"?${stateMarkByLetter[letter].text.slice(1)}"?: "([^"]+)"`).exec(read("public/embed.js"))?.[1] ?? "";

test("what is round and what is square is so in the element", () => {
  expect([elementOutline("o"), elementOutline("x")]).toEqual(["circle()", "inset(8%)"]);
});

test.each(["d", "p", "m"] as const)("%s: the element's outline is that of the table", (letter) => {
  const points =
    elementOutline(letter)
      .match(/\d+/g)
      ?.map((part) => (Number(part) - 50) / 50) ?? [];
  const far = points.map((part, at) => Math.abs(part - (stateMarkCorners(letter)[at] ?? 9)));
  expect([points.length, Math.max(...far) <= 0.05]).toEqual([stateMarkCorners(letter).length, true]);
});

test.each(letters)("%s: the pages' sheets have its colours, and cut the same out of it", (letter) => {
  const { text, fill, field, cuts } = stateMarkByLetter[letter];
  if (letter !== "w" && letter !== "a") expect(colours).toContain(text);
  if (["d", "p", "m"].includes(letter)) expect(colours).toContain(fill);
  if (!["w", "a", "n"].includes(letter)) expect(sheet).toContain(`--f: ${field}`);
  for (const cut of cuts) {
    const points = Array.from({ length: cut.length / 2 }, (_, at) => `${cut[2 * at]}% ${cut[2 * at + 1]}%`);
    expect(sheet).toContain(points.join(", "));
  }
});

test("no two states look alike where colour is not seen", () => {
  const shapes = letters.filter((letter) => letter !== "w").map((letter) => stateMarkByLetter[letter].glyph);
  expect(new Set(shapes).size).toBe(shapes.length);
});
