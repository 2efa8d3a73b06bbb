import { afterEach, beforeEach, expect, test } from "vitest";
import { handleIngestRequest } from "~/alerts/api/ingest";
import { rowsPerPurgePortion } from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../support/database";
import { group, rowsOf, type TestAlert } from "../support/ingest";
import { purgeAll, purgeOnce } from "../support/purged";
import { aPage, arrange, type TestSource } from "../support/scenario";

/** A tool goes on telling what we have long forgotten: what was purged is new once more, and no delivery fails. */
let deployment: TestDeployment;
let source: TestSource;
beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  const page = await arrange(deployment, aPage({ settings: {} }));
  source = { id: page.sourceId, pageId: page.id, token: page.token };
});
afterEach(async () => {
  await deployment.settled();
  await deployment.close();
});

const minute = 60_000;
const day = 24 * 60 * minute;

async function deliver(...alerts: TestAlert[]): Promise<number> {
  const request = new Request(`http://localhost:8787/ingest/${source.token}`, {
    method: "POST",
    body: JSON.stringify(group(alerts)),
    headers: { "content-type": "application/json" },
  });
  const { status } = await handleIngestRequest(request, deployment.ctx());
  await deployment.settled();
  return status;
}

/** As ticks do it once all rests are over. */
async function purgedAfter(days: number): Promise<void> {
  deployment.clock.now += days * day;
  await purgeAll(() => deployment.ctx(), deployment.clock.now);
}

async function known() {
  const { alerts, episodes } = await rowsOf(deployment.ctx(), source);
  return { states: alerts.map(({ state }) => state), starts: episodes.map(({ startedAt }) => startedAt) };
}

const told = () => {
  const startsAt = deployment.clock.now - 2 * minute;
  const firing = { key: "disk", startsAt };
  return { startsAt, firing, ended: { ...firing, status: "resolved", endsAt: startsAt + minute } };
};

test("the recovery of something unknown comes again after it was purged, and then its firing", async () => {
  const { startsAt, firing, ended } = told();
  expect(await deliver(ended)).toBe(202);
  await purgedAfter(3);
  expect(await known()).toEqual({ states: [], starts: [] });
  expect(await deliver(ended)).toBe(202);
  await purgedAfter(3);
  expect(await deliver(firing)).toBe(202);
  expect(await known()).toEqual({ states: ["firing"], starts: [startsAt] });
});

test("an alert that was over for 90 days fires again as of the same start", async () => {
  const { startsAt, firing, ended } = told();
  expect([await deliver(firing), await deliver(ended)]).toEqual([202, 202]);
  await purgedAfter(91);
  expect(await known()).toEqual({ states: [], starts: [] });
  expect([await deliver(firing), await deliver(ended), await deliver(ended)]).toEqual([202, 202, 202]);
  expect(await known()).toEqual({ states: ["resolved"], starts: [startsAt] });
});

test("while half of its episodes are gone, a start that is gone and one that is there may both come again", async () => {
  const { startsAt, firing, ended } = told();
  expect([await deliver(firing), await deliver(ended)]).toEqual([202, 202]);
  const older = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowsPerPurgePortion})
    INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at, ended_at)
    SELECT id, started_at - i, page_id, started_at - i, 1, started_at FROM alert, n`;
  await runBatch(deployment.ctx(), [{ sql: older, params: [] }]);
  deployment.clock.now += 91 * day;
  for (let left = rowsPerPurgePortion + 1; left > 1; left = (await known()).starts.length) {
    await purgeOnce(deployment.ctx(), deployment.clock.now, 14);
  }
  expect(await known()).toEqual({ states: ["resolved"], starts: [startsAt] });
  for (const start of [startsAt - rowsPerPurgePortion, startsAt]) {
    expect(await deliver({ ...firing, startsAt: start })).toBe(202);
    expect(await deliver({ ...ended, startsAt: start })).toBe(202);
  }
});
