import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type Oidc, startOidc } from "../support/oidc";
import { startServer, type TestServer } from "../support/server";
import { makePage, signInBy } from "../support/signed-in";

/** From the operator's first provider to a team that signs in by it: Chromium without JavaScript, a real provider. */
let server: TestServer;
let browser: TestBrowser;
let oidc: Oidc;
let operator: Page;
let operatorsPage = "";

beforeAll(async () => {
  oidc = await startOidc({
    boss: { email: "boss@example.com", email_verified: true },
    ada: { email: "ada@example.com", email_verified: true, name: "Ada" },
    eve: { email: "eve@example.com", email_verified: true },
  });
  const env = { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" };
  [server, browser] = await Promise.all([startServer({ args: ["--empty"], env }), openBrowser()]);
  operator = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(operator, server, "acme", ["Website"]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await oidc?.close();
});

const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
const flash = (tab: Page) => tab.getByRole("status").filter({ hasText: /./ }).textContent();

async function tabOf(options = {}): Promise<Page> {
  const visitor = await browser.visitor(options);
  visitor.setDefaultTimeout(15_000);
  return visitor.newPage();
}

async function atProvider(tab: Page, account: string, button = "Let me in"): Promise<void> {
  await tab.getByRole("heading", { name: "Sign in at the provider" }).waitFor();
  await tab.getByLabel("Account").fill(account);
  await Promise.all([tab.waitForURL(`${server.url}/**`), press(tab, button)]);
}

test("the operator adds it, registers the address that is shown, and checks it", async () => {
  await operator.goto(`${server.url}/manage/deployment`);
  await operator.getByRole("link", { name: "New identity provider" }).click();
  await operator.getByLabel("Name").fill("Acme SSO");
  await operator.getByLabel("Issuer").fill(oidc.issuer);
  await operator.getByLabel("Client ID").fill(oidc.clientId);
  await operator.getByLabel("Client secret").fill(oidc.secret);
  await press(operator, "Add the provider");
  expect(await flash(operator)).toContain("Register the redirect URL");
  const address = await operator.getByRole("region", { name: "Redirect URI" }).textContent();
  operatorsPage = operator.url();
  await oidc.allowRedirect(address?.trim() ?? "");
  await press(operator, "Check provider");
  expect(await flash(operator)).toContain("didn’t reject");
});

test("connects an account on the account page", async () => {
  await operator.goto(`${server.url}/manage/account`);
  await press(operator, "Connect Acme SSO");
  await atProvider(operator, "boss");
  expect(await flash(operator)).toContain("Connected");
});

test.each([
  ["without script", false],
  ["with script", true],
])("signs in by it in another browser, %s, and comes where it wanted to go", async (_how, script) => {
  const tab = await tabOf({ script });
  await tab.goto(`${server.url}/manage/acme/components`);
  await press(tab, "Sign in with Acme SSO");
  await atProvider(tab, "boss");
  await tab.getByRole("heading", { name: "Components" }).waitFor();
  expect(tab.url()).toBe(`${server.url}/manage/acme/components`);
});

test.each([false, true])("the operator's pages are for everybody (dark: %s)", async (dark) => {
  const tab = await tabOf({ script: true, width: 320, dark });
  await tab.goto(`${server.url}/manage/sign-in`);
  expect([await violations(tab), await overflow(tab)]).toEqual([[], 0]);
  await press(tab, "Sign in with Acme SSO");
  await atProvider(tab, "boss");
  const provider = new URL(operatorsPage).pathname;
  for (const path of ["/manage/deployment/providers/new", provider, "/manage/account"]) {
    await tab.goto(`${server.url}${path}`);
    expect({ path, found: await violations(tab), over: await overflow(tab) }).toEqual({ path, found: [], over: 0 });
  }
});

test("somebody invited joins by it while no mail leaves; somebody else is told nothing", async () => {
  await operator.goto(`${server.url}/manage/acme/people`);
  await operator.getByLabel("Email address").fill("ada@example.com");
  await press(operator, "Invite");
  const ada = await tabOf();
  await ada.goto(`${server.url}/manage/sign-in`);
  await press(ada, "Sign in with Acme SSO");
  await atProvider(ada, "ada");
  expect(await flash(ada)).toContain("joined");
  const eve = await tabOf({ width: 320, script: true });
  await eve.goto(`${server.url}/manage/sign-in`);
  await press(eve, "Sign in with Acme SSO");
  await atProvider(eve, "eve");
  expect(await eve.getByRole("heading", { level: 1 }).textContent()).toBe("This address hasn’t been invited");
  expect(await eve.content()).not.toMatch(/acme(?! sso)/i);
  expect([await violations(eve), await overflow(eve)]).toEqual([[], 0]);
});

test("the person says no there, and reads what to do next", async () => {
  const tab = await tabOf();
  await tab.goto(`${server.url}/manage/sign-in`);
  await press(tab, "Sign in with Acme SSO");
  await atProvider(tab, "", "Do not");
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe("Acme SSO denied access");
  await tab.getByRole("link", { name: "Back to sign-in" }).click();
  await tab.getByRole("button", { name: "Sign in with Acme SSO" }).waitFor();
});

test("disconnected, it signs nobody in", async () => {
  await operator.goto(`${server.url}/manage/account`);
  await press(operator, "Disconnect Acme SSO");
  expect(await flash(operator)).toContain("Disconnected");
  const tab = await tabOf();
  await tab.goto(`${server.url}/manage/sign-in`);
  await press(tab, "Sign in with Acme SSO");
  await atProvider(tab, "boss");
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe("This address hasn’t been invited");
});
