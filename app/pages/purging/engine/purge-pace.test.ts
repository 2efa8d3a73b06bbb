import { afterEach, beforeEach, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { group, post } from "../../../../tests/support/ingest";
import { purgeAll, purgeOnce } from "../../../../tests/support/purged";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";

/** Rows from a source within its limits, and what depends on them, are purged as fast as they arrive. */
let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  page = await arrange(deployment, aPage({ mode: "none" }));
});
afterEach(() => deployment.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const now = () => deployment.clock.now;

async function execute(...statements: string[]): Promise<void> {
  const patient = deployment.ctx(undefined, { database: deployment.bindings.DB, deadline: 60_000 });
  await runBatch(
    patient,
    statements.map((sql) => ({ sql, params: [] })),
  );
}

async function count(...tables: string[]): Promise<number[]> {
  const asked = tables.map((table) => ({ sql: `SELECT count(*) AS n FROM ${table}`, params: [] }));
  return (await runBatch(deployment.ctx(), asked)).map((each) => (each.results[0] as { n: number }).n);
}

/** Deliveries of eight sources in an hour, at 300 deliveries and 300 changed alerts in five minutes. */
const hourly = 8 * 3600;
const numbers = (amount: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${amount})`;

const deliveries = (
  at: number,
) => `INSERT INTO delivery (source_id, id, page_id, received_at, headers, body, body_hash, outcome, signals)
  ${numbers(hourly)} SELECT '${page.sourceId}', printf('%010d', i), '${page.id}', ${at}, '{}', 'x', 'x', 'kept', '[]' FROM n`;

const alerts = (at: number, amount: number, flags: string) => [
  `INSERT INTO alert (id, page_id, source_id, key, state, title, labels, started_at, ended_at, resolved_received_at, first_seen_at, last_seen_at, flags)
    ${numbers(amount)} SELECT '${page.sourceId}.' || i, '${page.id}', '${page.sourceId}', i, 'resolved', 'x', '{}', ${at}, ${at}, ${at}, ${at}, ${at}, '${flags}' FROM n`,
  `INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at, ended_at)
    SELECT id, started_at, page_id, started_at, started_at, started_at FROM alert`,
];

test.each([
  ["recoveries of what is unknown", '["tombstone"]', 3, hourly],
  ["alerts that fired and recovered", "[]", 91, hourly / 2],
])(
  "what eight sources bring in an hour goes in an hour: %s, their episodes and deliveries",
  async (_, flags, days, amount) => {
    const at = now() - days * day;
    await execute(deliveries(now() - 8 * day), ...alerts(at, amount, flags));
    let minutes = 0;
    for (let more = true; more; minutes++) ({ more } = await purgeOnce(deployment.ctx(), now()));
    console.log(`${amount} alerts, as many episodes and ${hourly} deliveries are gone after ${minutes} minutes`);
    expect(await count("alert", "episode", "delivery")).toEqual([0, 0, 0]);
    expect(minutes).toBeLessThanOrEqual(60);
  },
);

/** Returns the rows that it writes, in the database and for what it requests. */
async function written(work: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  const ctx = deployment.ctx({ kind: "machine", id: "test" });
  await work(ctx);
  return ctx.meter.written;
}

const body = (status: "firing" | "resolved", at: number) =>
  group(
    Array.from({ length: 200 }, (_, index) => {
      const alert = { key: `k${index}`, status, startsAt: at };
      return status === "resolved" ? { ...alert, endsAt: at + minute } : alert;
    }),
  );

test.each([
  ["recoveries of what is unknown", ["resolved"], 8],
  ["alerts that fired and recovered", ["firing", "resolved"], 91],
] as const)(
  "on the free plan a third of the day's rows takes away what two thirds bring: %s",
  async (_, states, days) => {
    const startsAt = now() - 2 * minute;
    let brought = 0;
    for (const state of states) {
      brought += await written((ctx) => post({ ...ctx, defer: () => undefined }, page, body(state, startsAt)));
      brought += await written((ctx) => settlePage(ctx, page.id));
      deployment.clock.now += 5 * minute;
    }
    await purgeAll(() => deployment.ctx(), now());
    deployment.clock.now += days * day;
    const taken = await written((ctx) => purgeAll(() => ctx, now()));
    console.log(`${brought} rows brought, ${taken} taken away`);
    expect(await count("alert", "episode", "delivery")).toEqual([0, 0, 0]);
    expect(taken).toBeGreaterThan(2 * 200);
    expect(taken / brought).toBeLessThanOrEqual(34_000 / 66_000);
  },
);
