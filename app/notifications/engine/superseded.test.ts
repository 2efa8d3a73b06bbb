import { expect, test } from "vitest";
import { addressOf, arrange, someSubscribers } from "../../../tests/support/scenario";
import { execute, noticesOf, open, subscribersOf, toldForEach, update } from "../../../tests/support/told";

const { told, later } = toldForEach();

/**
 * Stores this many earlier updates of an incident, a day old, whose retries wait, each for the second of two
 * subscribers.
 */
async function underWay(incidentId: string, count: number): Promise<void> {
  const at = told.deployment.clock.now - 86_400_000;
  const numbers = "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)";
  await execute(
    told,
    `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at,
        created_at, expanded_at, round, cursor, recipients, sent, failed)
      ${numbers} SELECT 'earlier-' || n, ?3, 'incident_update', ?1, 1000 + n, 'subscribers', '{}', 1, ?4 + 172800000,
        ?4 + 172800000, ?4 + 259200000, ?4 + n, ?4 + n, 1, '', 2, 1, 1 FROM c`,
    incidentId,
    count,
    told.pageId,
    at,
  );
  await execute(
    told,
    `INSERT INTO batch (notice_id, round, number, recipients, done, failed, done_at)
      ${numbers} SELECT 'earlier-' || n, 0, 0, ?1, 3, 2, ?3 FROM c`,
    JSON.stringify(["sub000000", "sub000001"]),
    count,
    at,
  );
}

test.each([2, 500])("an update ends the retries of %i earlier ones of its incident, and leaves", async (count) => {
  await arrange(told.deployment, someSubscribers(told.pageId, 2));
  const id = await open(told);
  await told.sendAll();
  await underWay(id, count);
  later(6 * 60_000);
  await update(told, id, "We know what it is.");
  await told.sendAll();
  expect(told.received().get(addressOf(0))).toBe(2);
  const outcomes = (await noticesOf(told)).map(({ outcome }) => outcome);
  expect(outcomes.filter((each) => each === "superseded")).toHaveLength(count);
  expect(outcomes.filter((each) => each === null)).toEqual([]);
  const [well, ill] = await subscribersOf(told);
  expect(well).toMatchObject({ state: "active", failures: 0 });
  expect([ill?.state, ill?.failures]).toEqual(count < 10 ? ["active", 0] : ["quarantined", count]);
});
