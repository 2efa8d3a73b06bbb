import { beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { markSnapshotCopyFailedStatement } from "~/status-page/queries/copies";
import { KeyValues } from "../../../tests/support/key-values";
import { deploymentOfFile } from "../../../tests/support/of-file";
import { aPage, arrange, type TestPage, waitingNotices } from "../../../tests/support/scenario";
import { handleCronTick } from "../tick";
import { readDueWorkUnits } from "./due-units";
import { postponeWorkUnitsStatement } from "./move-back";

/** Pages are walked when work of theirs is due, and not only in the tenth minute. */
const minute = 60_000;
const day = 24 * 60 * minute;
const deployment = deploymentOfFile({ COPIES: new KeyValues() as never });
let page: TestPage;

const execute = (sql: string) => runBatch(deployment.ctx(), [{ sql, params: [] }]);
const due = async () => {
  const { walked, units } = await readDueWorkUnits(deployment.ctx(), deployment.clock.now, false);
  return { walked, kinds: units.map(({ kind }) => kind) };
};

let pages = 0;

/** Makes a page without pending work: the next walk is hours away. */
beforeEach(async () => {
  for (const table of ["page", "component", "snapshot", "settle"]) await execute(`DELETE FROM ${table}`);
  page = await arrange(deployment, aPage({ slug: `walked-${pages++}` }));
  for (let passed = 0; passed < 3; passed++) {
    deployment.clock.now += minute;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
  expect(await due()).toEqual({ walked: false, kinds: [] });
});

test("a copy that could not be written is asked for at once", async () => {
  const found = (await execute("SELECT built FROM snapshot WHERE part = 'home'"))[0]?.results[0];
  const built = Number((found as { built: number } | undefined)?.built);
  await runBatch(deployment.ctx(), [markSnapshotCopyFailedStatement({ slug: page.slug, part: "home", built })]);
  expect((await due()).walked).toBe(true);
});

test.each([
  ["", false],
  [", walked past meanwhile,", true],
])("a day that was moved back%s is tried again when its time has come", async (_, isWalkedPast) => {
  await execute(`UPDATE page SET open_day_at = open_day_at - ${2 * day}`);
  const unit = { kind: "day" as const, pageId: page.id, id: page.id, dueAt: deployment.clock.now, tries: 0 };
  const moved = postponeWorkUnitsStatement([unit], deployment.clock.now, "it failed");
  if (moved) await runBatch(deployment.ctx(), [moved]);
  expect((await due()).walked).toBe(false);
  if (isWalkedPast) await readDueWorkUnits(deployment.ctx(), deployment.clock.now, true);
  expect((await due()).walked).toBe(false);
  deployment.clock.now += minute;
  expect(await due()).toEqual({ walked: true, kinds: ["day"] });
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  deployment.clock.now += minute;
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  deployment.clock.now += minute;
  expect(await due()).toEqual({ walked: false, kinds: [] });
});

test.each([0, day])("mail that last left on a clock %i ms ahead has waited since it was due", async (ahead) => {
  const now = deployment.clock.now;
  await execute("DELETE FROM mailer");
  await execute(`INSERT INTO mailer (id, kind, name, from_address, position, settings_sealed, last_sent_at, created_at, updated_at)
    VALUES ('m', 'smtp', 'SMTP', 'a@example.com', 0, '', ${now - 10 * minute + ahead}, ${now}, ${now})`);
  await arrange(deployment, waitingNotices(page.id, { count: 1, age: 5 * minute }));
  expect((await readDueWorkUnits(deployment.ctx(), now, false)).toSendSince).toBe(now - 3 * minute);
  await execute("DELETE FROM notice");
});

test.each(["maintenance", "heartbeat"] as const)(
  "a page on which 600 of %s are due keeps no other off the list",
  async (table) => {
    const now = deployment.clock.now;
    const columns = {
      maintenance: ["title, status, starts_at, ends_at", `'Move', 'scheduled', ${now}, ${now + day}`],
      heartbeat: ["tags, schedule, state_since, pings", `'[]', '{}', ${now}, '[]'`],
    }[table];
    const add = (id: string, pageId: string, count: number, dueAt: number) =>
      execute(`INSERT INTO ${table} (id, page_id, due_at, created_at, updated_at, ${columns[0]})
      WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ${count})
      SELECT '${id}-' || n, '${pageId}', ${dueAt}, ${now}, ${now}, ${columns[1]} FROM c`);
    await add("many", "another-page", 600, now - 2 * minute);
    await add("one", page.id, 1, now - 1000);
    const { units } = await readDueWorkUnits(deployment.ctx(), now, false);
    expect(units.filter(({ pageId }) => pageId === page.id)).toHaveLength(1);
    await execute(`DELETE FROM ${table}`);
  },
);
