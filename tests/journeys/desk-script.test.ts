import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { openSheet } from "../support/composer";
import { deskCatalogues } from "../support/desk-catalogues";
import { type OwnPage, ownPage } from "../support/own-page";
import { scriptSize, scriptsOfPages } from "../support/page-scripts";
import { pickComponent } from "../support/picker";
import { foundOtherwise, untilTakenOver, watchHydration } from "../support/taken-over";

let own: OwnPage;
let browser: TestBrowser;
let desk: BrowserContext;
let tab: Page;
/** What the browser complains about: broken rules of the CSP, markup that the script finds otherwise than it was. */
const complaints: string[] = [];

/** What a form was refused with is told by the page itself; the browser notes it when it pleases. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d /;
/** The preview's frame runs no script, not even the one that watches hydration here. */
const watching = /^Blocked script execution in '.+\/preview\?/;
const isExpected = (text: string) => refusal.test(text) || watching.test(text);

const manage = (rest = "") => own.manage(rest);
const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
const focused = () => tab.evaluate(() => document.activeElement?.textContent ?? "");

/** The script has taken over, and has found the markup as it was. */
async function ready(): Promise<void> {
  await untilTakenOver(tab);
  complaints.push(...(await foundOtherwise(tab)));
  await tab.evaluate(
    () =>
      new Promise((taken) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(taken)))),
  );
}

async function openAt(address: string): Promise<void> {
  await tab.goto(address);
  await ready();
}

const open = (rest = "") => openAt(manage(rest));

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout", "Search"] }), openBrowser()]);
  desk = await browser.visitor({ script: true });
  await watchHydration(desk);
  tab = await own.signIn(desk);
  tab.on(
    "console",
    (message) => message.type() === "error" && !isExpected(message.text()) && complaints.push(message.text()),
  );
  tab.on("pageerror", (error) => complaints.push(String(error)));
});

afterAll(async () => {
  await browser?.close();
});

describe("a form where script runs", () => {
  test("is refused in place: values kept, the message at its field and the focus on it", async () => {
    await open("/incidents/new");
    await tab.getByLabel("Title").fill("Checkout is slow");
    await tab.getByLabel("Update", { exact: true }).fill("We **look** into it.");
    await press("Publish");
    await tab.getByRole("alert").filter({ hasText: "Not saved." }).waitFor();
    expect(await focused()).toContain("Affected components");
    expect(await tab.getByLabel("Title").inputValue()).toBe("Checkout is slow");
    complaints.length = 0;
  });

  test("shows in the pauses of typing how visitors will see the text", async () => {
    await tab.getByLabel("Update", { exact: true }).fill("We **look** into <b>it</b>.");
    const preview = tab.getByRole("region", { name: "Preview" });
    await preview.locator("strong").waitFor();
    expect(await preview.textContent()).toContain("look into <b>it</b>.");
  });

  test("keeps its text over a closed tab", async () => {
    await tab.goto("about:blank");
    await open("/incidents/new");
    expect(await tab.getByLabel("Title").inputValue()).toBe("Checkout is slow");
    expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toContain("We **look**");
    expect(await tab.getByText("We restored text you hadn’t submitted.").count()).toBe(1);
  });

  test("leaves alone what is typed while it takes over, and keeps that as well", async () => {
    await tab.goto(manage("/maintenances/new"), { waitUntil: "commit" });
    await tab.getByLabel("Title").pressSequentially("Typed early");
    await ready();
    await tab.getByLabel("Description for visitors").pressSequentially("Typed late");
    await tab.goto("about:blank");
    await open("/maintenances/new");
    await tab.getByText("We restored text you hadn’t submitted.").waitFor();
    const shown = ["Title", "Description for visitors"].map((label) => tab.getByLabel(label).inputValue());
    expect(await Promise.all(shown)).toEqual(["Typed early", "Typed late"]);
    await press("Discard it");
    await open("/incidents/new");
  });

  test("keeps it over a lost connection, says so, and is sent with the same button", async () => {
    await pickComponent(tab, "Checkout", "degraded_performance");
    await desk.setOffline(true);
    await press("Publish");
    await tab.getByText("You’re offline.").first().waitFor();
    expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toContain("We **look**");
    await desk.setOffline(false);
    complaints.length = 0;
    await press("Publish");
    await tab.waitForURL(/incidents\/[0-9a-z]{26}/);
    await tab.getByText("Published. Visitors see it now.").waitFor();
    const kept = () => tab.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("/incidents/new")));
    await expect.poll(kept).toEqual([]);
  });

  test("keeps it when the session has ended, and is sent after a sign-in in another tab", async () => {
    await tab.getByLabel("Update", { exact: true }).fill("Typed while the session ended.");
    await tab.getByRole("region", { name: "Preview" }).getByText("Typed while the session ended.").waitFor();
    const cookies = await desk.cookies();
    await desk.clearCookies();
    await press("Post the update");
    await tab.getByText("Your session has ended.").first().waitFor();
    expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe("Typed while the session ended.");
    await desk.addCookies(cookies);
    complaints.length = 0;
    await press("Post the update");
    await tab.getByText("Update posted.").waitFor();
    expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe("");
  });

  test("whose page was refreshed under the hands still knows which version was read", async () => {
    const fold = "Edit title, impact and components";
    await tab.getByText(fold).click();
    await tab.getByLabel("Title", { exact: true }).fill("Mine");
    const other = await desk.newPage();
    await other.goto(tab.url());
    await other.getByText(fold).click();
    await other.getByLabel("Title", { exact: true }).fill("Theirs");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await other.getByText("Incident saved.").waitFor();
    await other.close();
    await tab.getByLabel("Update", { exact: true }).fill("Looks at all there is, again.");
    await press("Preview");
    await tab.getByRole("heading", { level: 1, name: "Theirs" }).waitFor();
    await press("Save");
    await tab.getByRole("heading", { name: "Someone else changed this while you were editing" }).waitFor();
    expect(await focused()).toBe("Someone else changed this while you were editing");
    expect(await tab.getByText("Mine").count()).toBeGreaterThan(0);
    complaints.length = 0;
  });
});

describe("the desk where script runs", () => {
  test("goes from place to place without a new document; the focus goes to what is new", async () => {
    await open();
    await tab.evaluate(() => Object.assign(window, { sameDocument: true }));
    for (const name of ["Incidents", "Components", "People"]) {
      await tab.getByRole("navigation", { name: "Page" }).first().getByRole("link", { name, exact: true }).click();
      await tab.getByRole("heading", { level: 1, name }).waitFor();
      expect([name, await focused()]).toEqual([name, name]);
    }
    expect(await tab.evaluate(() => "sameDocument" in window)).toBe(true);
    expect(await tab.title()).toBe("People · Acme Shop · Upfront");
  });

  test("leaves the focus on the button that moved a component", async () => {
    await open("/components");
    const names = () => tab.locator("main tbody a[id^='component-']").allTextContents();
    const before = await names();
    await tab.getByRole("button", { name: "Move Search up" }).click();
    await expect.poll(names).toEqual([before[0], before[2], before[1]]);
    await expect.poll(() => tab.evaluate(() => document.activeElement?.ariaLabel)).toBe("Move Search up");
  });

  test("folds its menus behind who has gone on, and by Escape; the folded one says where one is", async () => {
    await tab.setViewportSize({ width: 375, height: 740 });
    await open();
    const [switcher, menu] = [tab.locator("header details").first(), tab.locator("header details").last()];
    await menu.locator("summary").click();
    await menu.getByRole("link", { name: "Incidents", exact: true }).click();
    await tab.getByRole("heading", { level: 1, name: "Incidents" }).waitFor();
    expect(await menu.getAttribute("open")).toBe(null);
    expect(await menu.locator("summary").innerText()).toMatch(/Respond\s*\/\s*Incidents/);
    await switcher.locator("summary").click();
    await tab.keyboard.press("Escape");
    expect(await switcher.getAttribute("open")).toBe(null);
    expect(await tab.evaluate(() => document.activeElement?.ariaLabel)).toContain("switch page");
  });

  test("brings an answer into sight where the form was sent far below", async () => {
    await tab.setViewportSize({ width: 375, height: 400 });
    await open("/incidents");
    await tab.getByRole("link", { name: "Theirs" }).click();
    await tab.getByRole("heading", { name: "Timeline" }).waitFor();
    await openSheet(tab);
    await tab.getByLabel("Update", { exact: true }).fill("From far below.");
    await press("Post the update");
    const answer = tab.getByText("Update posted.");
    await answer.waitFor();
    const inSight = () => answer.evaluate((each) => each.getBoundingClientRect().top);
    await expect.poll(inSight).toBeGreaterThan(200);
    expect(await inSight()).toBeLessThan(400);
    await tab.setViewportSize({ width: 1280, height: 800 });
  });

  test("needs at most 115 KB of script, compressed, on each page", async () => {
    const pages = scriptsOfPages();
    const sizes = [...pages].map(([id, urls]) => ({ id, size: urls.reduce((sum, url) => sum + scriptSize(url), 0) }));
    const heaviest = sizes.toSorted((one, other) => other.size - one.size).slice(0, 5);
    console.log("script, bytes gzip:", JSON.stringify(heaviest));
    expect(sizes.length).toBeGreaterThan(70);
    expect(sizes.filter(({ size }) => size > 115_000 || size < 50_000)).toEqual([]);
    // The sum is of what browsers load.
    const places = {
      [manage()]: "now/desk/now",
      [manage("/monitors/new")]: "monitors/desk/monitor-new",
      [`${own.server.url}/manage/account`]: "people/account/desk/account",
    };
    for (const [place, route] of Object.entries(places)) {
      await openAt(place);
      const urls = await tab.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      const scripts = urls.filter((url) => url.endsWith(".js")).map((url) => new URL(url).pathname);
      expect([...new Set(scripts)].sort()).toEqual(pages.get(`${route}.route`));
    }
  });

  test("brings its words as data, at most 6 KB of them, compressed, and with the next page those that are lacking", async () => {
    const rooms: Record<string, Record<string, string[]>> = JSON.parse(
      readFileSync("build/client/words/groups.json", "utf8"),
    );
    const catalogues = new Map(deskCatalogues().map(({ name, words }) => [name, `${words}/en.json`]));
    const english = (room: string) => JSON.parse(readFileSync(catalogues.get(room) ?? "", "utf8"));
    const bytesOf = (needed: Record<string, string[]>) => {
      // The English of fields is in the script.
      const sent = Object.entries(needed).filter(([room]) => !room.startsWith("fields/"));
      const words = sent.map(([room, groups]) => groups.map((group) => english(room)[group]));
      return gzipSync(JSON.stringify(words), { level: 9 }).byteLength;
    };
    const heavy = Object.entries(rooms).filter(([, needed]) => bytesOf(needed) > 6000);
    expect(heavy).toEqual([]);
    expect(Object.keys(rooms["now/desk/now.route"] ?? {})).toContain("now");

    const keys = new Set(
      [...catalogues.keys()].flatMap((room) =>
        Object.entries<object>(english(room)).flatMap(([group, texts]) =>
          Object.keys(texts).map((key) => `${group}.${key}`),
        ),
      ),
    );
    const bare = () =>
      tab.evaluate((all) => document.body.innerText.split(/\s+/).filter((word) => all.includes(word)), [...keys]);
    await open();
    const links = tab.getByRole("navigation").first().getByRole("link");
    let reloads = 0;
    tab.on("domcontentloaded", () => {
      reloads += 1;
    });
    const asked: string[] = [];
    tab.on("request", (request) => {
      const known = request.headers()["upfront-known-words"];
      if (known !== undefined) asked.push(known);
    });
    const count = await links.count();
    for (let index = 0; index < count; index++) {
      const target = await links.nth(index).getAttribute("href");
      await links.nth(index).click();
      await tab.waitForURL((url) => url.pathname === target);
      await tab.waitForLoadState("networkidle");
      expect({ target, bare: await bare() }).toEqual({ target, bare: [] });
    }
    expect(count).toBeGreaterThan(8);
    expect(reloads).toBe(0);
    expect(asked.at(-1)).toMatch(/(^| )now:[a-z_,]+ /);
  });

  test("forgets on sign-out what was typed on this device", async () => {
    await open("/incidents/new");
    await tab.getByLabel("Update", { exact: true }).fill("Not for the next one here.");
    const kept = () => tab.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(kept).toContain("Not for the next one here.");
    await tab.getByLabel("Update", { exact: true }).fill("Nor what is still on its way to the device.");
    await press("Sign out");
    await tab.waitForURL(/sign-in/);
    await expect.poll(() => tab.evaluate(() => Object.keys(localStorage)), { timeout: 10_000 }).toEqual([]);
  });

  test("broke no rule of its CSP and found the markup as it was", () => {
    expect(complaints).toEqual([]);
  });
});
