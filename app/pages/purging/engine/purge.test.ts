import { afterEach, beforeEach, expect, test } from "vitest";
import { rowsPerPurgePortion } from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import { newId } from "~/platform/ids";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { faulty } from "../../../../tests/support/faults";
import { marksOf, purgeAll, purgeOnce, usualRoom } from "../../../../tests/support/purged";
import { unmetered } from "../../../../tests/support/restored";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { purgeExpiredRows } from "./purge";

const day = 24 * 3600_000;
let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  page = await arrange(deployment, aPage());
});
afterEach(() => deployment.close());

const now = () => deployment.clock.now;
const make = () => deployment.ctx();

/**
 * Runs without a deadline, because a hundred thousand rows may take longer than a person waits; nothing is executed
 * twice.
 */
async function execute(...statements: string[]): Promise<void> {
  await unmetered(
    deployment.bindings.DB,
    statements.map((sql) => ({ sql, params: [] })),
  );
}

async function ids(table: string, column = "id"): Promise<string[]> {
  const [result] = await runBatch(make(), [{ sql: `SELECT ${column} AS id FROM ${table} ORDER BY 1`, params: [] }]);
  return ((result?.results ?? []) as { id: string }[]).map(({ id }) => id);
}
const count = async (table: string) => (await ids(table, "count(*)"))[0];

const numbers = (amount: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${amount})`;

/** Returns SQL for deliveries of a source, received at that instant. */
function deliveries(source: string, at: number, amount: number, id: (at: number) => string): string {
  const values = `'${source}', ${id(at)}, '${page.id}', ${at}, '{}', 'x', 'x', 'kept', '[]'`;
  return `INSERT INTO delivery (source_id, id, page_id, received_at, headers, body, body_hash, outcome, signals)
    ${numbers(amount)} SELECT ${values} FROM n`;
}
const byTime = (at: number) => `'${newId(at).slice(0, 10)}' || printf('%016d', i)`;
const bySender = (at: number) => `printf('event-%08x', (i * 2654435761) % 4294967296) || '-${at % 1000}'`;

interface AlertWish {
  id: string;
  lastSeenAt: number;
  state?: string;
  flags?: string;
  incidentId?: string;
  episodes?: number[];
}

function alertRows({
  id,
  lastSeenAt,
  state = "resolved",
  flags = "[]",
  incidentId,
  episodes = [lastSeenAt],
}: AlertWish) {
  const [source] = id.split(".");
  const own = incidentId ? `'${incidentId}'` : "NULL";
  const starts = episodes.map((start) => `('${id}', ${start}, '${page.id}', ${start}, ${start}, ${start + 1})`);
  return [
    `INSERT INTO alert (id, page_id, source_id, key, state, title, labels, started_at, first_seen_at, last_seen_at, incident_id, flags)
      VALUES ('${id}', '${page.id}', '${source}', '${id}', '${state}', 'x', '{}', ${Math.max(...episodes)}, 1, ${lastSeenAt}, ${own}, '${flags}')`,
    `INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at, ended_at) VALUES ${starts.join(", ")}`,
  ];
}

const incidentRow = (id: string, closed: number) =>
  `INSERT INTO incident (id, page_id, title, status, impact, visibility, started_at, origin, closed, created_at, updated_at)
    VALUES ('${id}', '${page.id}', 'x', 'investigating', 'minor', 'published', 1, 'source', ${closed}, 1, 1)`;

test("deliveries are kept as long as their page says, under ids of ours or of the sender's", async () => {
  const source = page.sourceId;
  await execute(
    deliveries(source, now() - 6 * day, 2, byTime),
    deliveries(source, now() - 6 * day, 2, bySender),
    deliveries(source, now() - 8 * day, 700, byTime),
    deliveries(source, now() - 8 * day - 1, 700, bySender),
  );
  await purgeAll(make, now());
  expect(await count("delivery")).toBe(4);
  await execute("UPDATE page SET delivery_days = 1");
  await purgeAll(make, now() + day);
  expect(await count("delivery")).toBe(0);
});

test("what a source that is gone left is taken away, and no longer counts for its page", async () => {
  await execute(
    deliveries("gone", now(), 3, byTime),
    deliveries("gone", now(), 3, bySender),
    ...alertRows({ id: "gone.a", lastSeenAt: now(), state: "firing" }),
    ...alertRows({ id: `${page.sourceId}.a`, lastSeenAt: now(), state: "firing" }),
    "INSERT INTO monitor_hour (monitor_id, hour, minutes) VALUES ('gone', 490000, '')",
    "INSERT INTO ping_body (heartbeat_id, slot, number, body) VALUES ('gone', 3, 3, 'x')",
    `INSERT INTO alert_group (page_id, id, source_id, rule_id, group_key, state, first_fired_at)
      VALUES ('${page.id}', 'g', 'gone', 'r', 'k', 'waiting', 1)`,
    "UPDATE settle SET wanted = 5, done = 5",
  );
  await purgeAll(make, now());
  for (const table of ["delivery", "monitor_hour", "ping_body", "alert_group"]) expect(await count(table)).toBe(0);
  expect([await ids("alert"), await ids("episode", "alert_id")]).toEqual([
    [`${page.sourceId}.a`],
    [`${page.sourceId}.a`],
  ]);
  expect(await ids("settle", "wanted || '/' || done || '/' || asked_at")).toEqual([`6/5/${now()}`]);
});

test("an alert goes 90 days after it was last heard of with its episodes, unless it fires or its incident is open", async () => {
  const at = (days: number) => now() - days * day;
  const id = (name: string) => `${page.sourceId}.${name}`;
  await execute(
    incidentRow("open", 0),
    incidentRow("closed", 1),
    ...alertRows({ id: id("old"), lastSeenAt: at(91), incidentId: "closed", episodes: [at(95), at(93), at(91)] }),
    ...alertRows({ id: id("open"), lastSeenAt: at(91), incidentId: "open" }),
    ...alertRows({ id: id("fires"), lastSeenAt: at(91), state: "firing" }),
    ...alertRows({ id: id("young"), lastSeenAt: at(89), episodes: [at(95), at(89)] }),
    ...alertRows({ id: id("grave"), lastSeenAt: at(3), flags: '["tombstone"]' }),
    ...alertRows({ id: id("known"), lastSeenAt: at(3), flags: '["tombstone"]', episodes: [at(5), at(3)] }),
    ...alertRows({ id: id("fresh"), lastSeenAt: at(1), flags: '["tombstone"]' }),
    `DELETE FROM alert WHERE id = '${id("lost")}'`,
    `INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at) VALUES ('${id("lost")}', 1, 'p', 1, 1)`,
  );
  await purgeAll(make, now());
  const left = ["fires", "fresh", "known", "open", "young"].map(id);
  expect(await ids("alert")).toEqual(left);
  expect(await ids("episode", "alert_id")).toEqual([...left.slice(0, 3), id("known"), id("open"), id("young")].sort());
});

test("an alert with more episodes than one batch takes goes last, and never before one of them", async () => {
  const [old, id] = [now() - 100 * day, `${page.sourceId}.many`];
  await execute(
    ...alertRows({ id, lastSeenAt: old, flags: '["tombstone"]', episodes: [1] }),
    `INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at, ended_at)
      ${numbers(3 * rowsPerPurgePortion)} SELECT '${id}', 1 + i, '${page.id}', 1, 1, ${old} FROM n`,
    `UPDATE alert SET started_at = ${1 + 3 * rowsPerPurgePortion}`,
  );
  for (let more = true; more; ) {
    ({ more } = await purgeOnce(make(), now(), 12));
    if (Number(await count("alert")) === 0) expect(await count("episode")).toBe(0);
  }
  expect([await count("alert"), await count("episode")]).toEqual([0, 0]);
});

test("a purge that is killed at any call passes over nothing", async () => {
  await execute(deliveries(page.sourceId, now() - 8 * day, 1200, byTime));
  for (let round = 0; round < 12; round++) {
    const { database } = faulty(deployment.bindings.DB, 1 + (round % 6), round % 2 ? "before" : "after");
    await purgeOnce(deployment.ctx(undefined, { database }), now()).catch(() => undefined);
  }
  await purgeAll(make, now());
  expect(await count("delivery")).toBe(0);
});

test("two at once take away the same, once", async () => {
  await execute(deliveries(page.sourceId, now() - 8 * day, 900, byTime), deliveries(page.sourceId, now(), 5, byTime));
  await Promise.all([purgeAll(make, now()), purgeAll(make, now())]);
  expect(await count("delivery")).toBe(5);
});

/** Returns the cost of purging at that instant until nothing is left, and of the most expensive call. */
async function costs(at: number): Promise<{ read: number; dearest: number; calls: number }> {
  let [read, dearest, calls] = [0, 0, 0];
  for (let more = true; more; calls++) {
    const ctx = make();
    ({ more } = await purgeOnce(ctx, at));
    read += ctx.meter.read;
    dearest = Math.max(dearest, ctx.meter.read);
    expect(ctx.meter.statements).toBeLessThanOrEqual(usualRoom + 1);
  }
  return { read, dearest, calls };
}

test("what stays of deliveries is not read: 1,000 of them are taken from among 1,000 as from among 100,000", async () => {
  const found = [];
  for (const kept of [1000, 100_000]) {
    await execute("DELETE FROM delivery", "UPDATE deployment SET purge_cursor = '{}'");
    await execute(deliveries(page.sourceId, now() - day, kept, byTime));
    await purgeAll(make, now());
    await execute(deliveries(page.sourceId, now() - 8 * day, 1000, byTime));
    const { read } = await costs(now() + 2 * 3600_000);
    expect(await count("delivery")).toBe(kept);
    found.push(read);
  }
  console.log(`1,000 deliveries taken from among 1,000 and 100,000: ${found.join(" and ")} rows read`);
  expect(found[1]).toBeLessThan((found[0] ?? 0) + 100);
  expect(Math.max(...found)).toBeLessThan(6 * 1000);
});

test("one purge reads no more of 100,000 alerts than of 1,000, and a day's walk reads each a few times", async () => {
  const found = [];
  for (const kept of [1000, 100_000]) {
    await execute("DELETE FROM alert", "DELETE FROM episode", "UPDATE deployment SET purge_cursor = '{}'");
    const columns = "id, page_id, source_id, key, state, title, labels, started_at, first_seen_at, last_seen_at, flags";
    const values = `'${page.sourceId}.' || i, '${page.id}', '${page.sourceId}', i, iif(i % 2, 'firing', 'resolved'), 'x', '{}', 1, 1, ${now()}, '[]'`;
    await execute(
      `INSERT INTO alert (${columns}) ${numbers(kept)} SELECT ${values} FROM n`,
      "INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at) SELECT id, 1, page_id, 1, 1 FROM alert",
    );
    found.push(await costs(now()));
    expect(await count("alert")).toBe(kept);
  }
  const told = found.map(({ read, dearest, calls }) => `${read} rows in ${calls} minutes, ${dearest} at the most`);
  console.log(`a day's walk over 1,000 and 100,000 alerts: ${told.join("; ")}`);
  expect(Math.max(...found.map(({ dearest }) => dearest))).toBeLessThan(50 * rowsPerPurgePortion);
  expect(found[1]?.read).toBeLessThan(100_000 * 5);
});

test("with what a tick has left it takes what eight sources at their limit bring: 28,800 deliveries an hour", async () => {
  await execute(deliveries(page.sourceId, now() - 8 * day, 28_800, byTime));
  const { calls } = await costs(now());
  console.log(`28,800 deliveries are gone after ${calls} minutes`);
  expect(await count("delivery")).toBe(0);
  expect(calls).toBeLessThanOrEqual(60);
});

test("on the free plan a backlog spends a third of the day's rows and goes on the next day", async () => {
  await execute(deliveries(page.sourceId, now() - 8 * day, 40_000, byTime));
  const onFree = () => ({ ...make(), config: { ...make().config, plan: "free" as const } });
  await purgeAll(onFree, now());
  const left = Number(await count("delivery"));
  expect(40_000 - left).toBeGreaterThanOrEqual(33_000);
  expect(40_000 - left).toBeLessThanOrEqual(34_000 + 6 * rowsPerPurgePortion);
  expect(await purgeOnce(onFree(), now() + 60_000)).toEqual({ more: false });
  await purgeAll(onFree, now() + day);
  expect(await count("delivery")).toBe(0);
});

test("idle, it costs less than four rows in ten minutes", async () => {
  await purgeAll(make, now());
  let [read, written, minutes] = [0, 0, 0];
  let marks = await marksOf(make());
  for (; minutes < 1440; minutes++) {
    const ctx = make();
    await purgeExpiredRows({ ...ctx, now: () => now() + minutes * 60_000 }, { marks, room: usualRoom });
    read += ctx.meter.read;
    written += ctx.meter.written;
    if (ctx.meter.statements > 0) marks = await marksOf(make());
  }
  console.log(`an idle day of purging: ${read} rows read, ${written} written`);
  expect([read / 144 < 4, written / 144 < 2.5]).toEqual([true, true]);
});
