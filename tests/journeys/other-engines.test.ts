import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type SharedDeployment, sharedDeployment, signInOperator } from "../support/shared-deployment";

/**
 * Browsers bring data of languages and zones of their own, older or newer than the server's: they write some dates in
 * another way, and know other zones. A page is taken over as it was sent all the same.
 */
let server: SharedDeployment["server"];
let browser: TestBrowser;
let visitor: BrowserContext;
let tab: Page;
const complaints: string[] = [];

/** In the browser, before any script of the page: as an engine whose data are of another year. */
function writeOtherwise(): void {
  const dates = Intl.DateTimeFormat.prototype;
  const own = Object.getOwnPropertyDescriptor(dates, "format")?.get as () => (at?: number) => string;
  Object.defineProperty(dates, "format", {
    get(this: Intl.DateTimeFormat) {
      const format = own.call(this);
      return (at?: number) => `${format(at)}\u200f`;
    },
  });
  const { formatRange } = dates;
  dates.formatRange = function (this: Intl.DateTimeFormat, ...span) {
    return `${formatRange.apply(this, span)}\u200f`;
  };
  const zones = Intl.supportedValuesOf;
  Intl.supportedValuesOf = (of) => zones(of).slice(1);
}

beforeAll(async () => {
  [{ server }, browser] = await Promise.all([sharedDeployment(), openBrowser()]);
  visitor = await browser.visitor({ script: true });
  tab = await signInOperator(visitor);
  await visitor.addInitScript(writeOtherwise);
  tab.on("pageerror", (error) => complaints.push(`${new URL(tab.url()).pathname}: ${error.message.slice(0, 60)}`));
});

afterAll(async () => {
  await browser?.close();
});

async function menuOf(path: string): Promise<string[]> {
  await tab.goto(server.url + path);
  const found = await tab
    .locator("nav a[href^='/manage/']")
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  return [...new Set(found.filter((href) => href !== null))];
}

test("every room of management is taken over by a browser that writes dates in another way", async () => {
  const rooms = await menuOf("/manage/larkfield");
  expect(rooms.length).toBeGreaterThan(12);
  let written = 0;
  for (const room of [...rooms, "/manage/larkfield/heartbeats/new", "/manage/new"]) {
    await tab.goto(server.url + room, { waitUntil: "networkidle" });
    written += await tab.locator("main time").count();
  }
  expect(written).toBeGreaterThan(20);
  expect(complaints).toEqual([]);
});
