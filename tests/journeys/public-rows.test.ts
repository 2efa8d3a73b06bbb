import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { frontDocument } from "../support/front-document";
import { hebrew, latin, writtenIn } from "../support/mixed-direction";
import { publicSituations, situationsWith } from "../support/public-situations";

/** Where names, states and uptimes of components stand, with the longest words of states and with large letters. */
let browser: TestBrowser;
let tab: Page;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await (await browser.visitor({ script: true })).newPage();
});
afterAll(() => browser?.close());

async function show(name: string, width: number, language: string | null = null): Promise<void> {
  await tab.setViewportSize({ width, height: 900 });
  await tab.setContent((await publicSituations[name]?.({ language })) ?? "");
}

interface Row {
  name: string;
  /** Of how many lines the state is. */
  lines: number;
  /** Whether the state ends where the row does, beside the name, or begins below it where the name does. */
  place: "beside" | "below" | "adrift";
  /** Uptime ends where the row does. */
  uptimeAtEnd: boolean;
}

const rows = (): Promise<Row[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("li.c")]
      .filter((row) => row.checkVisibility() && row.getBoundingClientRect().height > 0)
      .map((row) => {
        const box = (selector: string) => (row.querySelector(selector) ?? row).getBoundingClientRect();
        const [whole, name, state, uptime] = [row.getBoundingClientRect(), box("a"), box(".s"), box(".u")];
        const near = (one: number, other: number) => Math.abs(one - other) < 2;
        const isBeside = state.top < name.bottom && near(state.right, whole.right);
        const isBelow = state.top > name.bottom - 2 && near(state.left, whole.left);
        return {
          name: row.querySelector("a")?.textContent ?? "",
          lines: Math.round(state.height / Number.parseFloat(getComputedStyle(row).lineHeight)),
          place: isBeside ? "beside" : isBelow ? "below" : "adrift",
          uptimeAtEnd: near(uptime.right, whole.right),
        };
      }),
  );

test.each([null, "de", "fr", "es", "pt-BR", "ja"])(
  "a state is one line of its column at 1440 px: %s",
  async (language) => {
    await show("Every state", 1440, language);
    const found = await rows();
    expect(found.length).toBeGreaterThan(4);
    expect(found.filter(({ lines, place }) => lines !== 1 || place !== "beside")).toEqual([]);
  },
);

test.each([
  ["Every state", null],
  ["Every state", "de"],
  ["Every state", "ja"],
  ["Long names", null],
  ["All is well", null],
] as const)(
  "on a phone a state ends its name's line or begins the next, and uptime ends the bars': %s, %s",
  async (name, language) => {
    await show(name, 375, language);
    const found = await rows();
    expect(found.filter(({ place, uptimeAtEnd }) => place === "adrift" || !uptimeAtEnd)).toEqual([]);
  },
);

/** How far the letters of each name stand from where its row begins. */
const driftOf = (language: string | null): Promise<number[]> =>
  tab.evaluate((isMirrored) => {
    const names = [...document.querySelectorAll("li.c > a:first-child")].filter((each) => each.checkVisibility());
    return names.map((name) => {
      const letters = new Range();
      letters.selectNodeContents(name);
      const [own, row] = [letters.getBoundingClientRect(), (name.parentElement as Element).getBoundingClientRect()];
      return Math.round(Math.abs(isMirrored ? row.right - own.right : own.left - row.left));
    });
  }, language === "ar");

test.each([
  [375, null, hebrew],
  [375, "ar", latin],
  [1440, null, hebrew],
  [1440, "ar", latin],
] as const)("a name that runs the other way begins where its row does: %s px, %s", async (width, language, writing) => {
  for (const view of ["Every state", "Not monitored"]) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.setContent((await situationsWith(writtenIn(writing))[view]?.({ language })) ?? "");
    const drift = await driftOf(language);
    expect(drift.length).toBeGreaterThan(0);
    expect(drift.filter((each) => each > 1)).toEqual([]);
  }
});

test("of two hundred components the affected ones are on a phone's first screen, before all others", async () => {
  await tab.setViewportSize({ width: 375, height: 900 });
  await tab.setContent(await frontDocument(null, 200));
  const [affected = Number.NaN, all = Number.NaN] = await tab.evaluate(() =>
    [".c:has(.in) .s", "#components"].map((each) => document.querySelector(each)?.getBoundingClientRect().top),
  );
  expect(affected).toBeLessThan(900);
  expect(all).toBeGreaterThan(affected);
});

test("on a phone all rows whose names and states take a line are equally high", async () => {
  await show("All is well", 375);
  const heights = await tab.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    return [...document.querySelectorAll<HTMLElement>("li.c")]
      .filter((row) => (row.querySelector("a")?.getBoundingClientRect().height ?? Number.POSITIVE_INFINITY) < 50)
      .map((row) => Math.floor(row.getBoundingClientRect().height));
  });
  expect(heights.length).toBeGreaterThan(2);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
});

/** Rows of which the name or the bars have less than 24 px where nothing else lies on them (WCAG 2.5.8). */
const crowdedRows = (): Promise<string[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("li.c:has(.v)")].flatMap((row) => {
      const [name, bars] = [row.querySelector("a") as Element, row.querySelector(".v") as Element];
      const { top, left } = row.getBoundingClientRect();
      const found = Array.from({ length: 120 }, (_, step) =>
        document.elementFromPoint(left + 2, top - 20 + step)?.closest("a"),
      );
      const room = [name, bars].map((each) => found.filter((one) => one === each).length);
      return Math.min(...room) < 24 ? [`${name.textContent}: ${room.join(", ")}`] : [];
    }),
  );

test("on a phone bars are near their name, and each has room of its own for a finger", async () => {
  await show("All is well", 375);
  await tab.setViewportSize({ width: 375, height: 3000 });
  const seen = await tab.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    return [...document.querySelectorAll<HTMLElement>("li.c:has(.v)")].map((row) => {
      const [name, bars] = [row.querySelector("a") as Element, row.querySelector(".v") as Element];
      const letters = new Range();
      letters.selectNodeContents(name);
      return {
        height: row.getBoundingClientRect().height,
        gap: bars.getBoundingClientRect().top - letters.getBoundingClientRect().bottom,
        targets: [name, bars].map((each) => each.getBoundingClientRect().height),
      };
    });
  });
  expect(seen.length).toBeGreaterThan(2);
  for (const { height, gap, targets } of seen) {
    expect(height).toBeLessThan(76);
    expect(gap).toBeLessThan(6);
    expect(Math.min(...targets)).toBeGreaterThanOrEqual(43.5);
  }
  // What was folded is found at a point once it has been painted.
  await expect.poll(crowdedRows).toEqual([]);
});

test("a brand of eighty characters takes three lines of a phone", async () => {
  await show("Long names", 375);
  const height = await tab.locator(".brand").evaluate((brand) => brand.getBoundingClientRect().height);
  expect(height).toBeLessThan(70);
});

test.each(["All is well", "Not monitored"])(
  "with letters twice as large no word of the headline is broken: %s",
  async (name) => {
    await show(name, 375);
    const broken = await tab.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      const text = document.querySelector("h1")?.lastChild;
      if (!(text instanceof Text)) return ["no headline"];
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length === 1 ? [] : [word];
      });
    });
    expect(broken).toEqual([]);
  },
);
