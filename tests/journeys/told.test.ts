import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { chooseStatus } from "../support/composer";
import { pickComponent } from "../support/picker";
import { startServer, type TestServer } from "../support/server";
import { makePage, signInBy } from "../support/signed-in";
import { type ParsedMail, type Smtp, startSmtp } from "../support/smtp";
import { letNoticesAge } from "../support/time-passed";

/** Everyone who asked is told: the built worker, Chromium without JavaScript, a real SMTP server. */
let server: TestServer;
let browser: TestBrowser;
let smtp: Smtp;
let operator: Page;
let visitor: Page;
let incident: string;

const env = { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" };
const minutes = 60_000;

beforeAll(async () => {
  smtp = await startSmtp({});
  [server, browser] = await Promise.all([startServer({ args: ["--empty"], env }), openBrowser()]);
  operator = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(operator, server, "shop", ["Checkout", "Search"]);
  visitor = await (await browser.visitor()).newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await smtp?.close();
});

const mails = () => smtp.mails.filter(({ recipient }) => recipient === "ann@example.com");

async function mail(number: number): Promise<ParsedMail> {
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(number);
  expect(mails()).toHaveLength(number);
  return mails()[number - 1] as ParsedMail;
}

const linkIn = ({ text = "" }: ParsedMail) => /http:\/\/localhost\S*\/subscriptions\/[\w.-]+/.exec(text)?.[0] ?? "";
const header = (each: ParsedMail, name: string) => each.headers.find(({ key }) => key === name)?.value ?? "";

async function openIncident(title: string, words: string): Promise<void> {
  await operator.goto(`${server.url}/manage/shop/incidents/new`);
  await operator.getByLabel("Title").fill(title);
  await operator.getByLabel("Update", { exact: true }).fill(words);
  await pickComponent(operator, "Checkout", "partial_outage");
  await operator.getByRole("button", { name: "Publish" }).click();
  incident = new URL(operator.url()).pathname;
}

async function post(status: string, words: string): Promise<void> {
  await operator.goto(`${server.url}${incident}`);
  await chooseStatus(operator, status);
  await operator.getByLabel("Update", { exact: true }).fill(words);
  await operator.getByRole("button", { name: /^(Post the update|Resolve the incident)$/ }).click();
}

/** The deployment stands still for a while and goes on with its own data. */
async function later(milliseconds: number): Promise<void> {
  await server.stop();
  letNoticesAge(server.state, milliseconds);
  server = await startServer({ args: ["--empty"], env, state: server.state, port: server.port });
}

test("the operator sets a mailer by its form", async () => {
  await operator.goto(`${server.url}/manage/deployment/mailers/new?kind=smtp`);
  await operator.getByLabel("Name", { exact: true }).fill("Ours");
  const fill = (name: string, value: string) => operator.locator(`[name="${name}"]`).fill(value);
  await fill("fromAddress", "status@shop.example");
  await fill("settings.host", smtp.host);
  await fill("settings.port", String(smtp.port));
  await operator.locator('[name="settings.security"]').selectOption("off");
  await operator.locator("main form button").last().click();
  expect(await operator.getByRole("status").textContent()).toContain("Mailer added");
});

test("a visitor subscribes on the page, without script, and confirms by the button behind the mail's link", async () => {
  await visitor.goto(`${server.url}/shop`);
  await visitor.getByRole("link", { name: "Subscribe" }).click();
  await visitor.getByLabel("Email address").fill("ann@example.com");
  await new Promise((readAndTyped) => setTimeout(readAndTyped, 2100));
  await visitor.getByRole("button", { name: "Subscribe" }).click();
  expect(await visitor.getByRole("heading", { level: 1 }).textContent()).toBe("Check your inbox");
  const link = linkIn(await mail(1));
  for (const method of ["HEAD", "GET"]) expect((await fetch(link, { method })).status).toBe(200);
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Confirm subscription" }).click();
  expect(await visitor.getByRole("heading", { level: 1 }).textContent()).toBe("You are subscribed");
});

test("every update comes within ten seconds, in one thread; what comes faster than five minutes waits", async () => {
  const begun = Date.now();
  await openIncident("Payments fail", "We look into it.");
  const second = await mail(2);
  expect(Date.now() - begun).toBeLessThan(10_000);
  expect(second.subject).toContain("Payments fail");
  await post("Identified", "We found it.");
  await later(6 * minutes);
  const third = await mail(3);
  await post("Monitoring", "It is mended, we watch.");
  await later(6 * minutes);
  const fourth = await mail(4);
  for (const words of ["We look into it.", "We found it.", "It is mended, we watch."])
    expect(fourth.text).toContain(words);
  const threads = [second, third, fourth].map((each) => header(each, "references").split(/\s+/)[0]);
  expect(new Set(threads).size).toBe(1);
  expect(threads[0]).toMatch(/^<.+@.+>$/);
  for (const [each, state] of [
    [second, "Investigating"],
    [third, "Identified"],
    [fourth, "Monitoring"],
  ] as const)
    expect([each.subject?.includes("Payments fail"), each.subject?.includes(state)]).toEqual([true, true]);
  for (const each of [second, third, fourth]) {
    expect(header(each, "auto-submitted")).toBe("auto-generated");
    expect(header(each, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(each.html).toContain("Payments fail");
  }
});

test("the link of the fourth mail changes the subscription, and its one click ends it: no mail follows", async () => {
  const fourth = await mail(4);
  await visitor.goto(linkIn(fourth));
  await visitor.getByLabel("Time zone for your emails").selectOption("Asia/Tokyo");
  await visitor.getByRole("button", { name: "Save" }).click();
  expect(await visitor.getByRole("status").textContent()).toBe("Saved.");
  const oneClick = /<(http[^>]+)>/.exec(header(fourth, "list-unsubscribe"))?.[1] ?? "";
  const left = await fetch(oneClick, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(left.status).toBe(200);
  await visitor.goto(linkIn(fourth));
  expect(await visitor.getByRole("heading", { level: 1 }).textContent()).toBe("You’re unsubscribed");
  await post("Resolved", "All is well.");
  await later(6 * minutes);
  await operator.goto(`${server.url}/manage/shop/outbox`);
  await expect
    .poll(
      async () => {
        await operator.reload();
        return operator.getByText("No recipients").count();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  await mail(4);
});
