import { afterEach, beforeEach, expect, test } from "vitest";
import { identityTable, passkeyTable, personTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { browserOf, makePeople } from "../support/matrix-cast";
import { aPage, arrange, put } from "../support/scenario";
import type { Browser } from "../support/worker";

/** Who has just come by a link from the console: reachable by nothing, with one page and nobody to write to. */
let deployment: TestDeployment;
let operator: Browser;

beforeEach(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  operator = await browserOf(deployment, "operator");
});
afterEach(() => deployment.close());

const textOf = async (path: string) =>
  (await (await operator.go(path)).text()).replaceAll(/<!-- -->|<script.*?<\/script>/gs, "");

test("is asked for an address and a passkey right after signing in, and warned of localhost, until there is an address", async () => {
  const landed = await operator.go("/manage");
  expect([landed.status, landed.headers.get("location")?.split("?")[0]]).toEqual([303, "/manage/new"]);
  const text = await textOf("/manage/new");
  for (const part of [
    'href="/manage/account#address"',
    'href="/manage/account#passkeys"',
    "A passkey created on localhost works only there.",
  ])
    expect(text).toContain(part);
  const times = { createdAt: 1, updatedAt: 1 };
  await put(deployment, personTable, [{ id: "reached", name: "R", operator: true, email: "r@example.com", ...times }]);
  const other = await browserOf(deployment, "reached" as "operator");
  expect(await (await other.go("/manage/new")).text()).not.toContain('href="/manage/account#address"');
});

test("with nobody to tell the outbox waits for nothing, and no page speaks of email that waits", async () => {
  const page = await arrange(deployment, aPage());
  expect((await operator.post("/manage", { intent: "join", pageId: page.id })).status).toBe(303);
  const owner = {
    ...deployment.ctx({ kind: "person", id: "operator", operator: true, sessionId: "s" }),
    member: { pageId: page.id, role: "owner" as const },
  };
  const about = { pageId: page.id, title: "Slow", body: "We look.", impactOverride: "minor" as const };
  await good(openIncident(owner, about));
  await deployment.settled();
  const outbox = await textOf("/manage/acme/outbox");
  expect(outbox).toContain("Slow");
  expect(outbox).not.toMatch(/Waiting for a mailer|No mailer is set/);
  expect(await textOf("/manage/acme")).not.toMatch(/emails? (is|are) waiting/);
});

const times = { createdAt: 1, updatedAt: 1 };
const making = { intent: "token-create", name: "CI", role: "viewer", life: "30" };
const later = () => {
  deployment.clock.now += 22 * 60_000;
};

const mailer = {
  kind: "smtp",
  name: "Mine",
  fromAddress: "status@example.com",
  "settings.host": "mail.example.com",
  "settings.port": "587",
  "settings.security": "starttls",
};

test("sets up a mailer and an address long after the link of the console was pressed, as there is no other way to confirm who it is", async () => {
  later();
  const made = await operator.post("/manage/deployment/mailers/new", mailer);
  expect([made.status, made.headers.get("location")]).toEqual([303, expect.stringContaining("/manage/deployment")]);
  const asked = await operator.post("/manage/account", { form: "address", address: "o@example.com" });
  expect(asked.status).toBe(303);
  expect((await operator.post("/manage/account", making)).status).toBe(200);
});

const key = { credentialId: "c", id: "k", name: "Laptop", publicKey: "p", transports: [], createdAt: 1 };
const known = { providerId: "p", subject: "s", id: "i", createdAt: 1 };

const ways: [string, (personId: string) => Promise<unknown>][] = [
  ["a passkey", (personId) => put(deployment, passkeyTable, [{ ...key, personId }])],
  ["an account at a provider", (personId) => put(deployment, identityTable, [{ ...known, personId }])],
];

test.each(ways)("is asked who they are like everybody as soon as they have %s", async (_what, give) => {
  later();
  expect((await operator.post("/manage/account", making)).status).toBe(200);
  await give("operator");
  expect((await operator.post("/manage/account", making)).status).toBe(401);
  expect((await (await browserOf(deployment, "operator")).post("/manage/account", making)).status).toBe(200);
});

test("another operator without any of these is asked: the console signs in the first one alone", async () => {
  await put(deployment, personTable, [{ id: "second", name: "Second", operator: true, ...times, createdAt: 2 }]);
  const second = await browserOf(deployment, "second" as "operator");
  later();
  expect((await second.post("/manage/account", making)).status).toBe(401);
  expect((await operator.post("/manage/account", making)).status).toBe(200);
});

test("reads the whole command for another link; strangers read nothing of the machine", async () => {
  await deployment.close();
  const command = "npm run token -- --state '/srv/my status' --port 9000";
  deployment = await openDeployment({ UPFRONT_PLAN: "own", UPFRONT_TOKEN_COMMAND: command });
  await makePeople(deployment);
  operator = await browserOf(deployment, "operator");
  const visitor = await browserOf(deployment, "visitor");
  const pages = [await textOf("/manage/sign-in?again"), await (await visitor.go("/manage/sign-in")).text()];
  expect(pages[0]).toContain("npm run token -- --state &#x27;/srv/my status&#x27; --port 9000");
  expect(pages[1]).toContain("npm run token");
  expect(pages[1]).not.toContain("/srv/my");
});

test("sees no button for a passkey or an email that could not work", async () => {
  const page = await textOf("/manage/sign-in?again");
  expect(page).not.toMatch(/passkey-begin|Sign in with a passkey|Passkeys need JavaScript|name="address"/);
  await operator.post("/manage/deployment/mailers/new", mailer);
  const mailing = await textOf("/manage/sign-in?again");
  expect(mailing).toContain("Your account has no email address yet");
  expect(mailing).not.toContain('name="address"');
  await put(deployment, passkeyTable, [{ ...key, personId: "owner" }]);
  expect(await textOf("/manage/sign-in?again")).not.toContain("Passkeys need JavaScript");
  await put(deployment, passkeyTable, [{ ...key, credentialId: "d", id: "l", personId: "operator" }]);
  expect(await textOf("/manage/sign-in?again")).toContain("Passkeys need JavaScript");
});
