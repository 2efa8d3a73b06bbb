import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { channelDeliveryTable, noticeTable } from "~/db/schema";
import { muteNotifications, unmuteNotifications } from "~/mutes/verbs";
import { type AlertStage, minute, openAlertStage, type Reach } from "../support/alert-stage";
import { good } from "../support/desk";
import { execute } from "../support/told";

/** A mute that begins after the news was decided and before it left delays it: nothing else would tell it. */
let stage: AlertStage;
const open = async (reach?: Reach) => {
  stage = await openAlertStage(3, reach);
  const [a = ""] = stage.page.components;
  await stage.ruled("draft", [a], { mode: "draft", status: "degraded_performance", holdSeconds: 0 });
  await execute(stage.told, "DELETE FROM rule WHERE id = ?1", stage.page.ruleId);
};
beforeEach(() => open());
afterEach(() => stage.close());

const clock = () => stage.told.deployment.clock;
const ann = () => stage.mailsTo("ann@example.com").length;
const types = () => stage.heard().map(({ type }) => type);
const subject = () => ({ kind: "page" as const, id: stage.page.id });
const muteFor = (minutes: number) =>
  good(muteNotifications(stage.as("responder"), { pageId: stage.page.id, subject: subject(), minutes }));
const noticesLeft = async () => {
  const ctx = stage.told.deployment.ctx();
  const [all] = await readBatch(ctx, ctx.db.select().from(noticeTable));
  return all.filter(({ outcome, audience }) => outcome === null && audience === "team");
};
const deliveries = async () => {
  const ctx = stage.told.deployment.ctx();
  return (await readBatch(ctx, ctx.db.select().from(channelDeliveryTable)))[0];
};
/** The news is decided, and nobody has sent it yet. */
const decidedThenMuted = async (job: string, minutes: number) => {
  await stage.fire("Down", { job, severity: "critical" });
  if (job === "nothing") {
    clock().now += 20_000;
    await handleCronTick(stage.told.deployment.ctx(), clock().now);
  }
  expect(await noticesLeft()).not.toEqual([]);
  expect(types()).toEqual([]);
  await muteFor(minutes);
};

test.each([
  ["draft", "draft_opened"],
  ["nothing", "unassigned"],
])("what %s tells waits until the mute ends, and is told by mail and channel", async (job, type) => {
  await decidedThenMuted(job, 90);
  await stage.pass(80);
  expect([types(), ann()]).toEqual([[], 0]);
  await stage.pass(12);
  expect([types(), ann()]).toEqual([[type], 1]);
});

test("a mute that is taken back lets it go at once", async () => {
  await decidedThenMuted("draft", 600);
  await stage.pass(3);
  expect(types()).toEqual([]);
  await good(unmuteNotifications(stage.as("responder"), { pageId: stage.page.id, subject: subject() }));
  await stage.pass(2);
  expect([types(), ann()]).toEqual([["draft_opened"], 1]);
});

test("what is over by then is told nobody", async () => {
  await decidedThenMuted("nothing", 10);
  await stage.pass(3);
  await stage.recover("Down");
  await stage.pass(10);
  expect([types(), ann(), await noticesLeft()]).toEqual([[], 0, []]);
});

test("it is of use for a day after the mute, and is seldom looked at meanwhile", async () => {
  await decidedThenMuted("draft", 3 * 24 * 60);
  const until = clock().now + 3 * 24 * 60 * minute;
  await stage.pass(1);
  const [waiting] = await noticesLeft();
  expect(waiting).toMatchObject({ reason: "muted", expiresAt: until + 24 * 60 * minute });
  expect((waiting?.notBefore ?? 0) - clock().now).toBe(30 * minute);
  clock().now = until;
  await stage.pass(2);
  expect(types()).toContain("draft_opened");
});

test("a delivery that waited for the end of quiet hours waits for the mute that it finds there", async () => {
  await stage.close();
  await open({ mail: false, channel: { quietFrom: "11:00", quietUntil: "14:00" } });
  await stage.fire("Down", { job: "draft", severity: "critical" });
  await stage.pass(1);
  const [waiting] = await deliveries();
  const hour = waiting?.dueAt ?? 0;
  expect(hour).toBeGreaterThan(clock().now);
  clock().now = hour - minute;
  await muteFor(30);
  await stage.pass(28);
  expect(types()).toEqual([]);
  await stage.pass(3);
  expect(types()).toEqual(["draft_opened"]);
});

test("a delivery behind a mute that is taken back goes within a minute", async () => {
  await stage.close();
  await open({ mail: false, channel: { quietFrom: "11:00", quietUntil: "14:00" } });
  await stage.fire("Down", { job: "draft", severity: "critical" });
  await stage.pass(1);
  clock().now = ((await deliveries())[0]?.dueAt ?? 0) - minute;
  await muteFor(600);
  await stage.pass(3);
  await good(unmuteNotifications(stage.as("responder"), { pageId: stage.page.id, subject: subject() }));
  await stage.pass(1);
  expect(types()).toEqual(["draft_opened"]);
});
