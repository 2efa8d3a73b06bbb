import { afterEach, beforeEach, expect, test } from "vitest";
import { tick } from "~/jobs/tick";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { makePage } from "../../../tests/support/page";

let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(() => deployment.close());

const hour = 3_600_000;

test.each([
  ["before its first round, by a clock that was ahead, is due now", 0, null, false],
  ["for the next round keeps its time", 4, null, true],
  ["for the first mailer keeps its time", 0, "no_mailer", true],
])("what waits for hours %s", async (_, round, reason, keeps) => {
  const page = await makePage(deployment);
  const { now } = deployment.clock;
  const { d1 } = deployment.ctx();
  await d1
    .prepare(`INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before,
      round, reason, expires_at, created_at)
      VALUES ('n', ?1, 'incident_update', 'i', 1, 'subscribers', '{}', 1, ?2, ?2, ?3, ?4, ?5, ?6)`)
    .bind(page.id, now + 5 * hour, round, reason, now + 72 * hour, now)
    .run();
  await tick(deployment.ctx(), now);
  const row = await d1.prepare("SELECT due_at FROM notice WHERE id = 'n'").first<{ due_at: number | null }>();
  expect(row?.due_at === now + 5 * hour).toBe(keeps);
});
