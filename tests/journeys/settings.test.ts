import { request } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type FakeDns, startDns } from "../support/dns";
import { problemsByLook } from "../support/looks";
import { startServer, type TestServer } from "../support/server";
import { makePage, signInBy } from "../support/signed-in";
import { untilTakenOver } from "../support/taken-over";

let dns: FakeDns;
let server: TestServer;
let browser: TestBrowser;
let tab: Page;
let reader: Page;

beforeAll(async () => {
  dns = await startDns();
  const env = { UPFRONT_RESOLVER: dns.url, UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" };
  [server, browser] = await Promise.all([startServer({ args: ["--empty"], env }), openBrowser()]);
  tab = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(tab, server, "acme", ["Website"]);
  reader = await (await browser.visitor()).newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await dns?.close();
});

const settings = (rest = "") => `${server.url}/manage/acme/settings${rest}`;
const press = (name: string) => tab.getByRole("button", { name }).click();
const said = () => tab.getByRole("status").textContent();
const heading = async () => (await reader.getByRole("heading", { level: 1 }).textContent()) ?? "";

test("branding: tried out before it is saved, with a logo", async () => {
  await tab.goto(settings());
  await tab.getByRole("link", { name: "Branding" }).click();
  await tab.getByLabel("Accent colour").fill("#224488");
  await tab.getByLabel("Link 1: text").fill("Our shop");
  await tab.getByLabel("Link 1: URL").fill("https://shop.example.com");
  await press("Preview");
  const frame = tab.frameLocator("iframe");
  expect(await frame.getByRole("link", { name: "Our shop" }).textContent()).toBe("Our shop");
  const opened = tab.context().waitForEvent("page");
  await tab.getByRole("link", { name: "Preview the whole page in a new tab" }).click();
  const whole = await opened;
  await whole.getByText("Website", { exact: true }).first().waitFor({ state: "attached" });
  expect(await whole.getByRole("link", { name: "Our shop" }).count()).toBe(1);
  await whole.close();
  await tab.getByLabel("Pick a colour").fill("#7a1f1f");
  await press("Save");
  expect(await tab.getByLabel("Accent colour").inputValue()).toBe("#7a1f1f");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
  await tab
    .getByLabel(/^Logo/)
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
  await press("Upload the logo");
  expect(await said()).toContain("Image saved");
  // The whole preview has just read the page, which is kept in memory for a second.
  const shop = reader.getByRole("link", { name: "Our shop" });
  await expect.poll(async () => (await reader.goto(`${server.url}/acme`)) && shop.count()).toBe(1);
  expect(await shop.getAttribute("href")).toBe("https://shop.example.com");
  const width = () => reader.locator(".brand img").evaluate((image) => (image as HTMLImageElement).naturalWidth);
  expect(await width()).toBeGreaterThan(0);
});

test("with script the colour’s text and its picker are in step", async () => {
  const scripted = await browser.visitor({ script: true });
  await scripted.addCookies(await tab.context().cookies());
  const desk = await scripted.newPage();
  await desk.goto(settings("/branding"));
  await untilTakenOver(desk);
  const [text, picker] = [desk.getByLabel("Accent colour"), desk.getByLabel("Pick a colour")];
  await picker.fill("#224488");
  await expect.poll(() => text.inputValue()).toBe("#224488");
  await text.fill("#1F5F4A");
  await expect.poll(() => picker.inputValue()).toBe("#1f5f4a");
  await scripted.close();
});

test("two logos one after the other and settings saved from the same page are nobody else’s change, with script and without", async () => {
  const svg = (size: number) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h${size}v8H0z"/></svg>`);
  const conflict = "Someone else changed this while you were editing";
  const scripted = await browser.visitor({ script: true });
  await scripted.addCookies(await tab.context().cookies());
  for (const desk of [await scripted.newPage(), tab]) {
    await desk.goto(settings("/branding"));
    await desk.waitForLoadState("networkidle");
    await desk.getByLabel("Accent colour").fill("#115533");
    const shown = async () => {
      const images = await desk.locator("main img").evaluateAll((all) => all.map((each) => each.getAttribute("src")));
      return images.join(" ");
    };
    for (const size of [4, 6]) {
      const before = await shown();
      const file = { name: `${size}.svg`, mimeType: "image/svg+xml", buffer: svg(size) };
      await desk.getByLabel(/^Logo/).setInputFiles(file);
      await desk.getByRole("button", { name: "Upload the logo", exact: true }).click();
      await desk.getByText("Image saved").waitFor();
      await expect.poll(shown).not.toBe(before);
    }
    await desk.getByRole("button", { name: "Save", exact: true }).click();
    await desk.getByText("Branding saved").waitFor();
    expect(await desk.getByText(conflict).count()).toBe(0);
  }
  await scripted.close();
});

const asHost = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const options = { host: "127.0.0.1", port: server.port, path, headers: { host: "status.acme.com" } };
    request(options, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on("error", reject)
      .end();
  });

test("domain: asked for, proven by its DNS, serving the page and nothing else, removed", async () => {
  await tab.getByRole("link", { name: "Domain" }).click();
  await tab.getByLabel("Domain").fill("status.acme.com");
  await press("Next: add a DNS record");
  const name = (await tab.getByRole("region", { name: "Name of the TXT record" }).textContent())?.trim() ?? "";
  const value = (await tab.getByRole("region", { name: "Value of the TXT record" }).textContent())?.trim() ?? "";
  await press("Check");
  expect(await tab.getByRole("alert").last().textContent()).toContain("The record was not found yet");
  dns.texts.set(name, [value]);
  await press("Check");
  expect(await said()).toContain("Domain connected");
  expect([await asHost("/"), await asHost("/manage"), await asHost("/acme")]).toEqual([200, 404, 404]);
  await tab.getByText("Remove the domain").click();
  await press("Disconnect status.acme.com");
  expect(await said()).toContain("Domain removed");
});

test("visibility: a passphrase opens the page, another one shuts it", async () => {
  await tab.getByRole("link", { name: "Visibility" }).click();
  await tab.getByLabel("Anyone with the passphrase").check();
  await press("Save");
  const told = async () => (await tab.getByRole("region", { name: "Passphrase" }).textContent())?.trim() ?? "";
  const first = await told();
  await reader.goto(`${server.url}/acme`);
  expect(await heading()).toBe("This page is private or doesn’t exist");
  await reader.getByLabel("Passphrase").fill("not this one");
  await reader.getByRole("button", { name: "Open the page" }).click();
  expect(await reader.getByRole("alert").textContent()).toContain("That passphrase doesn’t work here");
  await reader.getByLabel("Passphrase").fill(first.toUpperCase());
  await reader.getByRole("button", { name: "Open the page" }).click();
  expect([reader.url(), await heading()]).toEqual([`${server.url}/acme`, "All systems operational"]);
  await tab.getByText("New passphrase").first().click();
  await tab.getByLabel("Yes, create a new passphrase and revoke access for everyone using the old one").check();
  await press("Create a new passphrase");
  expect(await told()).not.toBe(first);
  await reader.waitForTimeout(1100);
  await reader.reload();
  expect(await heading()).toBe("This page is private or doesn’t exist");
});

test("every settings page is readable by all, wide and narrow, in the light and in the dark", async () => {
  const context = await browser.visitor({ script: true });
  await context.addCookies(await tab.context().cookies());
  const check = async (page: Page) => {
    const wide = await overflow(page);
    return [...(await violations(page)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
  };
  const looks = { light: { width: 1280, check }, dark: { width: 320, dark: true, check } };
  const paths = ["", "/branding", "/domain", "/visibility", "/danger"];
  const addresses = Object.fromEntries(paths.map((path) => [`settings${path}`, settings(path)]));
  const found = await problemsByLook(context, { ...addresses, unlock: `${server.url}/nobody/unlock` }, looks);
  expect(found).toEqual({ light: [], dark: [] });
});

test("danger zone: deleted by its name, gone for its people and its readers", async () => {
  await tab.goto(settings());
  await tab.getByRole("link", { name: "Danger zone" }).click();
  await tab.getByText("Delete this page").click();
  await tab.getByLabel("Name of the page").fill("Acme");
  await press("Delete the page for good");
  expect(await tab.getByRole("main").textContent()).toContain("Type the exact name of the page: Acme Shop");
  await tab.getByLabel("Name of the page").fill("Acme Shop");
  await press("Delete the page for good");
  expect([tab.url().split("?")[0], (await said())?.includes("Page deleted")]).toEqual([
    `${server.url}/manage/new`,
    true,
  ]);
  expect((await fetch(`${server.url}/acme/api/v2/summary.json`)).status).toBe(404);
  const again = await tab.goto(settings());
  expect(again?.status()).toBe(404);
});
