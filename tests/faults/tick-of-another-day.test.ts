import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { maintenanceTable, noticeTable } from "~/db/schema";
import { planMaintenance } from "~/maintenances/plan";
import { resetIsolate } from "~/platform/isolate";
import { readPublishedView } from "~/status-page/view-page";
import { good } from "../support/desk";
import { arrange, someSubscribers } from "../support/scenario";
import { setMailer } from "../support/smtp";
import { packedDay, timelineFaults } from "../support/timeline";
import { execute, noticesOf, open, openTold, type Told } from "../support/told";

/** One tick believes that it is another day: what it cannot take back it leaves to the next one. */
const minute = 60_000;
const hour = 60 * minute;
const midnight = Date.UTC(2026, 10, 20);
const morning = midnight + hour;

let told: Told;
beforeEach(async () => {
  told = await openTold({ mailer: false });
  told.deployment.bindings = { ...told.deployment.bindings, UPFRONT_PLAN: "own" };
  told.deployment.clock.now = morning;
  const { d1 } = told.deployment.ctx();
  await d1.prepare("UPDATE page SET open_day_at = ?1").bind(midnight).run();
});
afterEach(() => told.close());

async function tickAt(at: number): Promise<void> {
  told.deployment.clock.now = at;
  resetIsolate();
  await handleCronTick(told.deployment.ctx(), at);
  await told.deployment.settled();
}

async function minutesFrom(at: number, count = 3): Promise<void> {
  for (let passed = 0; passed < count; passed++) await tickAt(at + passed * minute);
}

async function shownAt(at: number): Promise<[maintenance: string | undefined, component: string | undefined]> {
  await minutesFrom(at);
  const ctx = told.deployment.ctx();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(maintenanceTable));
  const { snapshot } = await good(readPublishedView(ctx, { slug: told.slug }));
  return [row?.status, snapshot.components.find(({ id }) => id === told.components[0])?.status];
}

async function plan(startsAt: number, endsAt: number): Promise<void> {
  const components = { [told.components[0]]: "under_maintenance" as const };
  const chosen = { tellStart: true, tellEnd: true, tellPlanned: false, remindHour: false, remindDay: false };
  const words = { pageId: told.pageId, title: "Move", body: "We move.", components, ...chosen };
  await good(planMaintenance(told.as("responder"), { ...words, startsAt, endsAt }));
}

const [before, during, after] = [
  ["scheduled", "operational"],
  ["in_progress", "under_maintenance"],
  ["completed", "operational"],
];

test.each([0, 1, 3, 24, 365 * 24])("a tick that is %i hours ahead begins and ends no maintenance", async (ahead) => {
  await plan(midnight + 3 * hour, midnight + 7 * hour);
  await minutesFrom(morning);
  await tickAt(morning + 3 * minute + ahead * hour);
  expect(await shownAt(morning + 4 * minute)).toEqual(before);
  expect(await shownAt(midnight + 3 * hour + minute)).toEqual(during);
  expect(await shownAt(midnight + 7 * hour + minute)).toEqual(after);
  const kinds = (await noticesOf(told)).map(({ kind }) => kind).filter((kind) => kind.startsWith("maintenance"));
  expect(kinds).toEqual(["maintenance_in_progress", "maintenance_completed"]);
  await minutesFrom(midnight + 24 * hour + minute);
  const [, , , maintained] = await packedDay(told.deployment, told.components[0], "11-20");
  expect(maintained).toBe(4 * hour);
  expect(await timelineFaults(told.deployment, told.pageId)).toEqual([]);
});

test.each([25, 48, 365 * 24])(
  "a mail that waits for a mailer is not over for a tick that is %i hours ahead",
  async (ahead) => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    await minutesFrom(morning + minute);
    await tickAt(morning + 4 * minute + ahead * hour);
    await tickAt(morning + 5 * minute);
    await setMailer(told.deployment, told.smtp);
    await execute(told, "UPDATE notice SET not_before = ?1 WHERE reason = 'no_mailer'", told.deployment.clock.now);
    await minutesFrom(morning + 6 * minute, 12);
    expect([...told.received().values()]).toEqual([1]);
    const ctx = told.deployment.ctx();
    const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable));
    expect(rows.filter(({ outcome }) => outcome === "expired")).toEqual([]);
  },
);

test("after a real standstill everything is done a minute later, dated as planned", async () => {
  await plan(midnight + 3 * hour, midnight + 7 * hour);
  await minutesFrom(morning);
  expect(await shownAt(midnight + 9 * hour)).toEqual(after);
});

test("what is kept for a while only is not taken away for a tick that is a year ahead", async () => {
  const { d1 } = told.deployment.ctx();
  const insert =
    "INSERT INTO session (token_hash, id, person_id, created_at, last_seen_at, expires_at) VALUES ('h', 's', 'p', ?1, ?1, ?2)";
  await d1
    .prepare(insert)
    .bind(morning, morning + 24 * hour)
    .run();
  await minutesFrom(morning);
  await minutesFrom(morning + 365 * 24 * hour, 1);
  await minutesFrom(morning + 4 * minute);
  const { results } = await d1.prepare("SELECT id FROM session").all();
  expect(results).toHaveLength(1);
});
