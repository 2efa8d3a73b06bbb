import { afterEach, beforeEach, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { runBatch } from "~/db/run-batch";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange, type TestPage } from "../../../tests/support/scenario";
import { handleCronTick } from "../tick";

const second = 1000;
const minute = 60 * second;
/** No tenth minute, in which everything is looked at, is near this time. */
const start = Date.UTC(2026, 10, 20, 12, 3);

let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment();
  deployment.clock.now = start;
  page = await arrange(deployment, aPage({ holdSeconds: 60, mode: "publish" }));
  await quietTicks(3);
});
afterEach(() => deployment.close());

const now = () => deployment.clock.now;
const run = async (sql: string, ...params: unknown[]) =>
  (await runBatch(deployment.ctx(), [{ sql, params }]))[0]?.results[0] as Record<string, number> | undefined;

async function quietTicks(count: number) {
  for (let index = 0; index < count; index++) {
    await handleCronTick(deployment.ctx(), now());
    await deployment.settled();
    deployment.clock.now += minute;
  }
}

const walksAt = async () => Number((await run("SELECT pages_look_at AS at FROM deployment"))?.at);

/** Requests work and moves it back as after failures; then a tick looks at all pages. */
async function movedBack(table: "settle" | "snapshot") {
  await run(`UPDATE ${table} SET wanted = wanted + 1, asked_at = ?1, not_before = ?1 + 120000, tries = 4`, now());
  await handleCronTick(deployment.ctx(), now());
}

test("what was moved back and is settled by somebody else is looked at when its next time has come", async () => {
  await run(
    `INSERT INTO alert (id, page_id, source_id, key, state, title, labels, flags, started_at, first_seen_at, last_seen_at)
      VALUES (?1 || '.a', ?2, ?1, 'a', 'firing', 'a', '{}', '[]', ?3, ?3, ?3)`,
    page.sourceId,
    page.id,
    now(),
  );
  await run("DELETE FROM rule_component");
  await movedBack("settle");
  await settlePage(deployment.ctx({ kind: "machine", id: "test" }), page.id);
  const due = Number((await run("SELECT due_at AS at FROM settle"))?.at);
  expect(due).toBe(now() + minute);
  expect(await walksAt()).toBeLessThanOrEqual(due);
  deployment.clock.now += minute;
  await handleCronTick(deployment.ctx(), now());
  expect(await run("SELECT count(*) AS count FROM incident")).toEqual({ count: 1 });
});

test("a document that was moved back and is made by somebody else is made again when it runs out", async () => {
  await run(
    `INSERT INTO maintenance (id, page_id, title, status, starts_at, ends_at, due_at, created_at, updated_at)
      VALUES ('m', ?1, 'Move', 'scheduled', ?2 + 50000, ?2 + 3600000, ?2 + 50000, ?2, ?2)`,
    page.id,
    now(),
  );
  await movedBack("snapshot");
  await publishPage(deployment.ctx(), page.id);
  const until = Number((await run("SELECT min(fresh_until) AS at FROM snapshot"))?.at);
  expect(until).toBeLessThan(now() + minute);
  expect(await walksAt()).toBeLessThanOrEqual(until);
});
