import { afterEach, beforeEach, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange } from "../../../tests/support/scenario";
import { handleCronTick } from "../tick";

let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(() => deployment.close());

const hour = 3_600_000;

test.each([
  ["5 hours before its first round, by a clock that was ahead, is due now", 5, 0, null, false],
  ["5 hours for the round that comes after so long keeps its time", 5, 5, null, true],
  ["5 hours for the one that comes after five seconds is due now", 5, 1, null, false],
  ["29 hours for it, by a clock that was a day ahead, is due now", 29, 5, null, false],
  ["a day and a tenth for the last round keeps its time", 26.4, 9, null, true],
  ["two days for it is due now", 48, 9, null, false],
  ["5 hours for the first mailer keeps its time", 5, 0, "no_mailer", true],
])("what waits %s", async (_, hours, round, reason, keeps) => {
  const ahead = hours * hour;
  const page = await arrange(deployment, aPage());
  const { now } = deployment.clock;
  const { d1 } = deployment.ctx();
  await d1
    .prepare(`INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before,
      round, reason, expires_at, created_at)
      VALUES ('n', ?1, 'incident_update', 'i', 1, 'subscribers', '{}', 1, ?2, ?2, ?3, ?4, ?5, ?6)`)
    .bind(page.id, now + ahead, round, reason, now + 72 * hour, now)
    .run();
  await handleCronTick(deployment.ctx(), now);
  const row = await d1.prepare("SELECT due_at FROM notice WHERE id = 'n'").first<{ due_at: number | null }>();
  expect(row?.due_at === now + ahead).toBe(keeps);
});
