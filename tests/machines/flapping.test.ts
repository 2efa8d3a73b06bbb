import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listAlerts } from "~/alerts/list";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertTable, episodeTable, incidentTable, noticeTable, settleTable, statusChangeTable } from "~/db/schema";
import { readTeamMessage } from "~/notifications/letters/engine/team-message";
import { openDeployment, type TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { aPage, arrange, type TestPage } from "../support/scenario";

/** An alert that keeps turning is held firing, says so, and ends by calm: a row with a time to come, which the tick keeps. */
const minute = 60_000;
let deployment: TestDeployment;
let page: TestPage;

beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0, resolveAfterSeconds: 0 }));
  const sql = `INSERT INTO channel (id, page_id, kind, name, settings_sealed, events, created_at, updated_at)
    VALUES ('team', ?1, 'webhook', 'Team', '', '["alert_fired", "alert_recovered"]', 1, 1)`;
  await runBatch(deployment.ctx(), [{ sql, params: [page.id] }]);
});
afterEach(async () => {
  await deployment.settled();
  await deployment.close();
});

async function says(status: "firing" | "resolved", startsAt: number): Promise<void> {
  const { now } = deployment.clock;
  const ended = status === "resolved" ? { endsAt: now } : {};
  const answer = await post(deployment.ctx(), page, group([{ key: "k", status, startsAt, ...ended }]));
  expect(answer.ok).toBe(true);
  await deployment.settled();
}

const rows = async <
  T extends typeof alertTable | typeof episodeTable | typeof incidentTable | typeof noticeTable | typeof settleTable,
>(
  of: T,
) => {
  const { db, ...ctx } = deployment.ctx();
  return (await readBatch({ ...ctx, db }, db.select().from(of as typeof alertTable)))[0] as T["$inferSelect"][];
};

const observed = async () => {
  const { db, ...ctx } = deployment.ctx();
  const own = eq(statusChangeTable.layer, "observed");
  const [found] = await readBatch(
    { ...ctx, db },
    db.select().from(statusChangeTable).where(own).orderBy(statusChangeTable.at),
  );
  return found.map(({ toStatus, at }) => [toStatus, at]);
};

/** New, then five turns a minute apart; the last is a recovery. */
async function flap(): Promise<number> {
  let start = 0;
  for (let turn = 0; turn < 6; turn++) {
    deployment.clock.now += minute;
    if (turn % 2 === 0) start = deployment.clock.now;
    await says(turn % 2 === 0 ? "firing" : "resolved", start);
  }
  return deployment.clock.now;
}

const pass = async (milliseconds: number) => {
  deployment.clock.now += milliseconds;
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
};

test("is held firing: one incident, a red component, one message that says so; by calm it recovers when it truly did", async () => {
  const recovered = await flap();
  const [held] = await rows(alertTable);
  expect(held).toMatchObject({ state: "firing", heldEnd: recovered, flappingSince: recovered - minute });
  expect((await observed()).at(-1)?.[0]).toBe("major_outage");
  // That it was reopened is told first.
  for (let ticks = 0; ticks < 4; ticks++) await pass(minute);
  expect((await rows(settleTable))[0]?.dueAt).toBe(recovered + 30 * minute);
  const listed = await listAlerts(
    {
      ...deployment.ctx({ kind: "person", id: "p", operator: false, sessionId: "s" }),
      member: { pageId: page.id, role: "viewer" },
    },
    { pageId: page.id },
  );
  expect(listed.ok && listed.value.alerts[0]?.flappingSince).toBe(recovered - minute);
  const fired = (await rows(noticeTable)).filter(({ kind }) => kind === "alert_fired").at(-1);
  const told = fired && (await readTeamMessage(deployment.ctx(), fired as never));
  expect(told?.message.title).toBe("Flapping: k is down");
  expect(told?.message.text).toContain("30 min");

  await pass(25 * minute);
  expect((await rows(alertTable))[0]?.state).toBe("firing");
  for (let ticks = 0; ticks < 3; ticks++) await pass(minute);
  const [over] = await rows(alertTable);
  expect(over).toMatchObject({ state: "resolved", endedAt: recovered, heldEnd: null, flappingSince: null });
  expect((await observed()).at(-1)).toEqual(["operational", recovered]);
  expect((await rows(episodeTable)).every(({ endedAt }) => endedAt !== null)).toBe(true);
  await pass(minute);
  expect((await rows(incidentTable)).every(({ closed }) => closed)).toBe(true);
  const last = (await rows(noticeTable)).filter(({ kind }) => kind === "alert_recovered").at(-1);
  expect(last?.createdAt).toBeGreaterThanOrEqual(recovered + 30 * minute);
});

test("a firing in the very minute of its calm is not lost: it fires on", async () => {
  const recovered = await flap();
  deployment.clock.now = recovered + 31 * minute;
  await Promise.all([says("firing", deployment.clock.now), handleCronTick(deployment.ctx(), deployment.clock.now)]);
  await deployment.settled();
  await pass(1000);
  expect((await rows(alertTable))[0]).toMatchObject({ state: "firing", heldEnd: null });
  expect((await observed()).at(-1)?.[0]).toBe("major_outage");
});
