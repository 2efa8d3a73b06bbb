import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { lookAs } from "../support/looks";
import { startServer, type TestServer } from "../support/server";
import { makePage, signInBy } from "../support/signed-in";
import { type ParsedMail, type Smtp, startSmtp } from "../support/smtp";

/** From the first mailer to signing in on two devices: Chromium without JavaScript, a real SMTP server. */
let server: TestServer;
let browser: TestBrowser;
let smtp: Smtp;
let operator: Page;
const visitors: BrowserContext[] = [];

beforeAll(async () => {
  smtp = await startSmtp({ port: 5710 });
  const env = { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" };
  [server, browser] = await Promise.all([startServer({ args: ["--empty"], env }), openBrowser()]);
  operator = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(operator, server, "acme", ["Website"]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await smtp?.close();
});

const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
const flash = (tab: Page) => tab.getByRole("status").textContent();

/** The newest mail to this address, once there are so many. */
async function mailTo(address: string, count: number): Promise<ParsedMail> {
  await expect
    .poll(() => smtp.mails.filter((each) => each.recipient === address).length, { timeout: 15_000 })
    .toBe(count);
  return smtp.mails.filter((each) => each.recipient === address).at(-1) as ParsedMail;
}

const linkIn = ({ text = "" }: ParsedMail) => /http:\/\/localhost\S*\/manage\/\S+/.exec(text)?.[0] ?? "";
const codeIn = ({ text = "" }: ParsedMail) => /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? "";

async function tabOf(options = {}): Promise<Page> {
  const visitor = await browser.visitor(options);
  visitors.push(visitor);
  return visitor.newPage();
}

const ada = "ada@example.com";
let device: Page;

test("the operator sets the mailer and proves an address of its own", async () => {
  await operator.goto(`${server.url}/manage/deployment/mailers/new`);
  await operator.getByRole("link", { name: /SMTP/ }).click();
  await operator.getByLabel("Name", { exact: true }).fill("Ours");
  await operator.getByLabel("Sender address", { exact: true }).fill("status@upfront.example");
  await operator.getByLabel("Server").fill(smtp.host);
  await operator.getByLabel("Port").fill(String(smtp.port));
  await operator.getByLabel("Encryption").selectOption("off");
  await operator.locator("main form button").last().click();
  await operator.goto(`${server.url}/manage/account`);
  await operator.getByLabel("Email address").fill("operator@example.com");
  await press(operator, "Send verification email");
  expect(await flash(operator)).toContain("Email sent");
  const code = codeIn(await mailTo("operator@example.com", 1));
  await operator.getByLabel("Code").fill(code.toLowerCase());
  await press(operator, "Verify address");
  expect(await flash(operator)).toContain("Address confirmed");
});

test("invites by mail; the invited joins by its link, which nobody can use again", async () => {
  await operator.goto(`${server.url}/manage/acme/people`);
  await operator.getByLabel("Email address").fill(ada);
  await press(operator, "Invite");
  expect(await flash(operator)).toContain("Invited");
  const link = linkIn(await mailTo(ada, 1));
  for (let scans = 0; scans < 3; scans++) expect((await fetch(link)).status).toBe(200);
  device = await tabOf();
  await device.goto(link);
  await press(device, "Join");
  expect(await device.getByLabel("Your name").getAttribute("aria-invalid")).toBe("true");
  await device.getByLabel("Your name").fill("Ada");
  await press(device, "Join");
  expect(await flash(device)).toContain("joined");
  expect((await fetch(link)).status).toBe(410);
});

test("signs out and comes back by the link, in the same browser, to where they wanted to go", async () => {
  await press(device, "Sign out");
  await device.goto(`${server.url}/manage/acme/people`);
  await device.getByLabel("Email address").fill(ada);
  await press(device, "Email me a link");
  expect(await device.getByRole("heading", { level: 1 }).textContent()).toBe("Check your email");
  const link = linkIn(await mailTo(ada, 2));
  for (let scans = 0; scans < 3; scans++) expect((await fetch(link)).status).toBe(200);
  await device.goto(link);
  await press(device, "Sign in");
  expect(new URL(device.url()).pathname).toBe("/manage/acme/people");
  expect(await device.getByRole("main").textContent()).toContain("Ada");
});

test("on the phone, with script, the code signs in to Now of the only page; its link says to type the code there", async () => {
  const phone = await tabOf({ width: 375, script: true });
  await phone.goto(`${server.url}/manage/sign-in`);
  await phone.getByLabel("Email address").fill(ada);
  await press(phone, "Email me a link");
  const mail = await mailTo(ada, 3);
  const elsewhere = await tabOf();
  await elsewhere.goto(linkIn(mail));
  await press(elsewhere, "Sign in");
  expect(await elsewhere.getByRole("heading", { level: 1 }).textContent()).toBe("Enter the code where you started");
  expect(await elsewhere.content()).not.toContain(codeIn(mail));
  await phone.getByLabel("Code").fill(codeIn(mail).replace("-", " "));
  await press(phone, "Sign in");
  await phone.waitForURL(`${server.url}/manage/acme`);
  // The browser that joined was known when it came back; the phone is not.
  expect((await mailTo(ada, 4)).subject).toBe("A new sign-in to your account");
});

test("an address of nobody gets the same page and no mail", async () => {
  const tab = await tabOf();
  await tab.goto(`${server.url}/manage/sign-in`);
  await tab.getByLabel("Email address").fill("nobody@example.com");
  await press(tab, "Email me a link");
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe("Check your email");
  await mailTo(ada, 4);
  expect(smtp.mails.some((each) => each.recipient === "nobody@example.com")).toBe(false);
});

test("a role that is lowered counts at once; the last owner stays", async () => {
  await operator.goto(`${server.url}/manage/acme/people`);
  await operator.getByRole("link", { name: "Change: Ada" }).click();
  await operator.getByLabel("Role of Ada", { exact: true }).selectOption("viewer");
  await press(operator, "Save the role of Ada");
  expect(await flash(operator)).toContain("Role changed");
  expect((await device.goto(`${server.url}/manage/acme/incidents/new`))?.status()).toBe(403);
  await operator.getByText("Leave this page’s team").click();
  await press(operator, "Leave this page");
  expect(await operator.getByRole("main").textContent()).toContain("The last owner can’t leave");
});

test("everybody can use these pages: 375 and 1440, light and dark", { timeout: 120_000 }, async () => {
  const folder = process.env.UPFRONT_PICTURES;
  if (folder) mkdirSync(folder, { recursive: true });
  await operator.goto(`${server.url}/manage/acme/people`);
  await operator.getByLabel("Email address").fill("");
  await press(operator, "Invite");
  const cookies = await operator.context().cookies();
  const found: string[] = [];
  const visitor = await browser.visitor({ script: true });
  const tab = await visitor.newPage();
  for (const path of ["/manage/sign-in", "/manage/sign-in/code", "/manage/account", "/manage/acme/people"]) {
    const signedIn = path.endsWith("account") || path.endsWith("people");
    if (signedIn) await visitor.addCookies(cookies);
    await tab.goto(`${server.url}${path}`);
    for (const [width, dark] of [
      [375, false],
      [375, true],
      [1440, false],
      [1440, true],
    ] as const) {
      await lookAs(tab, { width, dark });
      found.push(...(await violations(tab)).map((each) => `${path} ${width} ${dark}: ${each}`));
      if ((await overflow(tab)) > 0) found.push(`${path} ${width}: wider than the window`);
      const name = `${path.replaceAll("/", "-").slice(1)}-${width}-${dark ? "dark" : "light"}.png`;
      if (folder) await tab.screenshot({ path: join(folder, name), fullPage: true });
    }
  }
  await visitor.close();
  expect(found).toEqual([]);
});
