import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type Column, drawSheet } from "../support/contact-sheet";
import { type DeskRooms, openDeskRooms } from "../support/desk-rooms";

/** `npm run pictures`: every room of management, in the ways in which it is met. */
let browser: TestBrowser;
let rooms: DeskRooms;

beforeAll(async () => {
  browser = await openBrowser();
  rooms = await openDeskRooms(await browser.visitor());
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await rooms?.stop();
});

/** Those of a language follow each other: a room is loaded once for them. */
const columns: readonly Column[] = [
  { name: "375 px", width: 375 },
  { name: "375 px, dark", width: 375, dark: true },
  { name: "1440 px", width: 1440 },
  { name: "1440 px, dark", width: 1440, dark: true },
  { name: "375 px, Arabic", width: 375, language: "ar" },
  { name: "1440 px, Arabic", width: 1440, language: "ar" },
];

async function openRoom(tab: Page, address: string, { width, language }: Column): Promise<string[]> {
  const shown = await tab.evaluate(() => [location.href, document.documentElement.lang].join(" "));
  if (shown === `${address} ${language ?? "en"}`) return [];
  await (address.endsWith("/sign-in") ? tab.context().clearCookies() : tab.context().addCookies(rooms.cookies));
  await tab.context().setExtraHTTPHeaders({ "accept-language": language ?? "en" });
  await tab.setViewportSize({ width, height: 800 });
  const answer = await tab.goto(address);
  await tab.waitForLoadState("networkidle");
  return answer?.ok() ? [] : [`answered ${answer?.status()}`];
}

/** Wide enough to read what is on a button. */
const shown = { phone: 230, desk: 560 };

/** In a window as high as the page: what sticks to its edge covers nothing there, as it does once one has scrolled. */
const wrongIn = async (tab: Page) => {
  const height = await tab.evaluate(() => document.documentElement.scrollHeight);
  await tab.setViewportSize({ width: tab.viewportSize()?.width ?? 0, height });
  const wide = await overflow(tab);
  return [...(await violations(tab)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
};

test.each([
  { name: "desk-sheet", part: "atWork" },
  { name: "desk-setup-sheet", part: "atSetUp" },
] as const)("$name is drawn, and nothing on it is wrong", async ({ name, part }) => {
  const situations = Object.entries(rooms[part]).map(([title, path]) => ({
    name: title,
    open: (tab: Page, column: Column) => openRoom(tab, `${rooms.desk}${path}`, column),
  }));
  const context = await browser.visitor({ script: true });
  const file = `docs/images/${name}.webp`;
  const { wrong, bytes } = await drawSheet(
    context,
    { name, columns, situations, shown },
    { file, check: wrongIn, quality: 0.5 },
  );
  console.log(`${file}: ${bytes} bytes`);
  expect(wrong).toEqual([]);
  expect(bytes).toBeLessThan(1_500_000);
});
