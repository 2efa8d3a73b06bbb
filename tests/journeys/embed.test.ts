import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { badgeStyles } from "~/pages/rules/page-links";
import { stateMarkByLetter } from "~/status/state-mark";
import { violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type SharedDeployment, sharedDeployment } from "../support/shared-deployment";

/** What other sites show of a page, in a real browser: badge, card, custom element, each from another origin. */
let server: SharedDeployment["server"];
let browser: TestBrowser;
let site: Server;
let siteUrl = "";
/** Of the demo page. */
let page = "";

/** Nobody listens there. */
const nowhere = "http://127.0.0.1:9";

const siteHtml = () => `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
<script src="${server.url}/embed.js" async></script>
<p><upfront-status id="known" page="${page}/"></upfront-status></p>
<p><upfront-status id="unknown" page="${nowhere}/x"></upfront-status></p>
<p><upfront-status id="worded" page="javascript:alert(1)" unknown="Nobody knows"></upfront-status></p>
<iframe title="Status" src="${page}/embed" width="320" height="220"></iframe>
${badgeStyles.map((style) => `<img alt="Status" src="${page}/badge.svg?style=${style}">`).join("")}
<img alt="Preview" src="${page}/social.svg" width="600"></main></html>`;

beforeAll(async () => {
  [{ server }, browser] = await Promise.all([sharedDeployment(), openBrowser()]);
  const home = await (await fetch(server.url, { headers: { accept: "application/json" } })).json();
  page = (home as { page: { url: string } }).page.url;
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end(siteHtml())).listen(
    0,
    "127.0.0.1",
  );
  await new Promise((done) => site.once("listening", done));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  site?.close();
  await browser?.close();
});

const element = (tab: Page, id: string) =>
  tab.locator(`#${id}`).evaluate((host) => {
    const root = host.shadowRoot;
    const link = root?.querySelector("a");
    return {
      text: root?.textContent ?? "",
      href: link?.getAttribute("href") ?? null,
      opens: link?.target ?? null,
      mark: root?.querySelector("i")?.className ?? null,
    };
  });

test("the script is small, for everybody, kept for a while", async () => {
  const answer = await fetch(`${server.url}/embed.js`, { headers: { origin: siteUrl } });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(answer.headers.get("cache-control")).toMatch(/max-age=(3600|86400)/);
  const text = await answer.text();
  expect(text).toBe(readFileSync(new URL("../../public/embed.js", import.meta.url), "utf8"));
  expect(text.length).toBeLessThanOrEqual(2048);
});

test("the card is small, whole without script, and can be read in light, dark and forced colours", async () => {
  const answer = await fetch(`${page}/embed`);
  const bytes = (await answer.arrayBuffer()).byteLength;
  console.log(`card: ${bytes} B`);
  expect(bytes).toBeLessThanOrEqual(3072);
  for (const look of [{ width: 320 }, { dark: true }, { forcedColors: true }]) {
    const context = await browser.visitor(look);
    const tab = await context.newPage();
    const complaints: string[] = [];
    tab.on("console", (message) => complaints.push(message.text()));
    await tab.goto(`${page}/embed`);
    expect(
      await tab
        .locator(".s")
        .first()
        .evaluate((mark) => getComputedStyle(mark).fontWeight),
    ).toBe("600");
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("in a language from right to left, names of the other direction begin where all else does", async () => {
  const context = await browser.visitor({ width: 375 });
  await context.setExtraHTTPHeaders({ "accept-language": "ar" });
  const tab = await context.newPage();
  await tab.goto(`${page}/embed`);
  expect(await tab.locator("html").getAttribute("dir")).toBe("rtl");
  const ends = await tab.evaluate(() =>
    ["h1", ".s"].map((each) => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(each) as Element);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect(ends[0]).toBeGreaterThanOrEqual(ends[1] ?? 0);
  await context.close();
});

test("on another site: the element says the state in the page's words, or that it is unknown; the frame is shown", async () => {
  const context = await browser.visitor({ script: true, width: 800 });
  const tab = await context.newPage();
  const broken: string[] = [];
  tab.on("pageerror", (error) => broken.push(String(error)));
  await tab.goto(siteUrl);
  const { message } = (await (await fetch(`${page}/badge.json`)).json()) as { message: string };
  await expect.poll(() => element(tab, "known")).toEqual({ text: message, href: page, opens: "_blank", mark: "" });
  await expect
    .poll(() => element(tab, "unknown"))
    .toEqual({ text: "Status unknown", href: `${nowhere}/x`, opens: "_blank", mark: "n" });
  await expect.poll(() => element(tab, "worded")).toEqual({ text: "Nobody knows", href: null, opens: null, mark: "n" });
  const card = tab.frameLocator("iframe");
  expect(await card.locator(".s").innerText()).toBe(message);
  const links = await card.locator("a").evaluateAll((all) => all.map((each) => each.getAttribute("target")));
  expect(links.length).toBeGreaterThan(1);
  expect(new Set(links)).toEqual(new Set(["_blank"]));
  const widths = await tab
    .locator("img")
    .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
  expect(widths.every((width) => width > 60)).toBe(true);
  expect(await violations(tab)).toEqual([]);
  expect(broken).toEqual([]);
  await context.close();
});

test("no text of a badge or a preview lies outside of it", async () => {
  const context = await browser.visitor({ script: true });
  const tab = await context.newPage();
  for (const path of [...badgeStyles.map((style) => `badge.svg?style=${style}`), "social.svg"]) {
    await tab.goto(`${page}/${path}`);
    const outside = await tab.evaluate(() => {
      const frame = document.documentElement.getBoundingClientRect();
      const texts = [...document.querySelectorAll("text")].map((each) => each.getBoundingClientRect());
      return {
        count: texts.length,
        bad: texts.filter(({ left, right }) => left < frame.left || right > frame.right).length,
      };
    });
    expect([path, outside.count > 0, outside.bad]).toEqual([path, true, 0]);
  }
  await context.close();
});

test("what previews of links show is a picture of the state, served as it is to everybody", async () => {
  const html = await (await fetch(page)).text();
  const own = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(new URL(own).pathname).toMatch(/^\/social\/[a-z]\.png$/);
  const context = await browser.visitor({ script: true });
  const tab = await context.newPage();
  for (const letter of Object.keys(stateMarkByLetter)) {
    const address = `${server.url}/social/${letter}.png`;
    const answer = await fetch(address);
    expect([letter, answer.status, answer.headers.get("content-type")]).toEqual([letter, 200, "image/png"]);
    await tab.goto(address);
    const size = await tab
      .locator("img")
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    expect([letter, ...size]).toEqual([letter, 1200, 630]);
  }
  await context.close();
});

test("a text of the page about other places is copied by its button; without script there is none", async () => {
  const context = await browser.visitor({ script: true, width: 375 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const tab = await context.newPage();
  await tab.goto(`${page}/elsewhere`);
  const snippet = tab.locator(".snippet", { has: tab.getByLabel("Badge as HTML") });
  await snippet.getByRole("button", { name: "Copy", exact: true }).click();
  await snippet.getByRole("button", { name: "Copied", exact: true }).waitFor();
  expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(
    await tab.getByLabel("Badge as HTML").inputValue(),
  );
  const card = tab.frameLocator("iframe.preview");
  await tab.locator("iframe.preview").scrollIntoViewIfNeeded();
  await card.getByRole("link", { name: "View status page" }).waitFor();
  expect(await violations(tab)).toEqual([]);
  await context.close();
  const plain = await (await browser.visitor()).newPage();
  await plain.goto(`${page}/elsewhere`);
  expect(await plain.locator(".snippet button:visible").count()).toBe(0);
  expect(await plain.getByLabel("Badge as HTML").inputValue()).toContain("/badge.svg");
});

test("when the deployment is gone the element does not go on saying that all is well", async () => {
  const context = await browser.visitor({ script: true });
  const tab = await context.newPage();
  await tab.goto(siteUrl);
  await expect.poll(async () => (await element(tab, "known")).mark).toBe("");
  await tab.route(`${page}/badge.json`, (route) => route.fulfill({ status: 503, body: "{}" }));
  await tab.locator("#known").evaluate((host) => (host as HTMLElement & { look(): Promise<void> }).look());
  expect(await element(tab, "known")).toMatchObject({ text: "Status unknown", mark: "n" });
  await context.close();
});
