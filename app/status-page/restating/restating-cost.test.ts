import { afterAll, beforeAll, expect, test } from "vitest";
import { componentYearTable, restatingTable } from "~/db/schema";
import { type Desk, good, openDesk } from "../../../tests/support/desk";
import { upgraded } from "../../../tests/support/older-page";
import { unmetered } from "../../../tests/support/restored";
import { isLong } from "../../../tests/support/sizes";
import { restatePageHistory, statementsPerRestateStep } from "./engine/restate";
import { startPageRestatement } from "./verbs";

/**
 * Components, years of their past, and entries of the page's audit log; with `--long`, the largest page that is
 * allowed.
 */
const size = isLong ? { components: 500, years: 3, entries: 60_000 } : { components: 45, years: 3, entries: 5_000 };
const day = 86_400_000;

let desk: Desk;

const numbers = (amount: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${amount})`;

beforeAll(async () => {
  desk = await openDesk();
  const { bindings, clock } = desk.deployment;
  const { pageId } = desk;
  const began = clock.now - size.years * 365 * day;
  const sql = [
    "DELETE FROM component",
    "DELETE FROM audit_entry",
    `INSERT INTO component (id, page_id, name, position, start_date, observed_since, created_at, updated_at)
      ${numbers(size.components)} SELECT printf('c%04d', i), '${pageId}', 'Component ' || i, i,
        date(${began / 1000}, 'unixepoch'), ${began}, ${began}, ${began} FROM n`,
    `INSERT INTO audit_entry (id, page_id, at, actor_kind, action, subject_kind, subject_id, after)
      ${numbers(size.entries)} SELECT printf('a%06d', i), '${pageId}', ${began} + i * 1000000, 'person',
        CASE i % 10 WHEN 0 THEN 'rule.update' ELSE 'incident.update' END, 'rule', 'r' || (i % 50),
        json_object('components', json_object(printf('c%04d', i % ${size.components} + 1), 'major_outage')) FROM n`,
  ];
  await unmetered(
    bindings.DB,
    sql.map((each) => ({ sql: each, params: [] })),
  );
  await upgraded(desk);
});
afterAll(() => desk.close());

async function untilStage(wanted: string): Promise<{ read: number; written: number; statements: number }[]> {
  const steps = [];
  for (let turn = 0; turn < 400; turn++) {
    const ctx = desk.deployment.ctx();
    const [row] = await ctx.db.select().from(restatingTable);
    if (row?.stage === wanted) return steps;
    const { meter } = await (async () => {
      const own = desk.deployment.ctx();
      await restatePageHistory(own, { pageId: desk.pageId });
      return own;
    })();
    steps.push({ read: meter.read, written: meter.written, statements: meter.statements });
  }
  throw new Error(`never ${wanted}`);
}

const most = (steps: Awaited<ReturnType<typeof untilStage>>, what: "read" | "written" | "statements") =>
  Math.max(...steps.map((each) => each[what]));

test("each step has its bound, and no component takes more than one row a year", async () => {
  const finding = await untilStage("found");
  await good(startPageRestatement(desk.owner(), { pageId: desk.pageId }));
  const writing = await untilStage("done");
  const sumOf = (steps: typeof finding, what: "read" | "written") => steps.reduce((sum, each) => sum + each[what], 0);
  const sums = [finding, writing].map(
    (steps) => `${sumOf(steps, "read")} rows read, ${sumOf(steps, "written")} written`,
  );
  console.log(
    `${size.components} components, ${size.years} years, ${size.entries} entries: finding ${finding.length} steps, ${sums[0]}, at most ${most(finding, "read")} read a step; writing ${writing.length} steps, ${sums[1]}, at most ${most(writing, "written")} written a step`,
  );
  for (const steps of [finding, writing]) {
    expect(most(steps, "statements")).toBeLessThanOrEqual(statementsPerRestateStep);
    expect(most(steps, "read")).toBeLessThanOrEqual(2 * (2000 + 3 * size.components));
  }
  expect(most(writing, "written")).toBeLessThanOrEqual(10 * (size.years + 5) + 10);
  const rows = await desk.deployment.ctx().db.select().from(componentYearTable);
  expect(rows.length).toBeLessThanOrEqual(size.components * (size.years + 1));
  expect(new Set(rows.map(({ componentId }) => componentId)).size).toBe(size.components);
}, 120_000);
