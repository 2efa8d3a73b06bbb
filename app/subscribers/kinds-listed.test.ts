import { afterAll, beforeAll, expect, test } from "vitest";
import { contactWays } from "~/notifications/rules/contact-ways";
import { listNotices } from "~/outbox/verbs";
import { handleRestApi } from "~/rest-api";
import { good } from "../../tests/support/desk";
import { execute, noticesOf, open, openTold, subscribersOf, type Told } from "../../tests/support/told";
import { inWays, targets } from "../../tests/support/told-in-ways";
import { exportSubscribers } from "./export";
import { importSubscribers } from "./import";
import { listSubscribers } from "./list";

let told: Told;
beforeAll(async () => {
  told = await openTold();
  const reached = inWays(told);
  for (const way of contactWays) await reached.subscribe(way);
  await reached.subscribe("slack", 1, { state: "quarantined" });
  await good(importSubscribers(told.as("admin"), { pageId: told.pageId, file: "ann@example.com", agreement: "given" }));
});
afterAll(() => told.close());

const page = () => ({ pageId: told.pageId });
const names = {
  "web-push": "Google",
  webhook: "hooks.visitor.example/…ront",
  slack: "hooks.slack.com/…v1s2",
  discord: "discord.com/…v1s2",
  teams: "teams.example.com/…v1s2",
  sms: "+49 ••• 000",
};

/** Returns all values that must stay secret: complete addresses, numbers, and the names of endpoints in the rows. */
const secrets = async () => [
  ...Object.values(targets),
  "+4915123456000",
  ...(await subscribersOf(told)).flatMap(({ kind, address }) => (kind === "email" ? [] : [address ?? "–"])),
];

async function expectNoSecret(text: string): Promise<void> {
  for (const secret of await secrets()) expect(text).not.toContain(secret);
}

test.each(["viewer", "admin"] as const)(
  "a %s reads of each kind what tells it apart, and nothing that opens",
  async (role) => {
    const { subscribers } = await good(listSubscribers(told.as(role), page()));
    const seen = subscribers.filter(({ state }) => state === "active").map(({ kind, address }) => [kind, address]);
    expect(Object.fromEntries(seen)).toEqual({
      ...names,
      email: role === "admin" ? "ann@example.com" : "a•••@example.com",
    });
    await expectNoSecret(JSON.stringify(subscribers));
  },
);

test("one kind is asked for by itself; of those who are active that reads no more than it shows", async () => {
  const of = async (filter: { kind: string; state?: string }) => {
    const ctx = told.as("viewer");
    const { subscribers } = await good(listSubscribers(ctx, { ...page(), ...filter }));
    return { kinds: subscribers.map(({ kind }) => kind), read: ctx.meter.read };
  };
  expect((await of({ kind: "slack" })).kinds).toEqual(["slack", "slack"]);
  expect((await of({ kind: "email" })).kinds).toEqual(["email"]);
  await execute(
    told,
    `INSERT INTO subscriber (page_id, id, address, scope, component_ids, state, language, time_zone, confirmations_at, created_at, updated_at)
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000)
      SELECT ?1, 'many' || n, 'many' || n || '@example.com', 'page', '[]', 'active', 'en', 'Etc/UTC', '[]', 1, 1 FROM c`,
    told.pageId,
  );
  const { kinds, read } = await of({ kind: "slack", state: "active" });
  expect(kinds).toEqual(["slack"]);
  expect(read).toBeLessThanOrEqual(5);
  await execute(told, "DELETE FROM subscriber WHERE id LIKE 'many%'");
});

test("the file names kinds, comes back in without those who must subscribe themselves, and holds no secret", async () => {
  const { csv } = await good(exportSubscribers(told.as("admin"), page()));
  const [head = "", ...lines] = csv.split("\r\n");
  expect(head.split(",").slice(-2)).toEqual(["kind", "name"]);
  expect(lines.find((line) => line.startsWith("ann@example.com"))).toMatch(/,email,$/);
  for (const [kind, name] of Object.entries(names))
    expect(
      lines.some(
        (line) =>
          line.startsWith(",active") && line.replaceAll("'", "").replaceAll('"', "").endsWith(`,${kind},${name}`),
      ),
    ).toBe(true);
  await expectNoSecret(csv);
  expect(await good(importSubscribers(told.as("admin"), { ...page(), file: csv, agreement: "given" }))).toEqual({
    added: 0,
    unchanged: 1,
  });
});

async function call(path: string, body?: unknown) {
  const program = { id: "t1", personId: "founder", role: "admin" as const, readOnly: false, operator: false };
  const ctx = told.deployment.ctx({ kind: "token", ...program });
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { "content-type": "application/json" };
  const url = `http://localhost:8787/api/v1/pages/acme${path}`;
  const answer = await handleRestApi(new Request(url, { headers, ...sent }), ctx);
  told.deployment.clock.now += 1000;
  return JSON.parse(await answer.text());
}

test("programs list, count and unsubscribe by kind", async () => {
  const listed = await call("/subscribers?state=all");
  expect(listed.map(({ mode }: { mode: string }) => mode).sort()).toEqual(["email", "slack", ...contactWays].sort());
  await expectNoSecret(JSON.stringify(listed));
  expect(await call("/subscribers?type=sms")).toMatchObject([
    { mode: "sms", email: null, display_name: names.sms, display_phone_number: names.sms, endpoint: null },
  ]);
  expect(await call("/subscribers?type=integration_partner")).toEqual([]);
  const none = { email: 0, "web-push": 0, webhook: 0, slack: 0, discord: 0, teams: 0, sms: 0, integration_partner: 0 };
  const one = Object.fromEntries(["email", ...contactWays].map((kind) => [kind, 1]));
  expect(await call("/subscribers/count")).toEqual({ ...none, ...one });
  expect(await call("/subscribers/count?type=slack&state=all")).toEqual({ ...none, slack: 2 });
  expect((await call("/subscribers/histogram_by_state")).slack).toEqual({
    active: 1,
    unconfirmed: 0,
    quarantined: 1,
    total: 2,
  });
  await call("/subscribers/reactivate", { subscribers: "all", type: "sms" });
  expect((await subscribersOf(told)).filter(({ state }) => state === "quarantined")).toHaveLength(1);
  await call("/subscribers/unsubscribe", { subscribers: "all", type: "teams" });
  const left = (await subscribersOf(told)).filter(({ state }) => state === "unsubscribed");
  expect(left.map(({ kind }) => kind)).toEqual(["teams"]);
});

test("the outbox says by which way each went, and shows one way alone", async () => {
  await open(told);
  const { notices } = await good(listNotices(told.as("viewer"), page()));
  expect(new Set(notices.map(({ way }) => way))).toEqual(
    new Set(["email", ...contactWays.filter((way) => way !== "teams")]),
  );
  expect(notices).toHaveLength((await noticesOf(told)).length);
  const slack = await good(listNotices(told.as("viewer"), { ...page(), way: "slack" }));
  expect(slack.notices.map(({ way, audience }) => [way, audience])).toEqual([["slack", "endpoints"]]);
  const mailed = await good(listNotices(told.as("viewer"), { ...page(), way: "email", filter: "waiting" }));
  expect(new Set(mailed.notices.map(({ way }) => way))).toEqual(new Set(["email"]));
  expect((await call("/notices?way=sms")).map(({ way }: { way: string }) => way)).toEqual(["sms"]);
});
