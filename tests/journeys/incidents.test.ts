import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { chooseStatus } from "../support/composer";
import { problemsByLook } from "../support/looks";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";

let own: OwnPage;
let browser: TestBrowser;
/** Two people at one incident: the one has no script, the other has. */
let plain: Page;
let scripted: Page;
/** The incident of this story, below the origin. */
let incident = "";

const manage = (rest = "") => own.manage(rest);
const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
const flashOf = (tab: Page) => tab.getByRole("status").first().textContent();
const publicText = async (path: string) => (await fetch(`${own.server.url}${path}`)).text();
const typeIn = async (tab: Page, typed: Record<string, string>) => {
  for (const [label, value] of Object.entries(typed)) await tab.getByLabel(label).first().fill(value);
};

/** The same person in another browser. */
async function alike(options: Parameters<TestBrowser["visitor"]>[0]): Promise<BrowserContext> {
  const context = await browser.visitor(options);
  await context.addCookies(await plain.context().cookies());
  return context;
}

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout"] }), openBrowser()]);
  plain = await own.signIn(await browser.visitor());
  scripted = await (await alike({ script: true })).newPage();
});

afterAll(async () => {
  await browser?.close();
});

describe("words ready for the worst hour", () => {
  test("a template is written in a calm one and fills a new incident, without script", async () => {
    await plain.goto(manage("/templates"));
    await plain.getByRole("link", { name: "New template" }).click();
    await typeIn(plain, {
      Name: "Errors",
      Title: "{{component}} answers with errors",
      Text: "We look into {{component}}.",
    });
    await pickComponent(plain, "Checkout", "partial_outage");
    await press(plain, "Create template");
    expect(await plain.getByRole("main").textContent()).toContain("{{component}} answers with errors");
    await plain.goto(manage("/incidents/new"));
    await plain.getByLabel("Update", { exact: true }).fill("Since noon.");
    await plain.getByLabel("Template").selectOption({ label: "Errors" });
    await press(plain, "Use template");
    expect(await plain.getByLabel("Title").inputValue()).toBe("Checkout answers with errors");
    expect(await plain.getByLabel("Update", { exact: true }).inputValue()).toBe(
      "Since noon.\n\nWe look into Checkout.",
    );
    await press(plain, "Publish");
    incident = new URL(plain.url()).pathname.replace("/manage", "");
    expect(await publicText(incident)).toContain("We look into Checkout.");
  });

  test("and an update with script, in place", async () => {
    await scripted.goto(`${own.server.url}/manage${incident}`);
    await scripted.getByLabel("Template").selectOption({ label: "Errors" });
    await press(scripted, "Use template");
    const field = scripted.getByLabel("Update", { exact: true });
    await expect.poll(() => field.inputValue()).toBe("We look into Checkout.");
  });
});

describe("two people at one incident", () => {
  test("the second sees both versions and chooses; nothing is overwritten", async () => {
    await Promise.all([plain, scripted].map((tab) => tab.goto(`${own.server.url}/manage${incident}`)));
    await plain.getByLabel("Update", { exact: true }).fill("The first one found it.");
    await press(plain, "Post the update");
    expect(await flashOf(plain)).toContain("Update posted");
    await scripted.getByLabel("Update", { exact: true }).fill("The second one found something else.");
    await press(scripted, "Post the update");
    const both = scripted.getByRole("region", { name: "Someone else changed this while you were editing" });
    await expect.poll(() => both.textContent()).toContain("The first one found it.");
    expect(await publicText(incident)).not.toContain("something else");
    await press(scripted, "Post mine after theirs");
    await expect.poll(() => publicText(incident)).toContain("The second one found something else.");
    expect(await publicText(incident)).toContain("The first one found it.");
  });

  test("a correction keeps what stood there for the team; visitors see that it was edited", async () => {
    await plain.goto(`${own.server.url}/manage${incident}`);
    const newest = plain.getByRole("listitem").filter({ hasText: "A fuse blew." }).last();
    for (const text of ["A fuse.", "A fuse blew."]) {
      await plain.locator("details").filter({ hasText: "Correct this update" }).first().locator("summary").click();
      await plain.getByLabel("Text", { exact: true }).first().fill(text);
      await plain.getByRole("button", { name: "Save the correction" }).first().click();
    }
    await newest.getByText("Edited 2 times").waitFor();
    const seen = async () => {
      const shown = await publicText(incident);
      return ["A fuse blew.", "· edited", "something else"].map((words) => shown.includes(words));
    };
    await expect.poll(seen).toEqual([true, true, false]);
  });
});

describe("when it is over", () => {
  test("a postmortem is drafted, looked at, and published to page, feed and v2", async () => {
    await plain.goto(`${own.server.url}/manage${incident}`);
    await chooseStatus(plain, "Resolved");
    await plain.getByLabel("Update", { exact: true }).fill("Mended.");
    await press(plain, "Resolve the incident");
    await plain.getByRole("link", { name: "Write the postmortem" }).click();
    const field = plain.getByLabel("What happened, why, and what will change");
    await field.fill("A **fuse** of 1973.");
    await press(plain, "Preview");
    expect(await plain.getByRole("region", { name: "Preview" }).locator("strong").textContent()).toBe("fuse");
    await press(plain, "Save the draft");
    expect(await publicText(incident)).not.toContain("1973");
    expect(await plain.getByText("No subscribers will be notified.").count()).toBe(1);
    await press(plain, "Publish");
    expect(await flashOf(plain)).toContain("Visitors see it now");
    await expect.poll(() => publicText(incident)).toContain("<strong>fuse</strong> of 1973");
    await expect.poll(() => publicText(`/${own.slug}/history.atom`)).toContain("Postmortem");
    const v2 = JSON.parse(await publicText(`/${own.slug}/api/v2/incidents.json`)) as {
      incidents: Record<string, unknown>[];
    };
    expect(v2.incidents[0]).toMatchObject({ status: "postmortem", postmortem_body: "A fuse of 1973." });
  });

  test("a past incident is added with what was said then; nobody is notified", async () => {
    await plain.goto(manage("/incidents"));
    await plain.getByRole("link", { name: "Add past incident" }).click();
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    await typeIn(plain, { Title: "Cables cut", "Started at": `${day}T10:00`, "Resolved at": `${day}T12:00` });
    await pickComponent(plain, "Website", "major_outage");
    await press(plain, "Add another update");
    expect(await plain.getByLabel("Title").inputValue()).toBe("Cables cut");
    const third = plain.getByRole("group", { name: "Update 3" });
    await third.getByLabel("Posted at").fill(`${day}T10:30`);
    await third.getByLabel("Text").fill("A digger.");
    await plain.getByLabel("Resolution").fill("Spliced.");
    await press(plain, "Add to the history");
    expect(await flashOf(plain)).toContain("Nobody was notified");
    const shown = await publicText(new URL(plain.url()).pathname.replace("/manage", ""));
    expect([shown.includes("A digger."), shown.includes("Spliced.")]).toEqual([true, true]);
    await plain.goto(manage("/outbox"));
    expect(await plain.getByText("Cables cut").count()).toBe(0);
  });
});

describe("finding an incident again", () => {
  const titles = (tab: Page) => tab.locator("tbody th a").allTextContents();
  const table = (tab: Page) => tab.getByRole("table", { name: "Incidents" });

  test("without script: sorted by a head, narrowed by fields, and all of them again", async () => {
    await plain.goto(manage("/incidents"));
    const [newest = ""] = await titles(plain);
    expect(await titles(plain)).toEqual([newest, "Cables cut"]);
    await table(plain).getByRole("link", { name: "Started" }).click();
    expect(await titles(plain)).toEqual(["Cables cut", newest]);
    const head = plain.getByRole("columnheader", { name: "Started" });
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await plain.getByRole("searchbox", { name: "Words" }).fill("cables");
    await plain.getByLabel("Component").selectOption({ label: "Shop: Website" });
    await press(plain, "Filter");
    expect(await titles(plain)).toEqual(["Cables cut"]);
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await plain.getByRole("link", { name: "Open", exact: true }).click();
    expect(await plain.getByRole("main").textContent()).toContain("No incidents match these filters");
    await plain.getByRole("link", { name: "Show all" }).first().click();
    expect(await titles(plain)).toEqual([newest, "Cables cut"]);
  });

  test("without script: by a word of an update, with the line that has it, in the list and in the search", async () => {
    await plain.goto(manage("/incidents"));
    await plain.getByRole("searchbox", { name: "Words" }).fill("digger");
    await press(plain, "Filter");
    expect(await titles(plain)).toEqual(["Cables cut"]);
    expect(await table(plain).textContent()).toContain("A digger.");
    await plain.goto(manage("/search?q=spliced"));
    const hit = plain.getByRole("region", { name: "Results" }).getByRole("link", { name: "Cables cut" });
    expect(await hit.textContent()).toContain("Spliced.");
  });

  test("with script: the same, in place", async () => {
    await scripted.goto(manage("/incidents"));
    await table(scripted).getByRole("link", { name: "Duration" }).click();
    await expect.poll(() => titles(scripted)).toEqual(["Cables cut", expect.any(String)]);
    await scripted.getByLabel("Impact").selectOption({ label: "Critical" });
    await press(scripted, "Filter");
    await expect.poll(() => titles(scripted)).toEqual(["Cables cut"]);
    expect(new URL(scripted.url()).searchParams.get("sort")).toBe("-duration");
  });
});

/** In a window as tall as the page, where the bar at its foot lies over nothing of it. */
const inspect = async (tab: Page) => {
  const tall = await tab.evaluate(() => document.documentElement.scrollHeight);
  await tab.setViewportSize({ width: 375, height: tall });
  const wide = await overflow(tab);
  return [...(await violations(tab)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
};

const phone = { width: 375, height: 740, check: inspect };
const looks = { light: phone, dark: { ...phone, dark: true } };

async function lookEverywhere(): Promise<Record<keyof typeof looks, string[]>> {
  await plain.goto(manage("/templates"));
  const template = await plain.getByRole("main").getByRole("link", { name: "Errors" }).getAttribute("href");
  const under = `/manage${incident}`;
  const desk = ["/incidents", "/incidents/new", "/incidents/backfill"].map((rest) => `/manage/${own.slug}${rest}`);
  const places = [...desk, under, `${under}/postmortem`, template ?? "", incident];
  const addresses = Object.fromEntries(places.map((place) => [place, `${own.server.url}${place}`]));
  return problemsByLook(await alike({ script: true }), addresses, looks);
}

let seen: ReturnType<typeof lookEverywhere> | null = null;
const asSeen = () => (seen ??= lookEverywhere());

test.each([false, true])(
  "on a phone of 375 px, dark: %s, everything fits and can be used by everybody",
  async (dark) => {
    expect((await asSeen())[dark ? "dark" : "light"]).toEqual([]);
  },
);
