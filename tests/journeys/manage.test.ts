import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { chooseStatus } from "../support/composer";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";

let own: OwnPage;
let browser: TestBrowser;
let tab: Page;

const path = (rest: string) => own.manage(rest);
const main = () => tab.getByRole("main");
const flash = () => tab.getByRole("status").textContent();
const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();

/** The statuses of the answers that this leads to, the first one first. */
async function statusesOf(work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  const note = (response: { status(): number; request(): { isNavigationRequest(): boolean } }) => {
    if (response.request().isNavigationRequest()) found.push(response.status());
  };
  tab.on("response", note);
  await work();
  tab.off("response", note);
  return found;
}

beforeAll(async () => {
  [own, browser] = await Promise.all([
    ownPage({ components: ["Website", "Checkout"], byOperator: true }),
    openBrowser(),
  ]);
  tab = await own.signIn(await browser.visitor());
});

afterAll(async () => {
  await browser?.close();
});

async function fillIncident(title: string, body: string): Promise<void> {
  await tab.goto(path("/incidents/new"));
  await tab.getByLabel("Title").fill(title);
  await tab.getByLabel("Update", { exact: true }).fill(body);
  await pickComponent(tab, "Checkout", "major_outage");
}

describe("a form that does not go through", () => {
  test("comes back as 422 with all values, the message at its field and the focus on it", async () => {
    await tab.goto(`${own.server.url}/manage/new`);
    await tab.getByLabel("Name").fill("Second");
    await tab.getByLabel(/^URL/).fill("manage");
    expect(await statusesOf(() => press("Create page"))).toEqual([422]);
    expect(await tab.getByLabel("Name").inputValue()).toBe("Second");
    const field = tab.getByLabel(/^URL/);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.getAttribute("autofocus")).not.toBeNull();
    const described = (await field.getAttribute("aria-describedby")) ?? "";
    expect(await tab.locator(`#${described.split(" ").at(-1)}`).textContent()).toBe(
      "This URL is reserved. Choose another one.",
    );
  });

  test("says that an address is taken, beside it", async () => {
    await tab.getByLabel(/^URL/).fill(own.slug);
    expect(await statusesOf(() => press("Create page"))).toEqual([409]);
    expect(await main().textContent()).toContain("Another page already uses this URL.");
    expect(await tab.getByLabel("Name").inputValue()).toBe("Second");
  });

  test("keeps a text of 25,001 characters and counts it; refuses control characters in a title", async () => {
    const long = "x".repeat(25_001);
    await fillIncident("Too long", long);
    expect(await statusesOf(() => press("Publish"))).toEqual([422]);
    expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe(long);
    expect(await main().textContent()).toContain("this has 25,001");
    await tab.getByLabel("Title").fill("over\u202eride");
    await tab.getByLabel("Update", { exact: true }).fill("short");
    expect(await statusesOf(() => press("Publish"))).toEqual([422]);
    expect(await tab.getByLabel("Checkout: status").inputValue()).toBe("major_outage");
  });

  test("explains an hour that the clocks jump over and offers the next", async () => {
    await tab.goto(path("/components"));
    await tab.getByRole("link", { name: "Website" }).click();
    await tab.getByLabel("Manual status").selectOption({ label: "Degraded performance" });
    await tab.getByLabel("Ends at").fill("2031-03-30T02:30");
    expect(await statusesOf(() => press("Set the status"))).toEqual([422]);
    expect(await main().textContent()).toContain("The next valid time is 03:00 on 2031-03-30.");
    expect(await tab.getByLabel("Manual status").inputValue()).toBe("degraded_performance");
  });
});

describe("an incident", () => {
  test("shows a preview, nothing saved; hostile Markdown stays text", async () => {
    await fillIncident("Checkout answers with errors", "We **see** it. <script>alert(1)</script>");
    expect(await statusesOf(() => press("Preview"))).toEqual([200]);
    const preview = tab.getByRole("region", { name: "Preview" });
    expect(await preview.locator("strong").textContent()).toBe("see");
    expect(await preview.textContent()).toContain("<script>alert(1)</script>");
    expect(await tab.getByLabel("Title").inputValue()).toBe("Checkout answers with errors");
  });

  test("is published by the same form, and updated with changed components", async () => {
    expect(await statusesOf(() => press("Publish"))).toEqual([303, 200]);
    expect(await flash()).toContain("Published");
    await tab.getByLabel("Update", { exact: true }).fill("Found it.");
    await chooseStatus(tab, "Identified");
    await pickComponent(tab, "Checkout", "partial_outage");
    await press("Post the update");
    expect(await main().textContent()).toContain("Checkout: Major outage → Partial outage");
  });

  test("an update is corrected in place", async () => {
    await tab.getByText("Correct this update").first().click();
    await tab.getByLabel("Text", { exact: true }).first().fill("Found the cause.");
    await tab.getByRole("button", { name: "Save the correction" }).first().click();
    expect(await flash()).toBe("Update corrected.");
    expect(await main().textContent()).toContain("Found the cause.");
  });

  test("two people save it: the second gets both versions, and may save over", async () => {
    const other = await tab.context().newPage();
    await other.goto(tab.url());
    await tab.getByText("Edit title, impact and components").click();
    await tab.getByLabel("Title").fill("Theirs");
    await tab.getByRole("button", { name: "Save", exact: true }).click();
    await other.getByText("Edit title, impact and components").click();
    await other.getByLabel("Title").fill("Mine");
    const answered = other.waitForResponse((response) => response.request().method() === "POST");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    expect((await answered).status()).toBe(409);
    const conflict = other.getByRole("region", { name: /Someone else changed this/ });
    expect(await conflict.textContent()).toContain("Theirs");
    expect(await conflict.getByLabel("Yours: Title").inputValue()).toBe("Mine");
    await other.getByRole("button", { name: "Save my version" }).click();
    expect(await other.getByRole("heading", { level: 1 }).textContent()).toBe("Mine");
    await other.close();
  });

  test("is resolved with a word beforehand about what stays red, then reopened", async () => {
    const here = tab.url().split("?")[0] ?? "";
    await tab.goto(path("/components"));
    await tab.getByRole("link", { name: "Checkout" }).click();
    await tab.getByLabel("Manual status").selectOption({ label: "Degraded performance" });
    await press("Set the status");
    await tab.goto(here);
    const stays = tab.getByText("Checkout: Degraded performance, by a person");
    expect(await stays.isVisible()).toBe(false);
    await chooseStatus(tab, "Resolved");
    expect(await stays.isVisible()).toBe(true);
    expect(await tab.getByRole("button", { name: "Post the update" }).isVisible()).toBe(false);
    await press("Resolve the incident");
    expect(await flash()).toBe("Resolved.");
    await chooseStatus(tab, "Reopen: Investigating");
    await tab.getByLabel("Update", { exact: true }).fill("Back again.");
    await press("Reopen the incident");
    expect(await main().textContent()).toContain("Post an update");
  });

  test("is withdrawn only with the tick", async () => {
    await tab.getByText("Withdraw this incident").click();
    expect(await statusesOf(() => press("Withdraw the incident"))).toEqual([422]);
    await tab.getByLabel("Yes, remove it from the page, every feed and the history").check();
    expect(await statusesOf(() => press("Withdraw the incident"))).toEqual([303, 200]);
    expect(await flash()).toContain("Withdrawn");
  });

  test("sent twice it is one incident, and both sendings land on it", async () => {
    await fillIncident("Only once", "Body.");
    const form = tab.locator("form").filter({ hasText: "Save as draft" });
    const hidden = await form.locator("input[type=hidden]").all();
    const fields: Record<string, string> = {
      title: "Only once",
      body: "Body.",
      impactOverride: "minor",
      intent: "draft",
    };
    for (const input of hidden) fields[(await input.getAttribute("name")) ?? ""] = await input.inputValue();
    const send = () => tab.request.post(path("/incidents/new"), { form: fields, maxRedirects: 0 });
    const [first, again] = await Promise.all([send(), send()]);
    expect([first.status(), again.status()]).toEqual([303, 303]);
    expect(again.headers().location).toBe(first.headers().location);
    await tab.goto(path("/incidents?filter=draft"));
    expect(await main().getByRole("link", { name: "Only once" }).count()).toBe(1);
  });
});
