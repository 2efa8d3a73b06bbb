import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { membershipTable } from "~/db/schema";
import { findSession } from "~/people/find-session";
import { findTokenActor } from "~/people/find-token";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople } from "../support/matrix-cast";
import { aPage, arrange, put } from "../support/scenario";
import { openSignedIn, printLink, signIn } from "../support/sign-in";
import { setQuietMailer } from "../support/smtp";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let owner: Browser;
let operator: Browser;
beforeAll(async () => {
  deployment = await openDeployment();
  await arrange(deployment, aPage({ slug: "acme" }));
  await makePeople(deployment);
  // Whom only the console signs in is asked for nothing; this operator has an address.
  await runBatch(deployment.ctx(), [{ sql: "UPDATE person SET email = id || '@example.com'", params: [] }]);
  await put(deployment, membershipTable, [{ pageId: "page-acme", personId: "owner", role: "owner", createdAt: 1 }]);
  owner = await browserOf(deployment, "owner");
  agentPath = await madeAt("agents/new", { form: "agent", name: "Data centre" });
});
afterAll(() => deployment.close());
beforeEach(async () => {
  deployment.clock.now += 1000;
  owner = await browserOf(deployment, "owner");
  operator = await browserOf(deployment, "operator");
});

const minute = 60_000;
const day = 24 * 60 * minute;

const smtp = {
  fromAddress: "status@example.com",
  "settings.host": "mail.example.com",
  "settings.port": "587",
  "settings.security": "starttls",
};

const slack = {
  form: "channel",
  name: "Ops",
  "settings.url": "https://hooks.slack.com/services/T/B/s3cret",
  "event-draft_opened": "on",
  minimumSeverity: "error",
};

/** Set before the tests run. */
let agentPath = "";
const madeAt = async (path: string, form: Record<string, string>) => {
  const made = await owner.post(`/manage/acme/${path}`, form);
  return new URL(made.headers.get("location") ?? `none: ${made.status}`, "http://localhost").pathname;
};

const acts: [string, () => Promise<Response>][] = [
  ["a token", () => owner.post("/manage/account", { intent: "token-create", name: "CI", role: "viewer", life: "30" })],
  ["a passkey", () => owner.post("/manage/account", { intent: "passkey-begin", name: "Phone" })],
  ["an address", () => owner.post("/manage/account", { form: "address", address: "owner@example.com" })],
  ["a member", () => owner.post("/manage/acme/people", { intent: "invite", email: "", role: "viewer" })],
  ["an agent's secret", () => owner.post(agentPath, { form: "rotate", sure: "on" })],
  ["what a channel says", () => owner.post("/manage/acme/channels/new?kind=slack", { ...slack, kind: "slack" })],
  ["the page's file", () => owner.go("/manage/acme/settings/export")],
  ["the page's audit log", () => owner.go("/manage/acme/audit/export")],
  ["the subscribers", () => owner.go("/manage/acme/subscribers/export")],
  ["the deployment's file", () => operator.go("/manage/deployment/backup")],
  ["the deployment's audit log", () => operator.go("/manage/deployment/audit/export")],
];

/** What is tried only when it is refused: it would take something away. */
const refusals: [string, () => Promise<Response>][] = [
  ["a page, to be deleted", () => owner.post("/manage/acme/settings/danger", { form: "delete", name: "Acme" })],
  ["a person", () => operator.post("/manage/deployment/people", { intent: "disable", id: "owner" })],
  [
    "who sees a page",
    async () => {
      await runBatch(deployment.ctx(), [{ sql: "UPDATE page SET visibility = 'members'", params: [] }]);
      return owner.post("/manage/acme/settings/visibility", { form: "visibility", visibility: "public" });
    },
  ],
  ["a mailer", () => operator.post("/manage/deployment/mailers/new", { kind: "smtp", name: "Mine", ...smtp })],
];

describe("a session that is older than ten minutes", () => {
  test.each(acts)("asks who is there before it gives away %s", async (_what, act) => {
    expect((await act()).status).toBeLessThan(500);
    expect((await act()).status).not.toBe(401);
    deployment.clock.now += 10 * minute;
    const refused = await act();
    if (refused.status === 303)
      return expect(refused.headers.get("location")).toMatch(/^\/manage\/sign-in\?again&next=%2Fmanage%2F/);
    expect(refused.status).toBe(401);
    return expect(await refused.text()).toContain("Confirm that it’s you");
  });

  test.each(refusals)("asks the same before it touches %s", async (_what, act) => {
    deployment.clock.now += 10 * minute;
    const refused = await act();
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining("Confirm that it’s you")]);
    const alive = [await owner.go("/manage/acme/settings"), await operator.go("/manage/deployment")];
    expect(alive.map(({ status }) => status)).toEqual([200, 200]);
  });

  test("goes on after signing in again, in any way; the session before it ends; the page for it is there although somebody is signed in", async () => {
    const first = await openSignedIn(deployment);
    deployment.clock.now += 11 * minute;
    const making = { intent: "token-create", name: "CI", role: "viewer", life: "30" };
    expect((await first.post("/manage/account", making)).status).toBe(401);
    expect((await first.go("/manage/sign-in")).status).toBe(303);
    expect((await first.go("/manage/sign-in?again")).status).toBe(200);
    const again = await first.post(await printLink(deployment));
    const cookie =
      again.headers
        .getSetCookie()
        .find((line) => line.includes("session="))
        ?.split(";")[0] ?? "";
    const second = await openBrowser(deployment, { cookie });
    expect((await first.go("/manage/account")).status).toBe(303);
    expect((await second.post("/manage/account", making)).status).toBe(200);
  });
});

test.each([
  ["/manage/acme/subscribers/export", /^text\/csv/, "acme-subscribers.csv"],
  ["/manage/acme/audit/export", /^text\/csv/, ".csv"],
  ["/manage/acme/settings/export", /^application\/(x-ndjson|jsonl|octet-stream)/, ".jsonl"],
])("%s is a file to keep, which no browser shows as a page", async (path, type, name) => {
  const { status, headers } = await owner.go(path);
  expect([status, headers.get("content-type")]).toEqual([200, expect.stringMatching(type)]);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename=/);
  expect(headers.get("content-disposition")).toContain(name);
  expect(headers.get("cache-control")).toContain("no-store");
});

test("a channel is renamed and muted without being asked, and leads elsewhere only after it", async () => {
  const path = await madeAt("channels/new?kind=slack", { ...slack, kind: "slack" });
  deployment.clock.now += 22 * minute;
  const change = (version: string, over: object) => owner.post(path, { ...slack, version, ...over });
  const mask = "••••••••";
  const statuses = [
    (await change("0", { name: "Operations", "settings.url": mask })).status,
    (await change("1", { "settings.url": "https://hooks.slack.com/services/T/B/other" })).status,
    (await owner.post(path, { form: "pause", version: "1" })).status,
  ];
  expect(statuses).toEqual([303, 401, 303]);
});

test("somebody is added to a page that everybody sees without being asked, and to one that isn't public only after it", async () => {
  await setQuietMailer(deployment);
  const seenBy = (visibility: string) =>
    runBatch(deployment.ctx(), [{ sql: "UPDATE page SET visibility = ?", params: [visibility] }]);
  const file = (email: string) => ({ form: "import", file: email, agreement: "given" });
  const add = (email: string) => owner.post("/manage/acme/subscribers/new", { form: "subscriber", email });
  const take = (email: string) => owner.post("/manage/acme/subscribers/import", file(email));
  const kept = async () => {
    const [found] = await runBatch(deployment.ctx(), [
      { sql: "SELECT address FROM subscriber ORDER BY 1", params: [] },
    ]);
    return found?.results.map((row) => (row as { address: string }).address);
  };
  await seenBy("public");
  deployment.clock.now += 11 * minute;
  expect((await take("a@example.com")).status).toBe(303);
  for (const visibility of ["members", "passphrase"]) {
    await seenBy(visibility);
    expect([(await take("b@example.com")).status, (await add("c@example.com")).status]).toEqual([401, 401]);
  }
  expect(await kept()).toEqual(["a@example.com"]);
  owner = await browserOf(deployment, "owner");
  expect((await take("b@example.com")).status).toBe(303);
  await seenBy("public");
  expect(await kept()).toEqual(["a@example.com", "b@example.com"]);
});

describe("a session", () => {
  const lives = async (cookie: string) => {
    const found = await findSession(deployment.ctx(), { token: cookie.split("=")[1] ?? "", slug: null });
    await deployment.settled();
    return found !== null;
  };

  test("ends 30 days after it was seen last", async () => {
    const cookie = await signIn(deployment);
    deployment.clock.now += 29 * day;
    expect(await lives(cookie)).toBe(true);
    deployment.clock.now += 31 * day;
    expect(await lives(cookie)).toBe(false);
  });

  test("ends 90 days after it began, however often it is seen", async () => {
    const cookie = await signIn(deployment);
    const seen: boolean[] = [];
    for (let n = 0; n < 95; n++) {
      deployment.clock.now += day;
      seen.push(await lives(cookie));
    }
    expect(seen.filter(Boolean)).toHaveLength(89);
    expect(seen[88]).toBe(true);
  });
});

describe("a token", () => {
  const make = async () => {
    const made = await owner.post("/manage/account", {
      intent: "token-create",
      name: "CI",
      role: "viewer",
      life: "365",
    });
    return /upfront_[\w-]{43}/.exec(await made.text())?.[0] ?? "";
  };

  test("ends a year after it was made, also one that says no end", async () => {
    const token = await make();
    const [endless] = [await make()];
    await runBatch(deployment.ctx(), [{ sql: "UPDATE api_token SET expires_at = NULL", params: [] }]);
    expect(await findTokenActor(deployment.ctx(), token)).not.toBeNull();
    deployment.clock.now += 365 * day;
    expect(await findTokenActor(deployment.ctx(), token)).toBeNull();
    expect(await findTokenActor(deployment.ctx(), endless)).toBeNull();
  });

  test("ends with “sign out everywhere” if that is asked for", async () => {
    const token = await make();
    await owner.post("/manage/account", { intent: "all" });
    expect(await findTokenActor(deployment.ctx(), token)).not.toBeNull();
    owner = await browserOf(deployment, "owner");
    await owner.post("/manage/account", { intent: "all", tokens: "on" });
    expect(await findTokenActor(deployment.ctx(), token)).toBeNull();
  });
});
