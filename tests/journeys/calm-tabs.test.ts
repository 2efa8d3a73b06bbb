import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type ClockedTab, openClockedTab } from "../support/clocked-tab";
import { startServer, type TestServer } from "../support/server";

/** A tab that says that all is well, left open: what it asks, and what it says when nobody answers. */
let server: TestServer;
let browsing: TestBrowser;
let context: BrowserContext;

const token = "a-bootstrap-token-that-is-long-enough";
const minute = 60_000;
const api = makeApi(() => server.url, token);

beforeAll(async () => {
  server = await startServer({ args: ["--empty"], env: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  browsing = await openBrowser();
  await api("/pages", { page: { name: "calm", subdomain: "calm" } });
  context = await browsing.visitor({ script: true, height: 500 });
});
afterAll(async () => {
  await browsing?.close();
  await server?.stop();
});

const openTab = (path: string) => openClockedTab(context, `${server.url}${path}`);

/** Until it has asked so often: in steps, because an ask is given up after half a minute of the page's time. */
async function passUntil({ asked, pass }: ClockedTab, times: number, most: number): Promise<void> {
  for (let passed = 0; passed < most && (await asked()) < times; passed += 10_000) await pass(10_000);
  expect(await asked()).toBe(times);
}

const look = (tab: Page) =>
  tab.evaluate(() => ({
    title: document.title,
    icon: document.querySelector<HTMLLinkElement>("link[rel=icon]")?.getAttribute("href")?.slice(0, 10),
    filter: getComputedStyle(document.body).filter,
    doubts: getComputedStyle(document.querySelector(".asof strong") as Element).display !== "none",
    asOf: document.querySelector(".asof time")?.textContent,
    aloud: document.querySelector("[role=status][data-again]")?.textContent,
  }));

/** Whether the page's name can be read: where something is painted over it there are hardly any shades. */
async function brandSeen(tab: Page): Promise<boolean> {
  const picture = await tab.locator(".brand a").screenshot();
  const shades = await tab.evaluate(
    async (data) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const drawing = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      drawing.drawImage(image, 0, 0);
      return new Set(drawing.getImageData(0, 0, image.width, image.height).data).size;
    },
    `data:image/png;base64,${picture.toString("base64")}`,
  );
  return shades > 20;
}

test("a calm page asks every five minutes and gets no body; a monitor that breaks is on it by itself", async () => {
  const open = await openTab("/calm");
  const { tab, asked, pass } = open;
  const statuses: number[] = [];
  tab.on("response", (answer) => void (answer.request().resourceType() === "fetch" && statuses.push(answer.status())));
  await pass(5 * minute - 5000);
  expect(await asked()).toBe(0);
  await pass(6000);
  expect(await asked()).toBe(1);
  // The server spreads the next ask by up to a fifth.
  await passUntil(open, 2, 6 * minute);
  await expect.poll(() => statuses).toEqual([304, 304]);
  const made = await api("/pages/calm/components", { component: { name: "Checkout", status: "major_outage" } });
  await new Promise((next) => setTimeout(next, 1100));
  await passUntil(open, 3, 6 * minute);
  await expect.poll(() => tab.title()).toContain("Major outage");
  await api(`/pages/calm/components/${made.id}`, undefined, "DELETE");
  await new Promise((next) => setTimeout(next, 1100));
  await tab.close();
});

test("where no answer comes the page says since when, in no colour; the next answer puts all of it back", async () => {
  const { tab, asked, pass } = await openTab("/calm");
  const before = await look(tab);
  expect(before).toMatchObject({ filter: "none", doubts: false, aloud: "" });
  expect(await brandSeen(tab)).toBe(true);
  await tab.route("**/calm", (route) => route.abort());
  await pass(5 * minute + 1000);
  expect(await asked()).toBe(1);
  const doubted = await look(tab);
  expect(doubted).toMatchObject({ filter: "grayscale(1)", doubts: true, icon: "data:,", asOf: before.asOf });
  expect(doubted.title).toMatch(/^As of .* hasn’t refreshed since then/);
  expect(doubted.aloud).toBe(doubted.title);
  expect(await brandSeen(tab)).toBe(true);
  await tab.unroute("**/calm");
  await pass(minute + 1000);
  await expect.poll(() => tab.title()).toBe(before.title);
  expect(await look(tab)).toMatchObject({ filter: "none", doubts: false, icon: before.icon, aloud: "" });
  await tab.close();
});

test("without script a page says as of when it is so, and is loaded again every five minutes by its reader's choice alone", async () => {
  const visitor = await (await browsing.visitor()).newPage();
  await visitor.goto(`${server.url}/calm`);
  expect(await visitor.locator(".asof").innerText()).toMatch(/^As of .*\bRefresh every 5 minutes$/);
  const [head, line] = [await visitor.locator(".banner").boundingBox(), await visitor.locator(".asof").boundingBox()];
  expect((line?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0)).toBeGreaterThanOrEqual(8);
  expect(await visitor.locator("meta[http-equiv=refresh]").count()).toBe(0);
  await visitor.getByRole("link", { name: "Refresh every 5 minutes" }).click();
  expect(new URL(visitor.url()).search).toBe("?refresh=5");
  expect(await visitor.locator("meta[http-equiv=refresh]").getAttribute("content")).toBe("300");
  expect(await visitor.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
  await visitor.getByRole("link", { name: "Stop refreshing" }).click();
  expect(await visitor.locator("meta[http-equiv=refresh]").count()).toBe(0);
  await visitor.goto(`${server.url}/calm/uptime?from=2026-11-01&utm=x`);
  await visitor.getByRole("link", { name: "Refresh every 5 minutes" }).click();
  expect(new URL(visitor.url()).search).toBe("?from=2026-11-01&refresh=5");
  await visitor.close();
});
