import { afterEach, beforeEach, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { noticeTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { aPage, arrange, type PageOptions, type TestPage } from "../support/scenario";

/** What no rule takes to a component or to an incident is told to the team once, and costs nothing where there is none. */
let deployment: TestDeployment;
let page: TestPage;

const minute = 60_000;

beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterEach(async () => {
  await deployment.settled();
  await deployment.close();
});

async function pageWith(options: PageOptions = {}, removed = "DELETE FROM rule_component") {
  page = await arrange(deployment, aPage({ mode: "none", ...options }));
  if (removed) await runBatch(deployment.ctx(), [{ sql: removed, params: [] }]);
}

const execute = (sql: string, ...params: unknown[]) => runBatch(deployment.ctx(), [{ sql, params }]);

async function deliver(...alerts: { key: string; severity?: string; startsAt?: number }[]): Promise<void> {
  const sent = alerts.map(({ severity = "critical", ...each }) => ({
    ...each,
    labels: { alertname: "Down", instance: each.key, severity },
  }));
  expect((await post(deployment.ctx(), page, group(sent))).ok).toBe(true);
  await deployment.settled();
}

async function told() {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable));
  return rows.filter(({ kind }) => kind === "unassigned").sort((one, other) => one.sequence - other.sequence);
}

test("a critical alert that no rule takes is told after ten seconds, once, with what came meanwhile", async () => {
  await pageWith();
  const at = deployment.clock.now;
  await deliver({ key: "a" });
  await deliver({ key: "b" }, { key: "a" });
  expect(await told()).toMatchObject([
    {
      subjectId: page.sourceId,
      audience: "team",
      dueAt: at + 10_000,
      sequence: at + 10_000,
      scope: { reason: "no_rule", until: at + 8000 },
    },
  ]);
  deployment.clock.now += 20_000;
  await deliver({ key: "c" });
  const [, second] = await told();
  expect([second?.dueAt, second?.scope.after]).toEqual([at + 10_000 + minute, at + 8000]);
});

test("1,000 of them in a minute are two messages", async () => {
  await pageWith();
  for (let round = 0; round < 10; round++) {
    await deliver(...Array.from({ length: 100 }, (_, at) => ({ key: `k${round}-${at}` })));
    deployment.clock.now += 6000;
  }
  expect(await told()).toHaveLength(2);
});

test.each<[string, PageOptions, string, string | null, string[]]>([
  ["a rule of its own that names no component", {}, "UPDATE rule SET catch_all = 0", "critical", ["no_component"]],
  ["without a severity", {}, "", "", ["no_rule"]],
  ["for information only", {}, "", "info", []],
  ["a draft opens for it", { mode: "draft" }, "", "critical", []],
  ["the page is muted", {}, "UPDATE page SET muted_until = 9e15", "critical", []],
  ["its source is muted", {}, "UPDATE source SET muted_until = 9e15", "critical", []],
])("%s", async (_, options, sql, severity, reasons) => {
  await pageWith(options);
  if (sql) await execute(sql);
  await deliver({ key: "a", ...(severity === null ? {} : { severity }) });
  expect((await told()).map(({ scope }) => scope.reason)).toEqual(reasons);
});

test("its rule names a component: it is shown there, and nobody is told twice", async () => {
  await pageWith({}, "");
  await deliver({ key: "a" });
  expect(await told()).toEqual([]);
});

test("two reasons of one source are two messages; what is muted is told when that ends", async () => {
  await pageWith();
  await execute(
    `INSERT INTO rule (id, page_id, source_id, position, match, mode, hold_seconds, resolve_after_seconds, group_by, catch_all, created_at, updated_at)
     VALUES ('own', ?1, ?2, 0, '{"labels":{"instance":"o*"}}', 'none', 0, 0, '[]', 0, 1, 1)`,
    page.id,
    page.sourceId,
  );
  const end = deployment.clock.now + 90 * minute;
  await execute("UPDATE source SET muted_until = ?1", end);
  await deliver({ key: "one" }, { key: "two" });
  expect(await told()).toEqual([]);
  deployment.clock.now = end + 1000;
  await settlePage(deployment.ctx(), page.id);
  expect((await told()).map(({ scope }) => scope.reason)).toEqual(["no_rule", "no_component"]);
});

test("a settling with such an alert reads its episode more, and one without reads nothing more", async () => {
  async function cost(removed: string) {
    await pageWith({ slug: `cost-${removed.length}` }, removed);
    await deliver({ key: "a" });
    await execute("UPDATE settle SET wanted = wanted + 1");
    const ctx = deployment.ctx({ kind: "machine", id: "test" });
    await settlePage(ctx, page.id);
    return { statements: ctx.meter.statements, read: ctx.meter.read, written: ctx.meter.written };
  }
  const [shown, unassigned] = [await cost(""), await cost("DELETE FROM rule_component")];
  expect(unassigned.statements - shown.statements).toBe(1);
  expect(unassigned.read - shown.read).toBeLessThanOrEqual(6);
  expect(unassigned.written).toBe(shown.written);
});
