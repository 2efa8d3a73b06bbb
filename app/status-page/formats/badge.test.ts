import fc from "fast-check";
import { expect, test } from "vitest";
import { type BadgeStyle, badgeStyles } from "~/pages/rules/page-links";
import type { StateLetter } from "~/status/state-letter";
import { stateMarkByLetter } from "~/status/state-mark";
import { contrastRatio } from "~/text/contrast";
import { xmlComplaints } from "../../../tests/support/feed-validators";
import { hostileTexts } from "../../../tests/support/sample-recent";
import { type BadgeContent, badgeJson, badgeSvg } from "./badge";
import { socialImageSvg } from "./social-image";
import { shortenText, textWidth } from "./text-width";

const sample = (fields: Partial<BadgeContent> = {}): BadgeContent => ({
  label: "Northwind",
  state: "Operational",
  letter: "o",
  title: "Northwind: Operational",
  language: "en",
  direction: "ltr",
  ...fields,
});

const preview = (fields: { name?: string; state?: string }) =>
  socialImageSvg({
    name: "Northwind",
    title: `${fields.name ?? "Northwind"}: ${fields.state ?? "All well"}`,
    state: "All well",
    letter: "o",
    time: "As of 14:05",
    accent: "#1f5f4a",
    language: "en",
    direction: "ltr",
    ...fields,
  });

const numbers = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number));

/** Returns the left and right ends of all texts, which are centred on their x, and the picture's width. */
function placesOf(svg: string) {
  const [width = 0] = numbers(svg, /<svg [^>]*?width="([\d.]+)"/g);
  const [size = 0] = numbers(svg, /font-size="(\d+)"/g);
  const weight = svg.includes('font-weight="700"') ? 700 : 400;
  const texts = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*)</g)];
  const ends = texts.map(([, middle, text = ""]) => {
    const half = textWidth(text.replace(/&\w+;/g, "&"), size, weight) / 2;
    return [Number(middle) - half, Number(middle) + half];
  });
  return { width, ends };
}

test("every style is well-formed XML whatever stands in it, named for who cannot see it, and never clipped", () => {
  const names = [...hostileTexts, "ステータス", "الحالة الآن", "👩‍👩‍👧‍👦".repeat(30), "W".repeat(255), "i", ""];
  const files = names.flatMap((label) =>
    badgeStyles.flatMap((style) =>
      (["ltr", "rtl"] as const).map((direction) =>
        badgeSvg(sample({ label, state: label || "x", title: label, direction }), style),
      ),
    ),
  );
  expect(
    xmlComplaints(`<all>${files.join("\n")}${names.map((name) => preview({ name, state: name })).join("")}</all>`),
  ).toEqual([]);
  for (const svg of files) {
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img" aria-label="[^"]*"[^>]*><title>/,
    );
    const { width, ends } = placesOf(svg);
    expect(ends.length).toBeGreaterThan(0);
    for (const [left = -1, right = width] of ends) expect([svg, left >= 4 && right <= width - 4]).toEqual([svg, true]);
  }
});

test("what is named stands where reading begins, its state behind it", () => {
  const order = (direction: "ltr" | "rtl", style: BadgeStyle) => {
    const svg = badgeSvg(sample({ label: "Acme", state: "Up", direction }), style);
    const places = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*)</g)].map(
      ([, x, text]) => [Number(x), text] as const,
    );
    return places.sort(([one], [other]) => one - other).map(([, text]) => text?.toLowerCase());
  };
  for (const style of ["flat", "flat-square", "for-the-badge"] as const) {
    expect(order("ltr", style)).toEqual(["acme", "up"]);
    expect(order("rtl", style)).toEqual(["up", "acme"]);
  }
});

test("letters can be read on every ground, and each state has a colour or a shape of its own", () => {
  for (const { text: colour } of Object.values(stateMarkByLetter))
    expect(contrastRatio("#ffffff", colour)).toBeGreaterThanOrEqual(4.5);
  expect(badgeSvg(sample(), "flat")).toContain('fill="#333f39"');
  expect(contrastRatio("#ffffff", "#333f39")).toBeGreaterThanOrEqual(4.5);
  const dots = (["o", "d", "p", "m", "x", "n"] as StateLetter[]).map((letter) => badgeSvg(sample({ letter }), "dot"));
  expect(new Set(dots).size).toBe(dots.length);
});

test("widths are those of Verdana, and longer texts are never narrower", () => {
  expect(textWidth("Operational", 11)).toBeGreaterThanOrEqual(64);
  expect(textWidth("Operational", 11)).toBeLessThanOrEqual(70);
  expect([textWidth("e\u0301", 100), textWidth("é", 100)]).toEqual([textWidth("e", 100), textWidth("e", 100)]);
  const text = fc.string({ unit: "grapheme" });
  fc.assert(fc.property(text, text, (one, more) => textWidth(one + more, 11) >= textWidth(one, 11)));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (one, most) => {
      const letters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(shortenText(one, most))];
      return letters.length <= Math.max(most, 1);
    }),
  );
});

test("the schema of shields.io/endpoint: known members, a message, and no green that another address could paint", () => {
  expect(badgeJson(sample())).toEqual({
    schemaVersion: 1,
    label: "Northwind",
    message: "Operational",
    color: "1f7a4d",
    isError: false,
    cacheSeconds: 300,
  });
  for (const letter of ["d", "p", "m", "x", "n", "a"] as StateLetter[]) {
    expect(badgeJson(sample({ letter }))).toMatchObject({ isError: true });
    expect(badgeJson(sample({ letter })).color).not.toBe("1f7a4d");
  }
});

test("two badges may stand in one document, and no letter is stretched where its width is not known", () => {
  const files = badgeStyles.map((style) => badgeSvg(sample({ label: "سحابة", state: "ステータス" }), style));
  expect(files.filter((svg) => / id="|textLength/.test(svg))).toEqual([]);
  expect(badgeSvg(sample({ label: "Zürich – Łódź" }), "flat").match(/textLength/g)).toHaveLength(2);
});

test("a badge is small, and so is a preview", () => {
  for (const style of badgeStyles) expect(badgeSvg(sample(), style).length).toBeLessThan(1400);
  expect(preview({}).length).toBeLessThan(1600);
});
