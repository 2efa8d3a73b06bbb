import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { incidentTable, noticeTable } from "~/db/schema";
import { recordPing } from "~/heartbeats/record";
import { listHeartbeats } from "~/heartbeats/verbs";
import { readNowView } from "~/now/read";
import { deletePage } from "~/pages/delete";
import { pagesOfPersonQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { readPublishedView } from "~/status-page/view-page";
import { demoDomain } from "../../app/net/private-names.ts";
import { type DemoHeartbeatRow, demoHeartbeatRunOutput } from "../../scripts/demo/heartbeat-calls.ts";
import { openSealedText } from "../../scripts/demo/secrets.ts";
import { seedDemo } from "../../scripts/demo/seed.ts";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { type DemoNetwork, demoNetwork } from "../support/demo-network";
import { good, operator } from "../support/desk";
import { aPage, arrange } from "../support/scenario";

/** What a newcomer sees of the demo who does nothing. */
let deployment: TestDeployment;
let demo: DemoNetwork;
let pageId: string;

const owner = (): Ctx => ({ ...deployment.ctx(operator), member: { pageId, role: "owner" } });

beforeEach(async () => {
  resetIsolate();
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: `.${demoDomain}`, UPFRONT_PLAN: "own" });
  demo = demoNetwork(deployment);
  const database = deployment.bindings.DB as unknown as Parameters<typeof seedDemo>[0];
  await seedDemo(database, noon, deployment.bindings.UPFRONT_SECRET ?? "");
  const ctx = deployment.ctx(operator);
  const [[page]] = await readBatch(ctx, pagesOfPersonQuery(ctx, "", true));
  pageId = page?.id ?? "";
});
afterEach(() => deployment.close());

/** The calls of a start, written as its worker writes them. */
async function callDue(): Promise<void> {
  const { results } = await deployment.bindings.DB.prepare(
    "SELECT id, slug, '' AS sealed, last_ping_at AS lastPingAt, ping_count AS pingCount FROM heartbeat",
  ).all<DemoHeartbeatRow & { id: string }>();
  const sent = { action: "success", create: false, method: "POST", from: "", agent: "" } as const;
  for (const row of results) {
    const said = demoHeartbeatRunOutput(row, deployment.clock.now);
    const body = { bytes: new TextEncoder().encode(said ?? ""), truncated: false };
    if (said !== null) await recordPing(deployment.ctx(), { ...sent, address: { id: row.id }, body });
  }
}

async function minutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    await callDue();
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
    deployment.clock.now += 60_000;
  }
}

/** What is wrong besides the incident that is open from the start, and the payout file. */
async function seen() {
  const now = await good(readNowView(owner(), { pageId }));
  const view = await good(readPublishedView(deployment.ctx(), { slug: "larkfield" }));
  const component = view.snapshot.components.find(({ name }) => name === "Event search");
  const firing = now.firing
    .flatMap(({ alerts }) => alerts.map(({ title }) => title))
    .filter((title) => !title.startsWith("Payout"));
  return { firing, drafts: now.drafts.map(({ title }) => title), search: component?.status };
}

const calm = { firing: [], drafts: [], search: "operational" };
const fires = { firing: ["Event search is down"], search: "partial_outage" };

test("an alert fires within four minutes, moves its component, becomes a draft, recovers, and comes again in an hour", async () => {
  await minutes(2);
  expect(await seen()).toEqual(calm);
  await minutes(2);
  expect(await seen()).toEqual({ ...fires, drafts: [] });
  await minutes(3);
  expect(await seen()).toEqual({ ...fires, drafts: [expect.stringContaining("Event search")] });
  await minutes(5);
  expect(await seen()).toMatchObject({ firing: [], search: "operational" });
  await minutes(6);
  expect(await seen()).toEqual(calm);
  await minutes(60 - 18 + 7);
  expect(await seen()).toMatchObject(fires);
  expect(demo.others).toEqual([]);
  const ctx = deployment.ctx();
  const [notices, incidents] = await readBatch(
    ctx,
    ctx.db.select().from(noticeTable),
    ctx.db.select().from(incidentTable),
  );
  expect(notices.filter(({ kind }) => kind === "draft_opened")).toHaveLength(2);
  expect(notices.filter(({ recipients, sent }) => recipients > 0 || sent > 0)).toEqual([]);
  expect(incidents.filter(({ visibility }) => visibility === "dismissed")).toHaveLength(1);
});

test("where mail could leave, nothing fails: nobody gets mail of a demo", async () => {
  demo.mails = true;
  await minutes(6);
  expect(await seen()).toEqual(calm);
});

test("where there is another page, a first start makes no demo", async () => {
  const other = await openDeployment();
  await arrange(other, aPage());
  expect(await seedDemo(other.bindings.DB as never, noon, other.bindings.UPFRONT_SECRET ?? "")).toBe(false);
  const { results } = await other.bindings.DB.prepare("SELECT slug FROM page").all();
  expect(results).toEqual([{ slug: "acme" }]);
  await other.close();
});

test("with its page all of it ends", async () => {
  await minutes(1);
  await good(deletePage(owner(), { pageId, version: 0, name: "Larkfield" } as never));
  demo.asked.splice(0);
  await minutes(3);
  expect(demo.asked).toEqual([]);
});

test("their addresses are opened as the demo and the application seal them, and by no other secret", async () => {
  const { secrets } = deployment.ctx();
  const known = [`another ${"x".repeat(32)}`, deployment.bindings.UPFRONT_SECRET ?? ""];
  const [row] = (await deployment.bindings.DB.prepare("SELECT token_sealed AS sealed FROM source").all()).results;
  const seeded = String(row?.sealed);
  expect(openSealedText(seeded, known)).toBe(await secrets.open(seeded));
  expect(openSealedText(await secrets.seal("rotated"), known)).toBe("rotated");
  expect(openSealedText(seeded, known.slice(0, 1))).toBeNull();
});

const states = async () =>
  Object.fromEntries(
    (await good(listHeartbeats(owner(), { pageId }))).heartbeats.map(({ slug, state }) => [slug, state]),
  );

test("its heartbeats are called; the payout file is late, down, and there again within the hour", async () => {
  const rest = { "order-export": "up", "database-backup": "up", "sales-report": "up", certificates: "up" };
  const payout: string[] = [];
  for (let passed = 0; passed < 60; passed++) {
    await minutes(1);
    const { "payout-file": late = "", ...others } = await states();
    expect(others, `after ${passed} minutes`).toEqual(rest);
    if (payout.at(-1) !== late) payout.push(late);
  }
  expect(payout).toEqual(["grace", "down", "up"]);
});
