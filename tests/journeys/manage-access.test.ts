import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { publishDraft } from "../support/composer";
import { pickComponent } from "../support/picker";
import { startServer, type TestServer } from "../support/server";
import { alertmanagerGroup, deliver, fillInPage, makeSource, openCatchAll, signInBy } from "../support/signed-in";

let server: TestServer;
let browser: TestBrowser;
let tab: Page;

const manage = (rest: string) => `${server.url}/manage${rest}`;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ["--empty"] }), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The hidden fields of the first form of a tab that contains this text. */
async function hiddenFields(page: Page, text: string): Promise<Record<string, string>> {
  const inputs = await page.locator("form").filter({ hasText: text }).first().locator("input[type=hidden]").all();
  const pairs = inputs.map(async (input) => [await input.getAttribute("name"), await input.inputValue()]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>;
}

const post = (context: BrowserContext, url: string, form: Record<string, string>, headers = {}) =>
  context.request.post(url, { form, headers, maxRedirects: 0 });

describe("the console link", () => {
  test("is not used up by whatever opens it, signs in once, and is gone then", async () => {
    for (let count = 0; count < 3; count++) expect((await fetch(server.ownerLink)).status).toBe(200);
    tab = await signInBy(server.ownerLink, await browser.visitor());
    expect(tab.url()).toBe(manage("/new"));
    const late = await browser.visitor();
    const second = await late.newPage();
    await second.goto(server.ownerLink);
    const answered = second.waitForResponse((response) => response.request().method() === "POST");
    await second.getByRole("button", { name: "Sign in" }).click();
    expect((await answered).status()).toBe(410);
    expect(await second.getByRole("heading", { level: 1 }).textContent()).toContain("expired or was already used");
    await late.close();
  });

  test("without it a page leads to the sign-in, which says how", async () => {
    const stranger = await browser.visitor();
    const page = await stranger.newPage();
    await page.goto(manage("/acme/incidents"));
    expect(page.url()).toBe(manage("/sign-in?next=%2Fmanage%2Facme%2Fincidents"));
    expect(await page.getByRole("main").textContent()).toContain("npm run token");
    await stranger.close();
  });
});

describe("a page", () => {
  test("made twice by one form is one page", async () => {
    await tab.goto(manage("/new"));
    const form = { ...(await hiddenFields(tab, "Create page")), name: "Twice", slug: "twice" };
    const first = await post(tab.context(), manage("/new"), form);
    const again = await post(tab.context(), manage("/new"), form);
    expect([first.status(), again.status()]).toEqual([303, 303]);
    expect(again.headers().location).toBe(first.headers().location);
  });

  test("that is not there and one that is not yours answer alike", async () => {
    await fillInPage(tab, server, "acme", ["Website", "Checkout"]);
    const answer = await tab.context().request.get(manage("/nobody"));
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain("Page not found");
  });

  test("its settings are saved, and the light accent is refused with the nearest that can be read", async () => {
    await tab.goto(manage("/acme/settings/branding"));
    await tab.getByLabel("Accent colour").fill("#ffff00");
    await tab.getByRole("button", { name: "Save" }).click();
    expect(await tab.getByRole("main").textContent()).toMatch(/nearest readable colour is #[0-9a-f]{6}/);
    await tab.getByLabel("Accent colour").fill("#224488");
    await tab.getByRole("button", { name: "Save" }).click();
    expect(await tab.getByRole("status").textContent()).toContain("Branding saved.");
    await tab.goto(manage("/acme/settings"));
    await tab.getByLabel("About").fill("Shop of Acme");
    await tab.getByRole("button", { name: "Save" }).click();
    expect(await tab.getByRole("status").textContent()).toBe("Settings saved.");
    expect(await tab.getByLabel("About").inputValue()).toBe("Shop of Acme");
  });
});

describe("a form from elsewhere", () => {
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };

  test("is refused with 403 and words, with a session and a token too", async () => {
    await tab.goto(manage("/acme/groups/new"));
    const form = { ...(await hiddenFields(tab, "Add the group")), name: "Evil" };
    const answer = await post(tab.context(), manage("/acme/groups/new"), form, foreign);
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toContain("This form came from another site");
  });

  test("needs the form's token where the browser says nothing of itself", async () => {
    await tab.goto(manage("/acme/groups/new"));
    const { _token = "", ...rest } = await hiddenFields(tab, "Add the group");
    const form = { ...rest, name: "Plain", collapsed: "never" };
    const without = await post(tab.context(), manage("/acme/groups/new"), form);
    expect(without.status()).toBe(403);
    const withToken = await post(tab.context(), manage("/acme/groups/new"), { ...form, _token });
    expect(withToken.status()).toBe(303);
  });
});

describe("an alert", () => {
  test("shows under Now at once, becomes a draft, is published with one button", async () => {
    const ingest = await makeSource(tab, server, "acme");
    await openCatchAll(tab);
    const catchAll = tab.locator("form").filter({ hasText: "Save the catch-all" });
    await pickComponent(catchAll, "Checkout", "partial_outage");
    await catchAll.getByLabel("Wait before opening (seconds)").fill("0");
    await tab.getByRole("button", { name: "Save the catch-all" }).click();
    const began = new Date(Date.now() - 60_000).toISOString();
    expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", "firing", began))).toBe(202);
    const drafts = async () => (await tab.goto(manage("/acme"))) && tab.getByText("Drafts to review").count();
    await expect.poll(drafts, { timeout: 20_000 }).toBe(1);
    const now = tab.getByRole("main");
    expect(await now.textContent()).toContain("HighErrorRate");
    expect(
      await now
        .getByRole("link", { name: /Open in your tool/ })
        .first()
        .getAttribute("href"),
    ).toContain("http");
    await publishDraft(tab);
    expect(await tab.getByRole("status").textContent()).toContain("Published");
  });

  test("was acknowledged by publishing, and is dismissed only with a reason", async () => {
    await tab.goto(manage("/acme"));
    expect(await tab.getByRole("button", { name: /^Acknowledge/ }).count()).toBe(0);
    expect(await tab.getByRole("main").textContent()).toContain("acknowledged by");
    await tab.getByText("Dismiss", { exact: false }).first().click();
    await tab.getByRole("button", { name: "Dismiss the alert" }).click();
    expect(await tab.getByLabel("Reason", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await tab.getByLabel("Reason", { exact: true }).fill("A test");
    await tab.getByRole("button", { name: "Dismiss the alert" }).click();
    expect(await tab.getByRole("status").textContent()).toContain("Dismissed");
    expect(await tab.getByRole("button", { name: "Dismiss the alert" }).count()).toBe(0);
  });

  test("stands in the log with who did what", async () => {
    await tab.goto(manage("/acme/audit"));
    const log = (await tab.getByRole("main").textContent()) ?? "";
    for (const words of ["dismissed an alert", "published an incident", "changed a rule", "120 → 0"])
      expect(log).toContain(words);
  });
});

describe("a session", () => {
  test("that ended while somebody wrote costs them no word", async () => {
    await tab.goto(manage("/acme/incidents/new"));
    await tab.getByLabel("Title").fill("Written long");
    await tab
      .getByLabel("Update", { exact: true })
      .fill("A long story that nobody wants to write a second time, really.");
    const cookies = await tab.context().cookies();
    await tab.context().clearCookies();
    await tab.getByRole("button", { name: "Save as draft" }).click();
    expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe("Sign in first");
    expect(await tab.getByRole("textbox").inputValue()).toContain("a second time");
    await tab.context().addCookies(cookies);
    await tab.getByRole("button", { name: "Send it again" }).click();
    expect(await tab.getByRole("main").textContent()).toContain("Choose a component or set an impact");
    expect(await tab.getByLabel("Title").inputValue()).toBe("Written long");
  });

  test("signed out is worth nothing any more", async () => {
    const [cookie] = await tab.context().cookies();
    await tab.goto(manage("/account"));
    expect(await tab.getByRole("main").textContent()).toContain("This session");
    await tab.getByRole("button", { name: "Sign out everywhere" }).click();
    expect(await tab.getByRole("status").textContent()).toBe("You’re signed out.");
    const stale = { cookie: `${cookie?.name}=${cookie?.value}` };
    const answer = await fetch(manage("/account"), { headers: stale, redirect: "manual" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toContain("/manage/sign-in");
  });
});
