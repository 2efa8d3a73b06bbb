import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accentContrasts,
  contrastRatio,
  isReadableOnWhite,
  nearestReadableColour,
  readableColourOnDark,
} from "./contrast";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
  ["#1f5f4a", "#ffffff", 7.5],
])("%s on %s", (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
});

test("grey #767676 is the lightest that can be read on white", () => {
  expect(isReadableOnWhite("#767676")).toBe(true);
  expect(isReadableOnWhite("#777777")).toBe(false);
});

test("the colour that is offered instead can always be read, and a readable one is kept", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(hex, (colour) => {
      const offered = nearestReadableColour(colour);
      return isReadableOnWhite(offered) && (!isReadableOnWhite(colour) || offered === colour);
    }),
  );
});

test("on dark ground every accent is made light enough to be read, and one that is so is kept", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(hex, (colour) => {
      const shown = readableColourOnDark(colour);
      expect(Math.min(contrastRatio(shown, "#171d1a"), contrastRatio(shown, "#101412"))).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(colour, "#171d1a") < 6 || shown === colour).toBe(true);
    }),
  );
});

const partsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const spreadOf = (hex: string): number => Math.max(...partsOf(hex)) - Math.min(...partsOf(hex));

test("a colour that is made lighter for dark ground stays as vivid as it was; what is nearly black does not glow", () => {
  expect(spreadOf(readableColourOnDark("#1f5f4a"))).toBeGreaterThan(spreadOf("#1f5f4a"));
  expect(spreadOf(readableColourOnDark("#0000aa"))).toBeGreaterThan(80);
  for (const dark of ["#000000", "#333333", "#010000"])
    expect([dark, spreadOf(readableColourOnDark(dark)) <= 12]).toEqual([dark, true]);
});

test("a colour that is made lighter keeps its hue: what was its strongest part still is", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(hex, (colour) => {
      const [before, after] = [partsOf(colour), partsOf(readableColourOnDark(colour))];
      const strongest = before.indexOf(Math.max(...before));
      expect(after[strongest]).toBe(Math.max(...after));
    }),
  );
});

test("an accent is shown with its contrast on white and that of its tint on dark", () => {
  const { light, dark } = accentContrasts("#224488");
  expect([light.colour, light.ratio]).toEqual(["#224488", 9.3]);
  expect(dark.ratio).toBeGreaterThanOrEqual(6);
  expect(accentContrasts("#000000").light.ratio).toBe(21);
});
