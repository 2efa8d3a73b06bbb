import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { openBrowser, type TestBrowser } from "../support/browser";
import { startProgram, temporaryFolder } from "../support/child";
import { openClockedTab } from "../support/clocked-tab";
import { hostFiles } from "../support/file-host";
import { nodeProgram, startServer, type TestServer } from "../support/server";
import { root } from "../support/sources";

/** A page in a reader's browser that keeps itself current, and its copy on another host. */
let server: TestServer;
let browsing: TestBrowser;
let context: BrowserContext;
let incident: string;
let broken: string;

const token = "a-bootstrap-token-that-is-long-enough";
const minute = 60_000;

const api = makeApi(() => server.url, token);

const component = (name: string) => api("/pages/shop/components", { component: { name, status: "operational" } });
/** A second after it was answered nobody is shown what was before. */
async function say(more: object): Promise<void> {
  await api(`/pages/shop/incidents/${incident}`, { incident: more }, "PATCH");
  await new Promise((next) => setTimeout(next, 1100));
}

beforeAll(async () => {
  server = await startServer({ args: ["--empty"], env: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  browsing = await openBrowser();
  for (const name of ["shop", "calm"]) await api("/pages", { page: { name, subdomain: name } });
  const [checkout, search] = [await component("Checkout"), await component("Search")];
  broken = checkout.id;
  for (const [name, { id }] of [
    ["Payments", checkout],
    ["Catalogue", search],
  ] as const) {
    await api("/pages/shop/component-groups", { component_group: { name, components: [id] } });
  }
  const began = { name: "Cards are refused", status: "investigating", body: "We look into it." };
  const made = { ...began, components: { [checkout.id]: "partial_outage" } };
  incident = (await api("/pages/shop/incidents", { incident: made })).id;
  context = await browsing.visitor({ script: true, height: 500 });
});
afterAll(async () => {
  await browsing?.close();
  await server?.stop();
});

const text = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`);
  return { html: await answer.text(), policy: answer.headers.get("content-security-policy") ?? "" };
};
const script = /<script src="(\/assets\/live-script-[\w-]+\.js)" defer><\/script>/;

test("every page that names a state has a script: one of at most 2,048 bytes, kept forever; what is filled in has none", async () => {
  const pages = ["/shop", `/shop/incidents/${incident}`, `/shop/components/${broken}`, "/shop/uptime", "/shop/nothing"];
  for (const path of [...pages, "/calm", "/calm/history", "/calm/embed"]) {
    const { html, policy } = await text(path);
    // A component's strip of days has the reader of charts as well, and a front with strips has one of its own.
    const hasReader = path.includes("/components/") || path === "/shop";
    expect([path, html.match(/<script/g)?.length]).toEqual([path, hasReader ? 2 : 1]);
    expect(policy).toContain("script-src 'self'; connect-src 'self';");
  }
  for (const path of ["/calm/preferences", "/calm/elsewhere"]) {
    const { html } = await text(path);
    expect([path, html.includes("live-script")]).toEqual([path, false]);
  }
  const [, source = ""] = script.exec((await text("/calm")).html) ?? [];
  const answer = await fetch(`${server.url}${source}`);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const size = (await answer.arrayBuffer()).byteLength;
  console.log(`live script: ${size} bytes`);
  expect(size).toBeLessThanOrEqual(2048);
});

const openTab = (path: string) => openClockedTab(context, path.startsWith("file:") ? path : `${server.url}${path}`);

const fieldColour = (tab: Page) =>
  tab.evaluate(() => getComputedStyle(document.querySelector(".banner") as Element).getPropertyValue("--c"));

test("an update appears by itself, in its own colour; focus, open groups, selection and place stay", async () => {
  const { tab, asked, conditional, pass } = await openTab("/shop");
  await tab.locator("summary", { hasText: "Catalogue" }).click();
  await tab.getByRole("link", { name: "Search", exact: true }).scrollIntoViewIfNeeded();
  const kept = await tab.evaluate(() => {
    const group = [...document.querySelectorAll("details")].find((each) => each.textContent?.includes("Catalogue"));
    const link = [...document.querySelectorAll("a")].find((each) => each.textContent === "Search");
    const heading = group?.querySelector("h3");
    if (!group || !link || !heading) throw new Error("the page is another one");
    getSelection()?.selectAllChildren(heading);
    link.focus();
    link.scrollIntoView({ block: "center", behavior: "instant" });
    Object.assign(window, { kept: { group, link, top: link.getBoundingClientRect().top } });
    return getSelection()?.toString();
  });
  expect(kept).toContain("Catalogue");
  await pass(minute + 1000);
  expect([await asked(), await conditional()]).toEqual([1, true]);
  expect(await tab.locator("[data-again]").textContent()).toBe("");
  expect(await fieldColour(tab)).toBe("#a94e08");
  const worse = { components: { [broken]: "major_outage" } };
  await say({ status: "identified", body: "A certificate ran out. ".repeat(20), ...worse });
  // The server spreads the next ask by up to a fifth.
  await pass(1.2 * minute + 1000);
  await tab.getByText("A certificate ran out.").first().waitFor();
  expect(await tab.locator("[data-again]").textContent()).toMatch(/^Cards are refused: Identified\./);
  const after = await tab.evaluate(() => {
    const { group, link, top } = (
      window as unknown as { kept: { group: HTMLDetailsElement; link: Element; top: number } }
    ).kept;
    const moved = Math.abs(link.getBoundingClientRect().top - top);
    return { open: group.open && group.isConnected, focused: document.activeElement === link, moved };
  });
  expect(after).toMatchObject({ open: true, focused: true });
  expect(await fieldColour(tab)).toBe("#b3261e");
  expect(after.moved).toBeLessThan(2);
  expect(await tab.evaluate(() => getSelection()?.toString())).toBe(kept);
  await tab.close();
});

const hide = (tab: Page, hidden: boolean) =>
  tab.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("a hidden tab asks nothing; seen again it asks at once where it is older than a minute, and not again before the next", async () => {
  const { tab, asked, pass } = await openTab(`/shop/incidents/${incident}`);
  await hide(tab, true);
  await pass(30 * minute);
  expect(await asked()).toBe(0);
  await hide(tab, false);
  await pass(10);
  expect(await asked()).toBe(1);
  for (const hidden of [true, false, true, false]) await hide(tab, hidden);
  await pass(50_000);
  expect(await asked()).toBe(1);
  await pass(25_000);
  expect(await asked()).toBe(2);
  await tab.close();
});

test("who gets no answer waits 1, 2, 4, 8 and 16 minutes", async () => {
  const { tab, asked, pass } = await openTab("/shop");
  await tab.route("**/shop", (route) => route.fulfill({ status: 503 }));
  await pass(minute);
  for (const [at, wait] of [1, 2, 4, 8, 16, 16].entries()) {
    expect(await asked()).toBe(at + 1);
    // The page's clock stood still a second or two after its script began.
    await pass(wait * minute - 4000);
    expect(await asked()).toBe(at + 1);
    await pass(4000);
  }
  await tab.close();
});

/** The program as a person runs it: what it said, and how it ended. */
async function mirror(address: string, folder: string) {
  const program = startProgram(nodeProgram, [join(root, "scripts/mirror.mjs"), address, folder], { cwd: root });
  return { code: await program.ended, said: program.output() };
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));

test("a copy on another host, under any path: pages, formats and script, and no link that leads nowhere", async () => {
  const folder = join(temporaryFolder("mirror"), "copy");
  expect(await mirror(`${server.url}/shop`, folder)).toMatchObject({ code: 0 });
  const names = filesOf(folder);
  const incidentFile = `incidents/${incident}/index.html`;
  const wanted = ["index.html", incidentFile, "history/index.html", "uptime/index.html", "uptime.csv", "mirror.json"];
  const formats = ["feed.atom", "feed.rss", "calendar.ics", "badge.svg", "badge.json", "api/v2/summary.json"];
  expect([...wanted, ...formats].filter((name) => !names.includes(name))).toEqual([]);
  const host = await hostFiles(folder, "/any/where");
  const broken: string[] = [];
  for (const name of names.filter((each) => each.endsWith(".html"))) {
    const at = `${host.url}/${name}`;
    const html = await (await fetch(at)).text();
    for (const [, link = ""] of html.matchAll(/ (?:href|src|action)="([^"#]+)[^"]*"/g)) {
      const url = new URL(link.replaceAll("&amp;", "&"), at);
      const isOurs = url.origin === new URL(host.url).origin;
      if (isOurs && (await fetch(url)).status !== 200) broken.push(`${name}: ${link}`);
      if (!isOurs && !/^(data:|http:\/\/localhost:\d+\/(shop|manage)\b)/.test(url.href))
        broken.push(`${name}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
  const visitor = await (await browsing.visitor()).newPage();
  await visitor.goto(`${host.url}/`);
  await visitor.getByText(/Copy of .*\/shop, made on .* UTC\./).waitFor();
  await visitor.getByRole("link", { name: "Cards are refused" }).first().click();
  expect(await visitor.getByText("A certificate ran out.").first().isVisible()).toBe(true);
  const summary = (await (await fetch(`${host.url}/api/v2/summary.json`)).json()) as { incidents: { id: string }[] };
  expect(summary.incidents.map(({ id }) => id)).toEqual([incident]);
  await host.close();
  const { tab, asked, pass } = await openTab(`file://${folder}/index.html`);
  expect(await tab.locator("script").count()).toBe(2);
  await pass(60 * minute);
  expect(await asked()).toBe(0);
  await tab.close();
});

test("an open tab of an incident without components takes over its end, and then asks as rarely as where all is well", async () => {
  const began = { name: "Invoices arrive late", status: "investigating", body: "We look into it." };
  const made = { ...began, impact_override: "minor" };
  const { id } = await api("/pages/calm/incidents", { incident: made });
  const step = async (status: string, body: string) => {
    await api(`/pages/calm/incidents/${id}`, { incident: { status, body } }, "PATCH");
    await new Promise((next) => setTimeout(next, 1100));
  };
  const { tab, asked, pass } = await openTab(`/calm/incidents/${id}`);
  await step("monitoring", "The queue is short again.");
  await pass(1.2 * minute + 1000);
  await tab.getByText("The queue is short again.").waitFor();
  await step("resolved", "All invoices have gone out.");
  await pass(1.2 * minute + 1000);
  await tab.getByText("All invoices have gone out.").waitFor();
  expect(await tab.locator("[data-again]").textContent()).toBe("The incident or maintenance shown here has ended.");
  const before = await asked();
  await pass(60 * minute);
  expect((await asked()) - before).toBeLessThanOrEqual(12);
  await tab.close();
});

test("a page that cannot be read leaves the copy as it was, and nothing of somebody else's is replaced", async () => {
  const folder = join(temporaryFolder("mirror"), "copy");
  expect((await mirror(`${server.url}/calm`, folder)).code).toBe(0);
  const before = readFileSync(join(folder, "index.html"), "utf8");
  for (const address of [`${server.url}/nobody`, "no address"]) {
    const { code, said } = await mirror(address, folder);
    expect([code, said.trim().split("\n").length]).toEqual([1, 1]);
    expect(said).toContain("Nothing was changed.");
  }
  expect(readFileSync(join(folder, "index.html"), "utf8")).toBe(before);
  const other = join(temporaryFolder("mirror"), "photos");
  mkdirSync(other);
  writeFileSync(join(other, "cat.jpg"), "");
  expect((await mirror(`${server.url}/calm`, other)).said).toContain("not a copy of a page");
});

test("what is over is shown, and then it is asked for every five minutes", async () => {
  const { tab, asked, pass } = await openTab("/shop");
  await say({ status: "resolved", body: "All is well." });
  await pass(minute + 1000);
  await expect.poll(() => tab.title()).toContain("All systems operational");
  expect(await tab.locator("[role=status][data-again]").textContent()).toBe(
    "The incident or maintenance shown here has ended.",
  );
  const before = await asked();
  await pass(30 * minute);
  expect((await asked()) - before).toBeGreaterThanOrEqual(5);
  expect((await asked()) - before).toBeLessThanOrEqual(6);
  await tab.close();
});
