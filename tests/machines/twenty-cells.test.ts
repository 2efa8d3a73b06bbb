import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../support/database";
import { applyMigration, migrationFiles } from "../support/emptied-database";
import { group, post, rowsOf } from "../support/ingest";
import { startDatabases } from "../support/remote-database";
import { aPage, aRule, arrange, aSource, type TestPage, type TestSource } from "../support/scenario";

/** Pages in cells (docs/cells.md): each has an object with a database of its own, twenty of them in one process. */
const count = 20;
const killed = 7;

interface InCell {
  deployment: TestDeployment;
  page: TestPage;
  source: TestSource;
  /** Keys of deliveries that were answered 2xx. */
  taken: string[];
  /** Rows of a delivery that opens an alert, with its settling and publishing, and of a quiet tick: read and written. */
  rows: { delivery: [number, number]; tick: [number, number] };
}

let cells: Awaited<ReturnType<typeof startDatabases>>;
let all: InCell[];

async function openIn(database: D1Database): Promise<InCell> {
  for (const name of migrationFiles()) await applyMigration(database, name);
  const deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: "paid" });
  deployment.bindings.DB = database;
  const page = await arrange(deployment, aPage({ components: 3 }));
  const source = await arrange(deployment, aSource(page.id));
  await arrange(deployment, aRule({ id: source.id, pageId: page.id }, { components: page.components }));
  return { deployment, page, source, taken: [], rows: { delivery: [0, 0], tick: [0, 0] } };
}

beforeAll(async () => {
  cells = await startDatabases(count);
  all = await Promise.all(cells.databases.map(openIn));
}, 120_000);
afterAll(async () => {
  await Promise.all(all.map(({ deployment }) => deployment.settled()));
  await cells.close();
});

async function deliver(cell: InCell, key: string): Promise<void> {
  const ctx = cell.deployment.ctx();
  const answer = await post(ctx, cell.source, group([{ key }]));
  if (answer.ok) cell.taken.push(key);
  await cell.deployment.settled();
  cell.rows.delivery = [ctx.meter.read, ctx.meter.written];
}

async function aMinute(cell: InCell): Promise<void> {
  const { deployment } = cell;
  deployment.clock.now += 60_000;
  const ctx = deployment.ctx();
  await handleCronTick(ctx, deployment.clock.now);
  await deployment.settled();
  cell.rows.tick = [ctx.meter.read, ctx.meter.written];
}

const keysIn = async ({ deployment, source }: InCell) =>
  (await rowsOf(deployment.ctx(), source)).alerts.map(({ key }) => key);

/** Documents that wait to be built. */
async function waiting({ deployment }: InCell): Promise<number> {
  const sql = "SELECT count(*) AS n FROM snapshot WHERE built < wanted";
  return Number((await deployment.ctx().d1.prepare(sql).first<{ n: number }>())?.n);
}

test("one cell is killed: nineteen lose nothing and are not late, and it has all that it answered", async () => {
  await Promise.all(all.map((cell) => deliver(cell, "before")));
  const others = all.filter((_, index) => index !== killed);
  const dead = all[killed] as InCell;
  const dying = deliver(dead, "meanwhile").catch(() => undefined);
  cells.kill(killed);
  const began = performance.now();
  await Promise.all(others.map((cell) => deliver(cell, "meanwhile")));
  await Promise.all(others.map(aMinute));
  const took = performance.now() - began;
  await dying;
  for (const cell of others) {
    expect([(await keysIn(cell)).sort(), await waiting(cell)]).toEqual([["before", "meanwhile"], 0]);
  }
  // Each of them beside eighteen others, on however slow a machine.
  expect(took).toBeLessThan(60_000);
  dead.deployment.bindings = { ...dead.deployment.bindings, DB: await cells.reach(killed) };
  resetIsolate();
  await deliver(dead, "after");
  await aMinute(dead);
  const found = await keysIn(dead);
  expect(dead.taken.filter((key) => !found.includes(key))).toEqual([]);
  expect([found.includes("after"), await waiting(dead)]).toEqual([true, 0]);
}, 120_000);

test("what a cell costs: rows of a delivery that opens an alert, and of a quiet minute", async () => {
  const [cell] = all as [InCell];
  const minutes: [number, number][] = [];
  for (let minute = 0; minute < 30; minute++) {
    await aMinute(cell);
    minutes.push(cell.rows.tick);
  }
  const { delivery } = cell.rows;
  // The last twenty: what the delivery began is over by then.
  const sum = (at: 0 | 1) => minutes.slice(-20).reduce((all, each) => all + each[at], 0) / 20;
  const quiet = [sum(0), sum(1)] as const;
  console.log(
    `a delivery reads ${delivery[0]} and writes ${delivery[1]} rows, a quiet minute ${quiet[0]} and ${quiet[1]}`,
  );
  expect(delivery[1]).toBeLessThanOrEqual(60);
  expect(quiet[1]).toBeLessThanOrEqual(3);
});
