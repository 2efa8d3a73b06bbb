import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { retryDelivery } from "~/channels/retry-delivery";
import { pauseChannel, readChannel } from "~/channels/verbs";
import { dismissIncident } from "~/incidents/verbs";
import { failureOf, good } from "../../../tests/support/desk";
import { purgeAll } from "../../../tests/support/purged";
import {
  deliveriesOf,
  draftOpened,
  forgetTold,
  makeWebhook,
  openTeam,
  type Team,
} from "../../../tests/support/team-channels";
import { deliverToChannels } from "./deliver";
import { sendNotices } from "./send";

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
beforeEach(() => forgetTold(team));

const expand = () => sendNotices(team.deployment.ctx());
const deliver = () => deliverToChannels(team.deployment.ctx());
const paths = () => team.hook.received.map(({ path }) => path).sort();
const target = (id: string) => ({ pageId: team.pageId, id });

/** Lets time pass and sends what is due, until nothing happens within three days. */
async function days(): Promise<void> {
  for (let step = 0; step < 80; step++) {
    team.deployment.clock.now += 3600_000;
    await deliver();
  }
}

test("a notice goes to the channels that want it, by event and severity, and to no paused one", async () => {
  await makeWebhook(team, "wants");
  await makeWebhook(team, "other-event", { events: ["alert_fired"] });
  await makeWebhook(team, "severe", { minimumSeverity: "error" });
  await makeWebhook(team, "too-severe", { minimumSeverity: "critical" });
  const paused = await makeWebhook(team, "paused");
  await good(pauseChannel(team.as("admin"), target(paused.id)));
  const { noticeId } = await draftOpened(team);
  await expand();
  await deliver();
  expect(paths()).toEqual(["/severe", "/wants"]);
  const [first] = team.hook.received;
  expect(JSON.parse(first?.body ?? "")).toMatchObject({
    type: "draft_opened",
    data: { title: "Draft: Orders are late" },
  });
  expect(first?.headers["webhook-id"]).toMatch(new RegExp(`^${noticeId}\\.`));
  await expand();
  await deliver();
  expect(paths()).toHaveLength(2);
});

test("what fails for now is tried ten times over three days under one id, then is dead, and can go again", async () => {
  const { id } = await makeWebhook(team, "busy");
  team.hook.answer(() => ({ status: 503, text: "busy" }));
  const { noticeId } = await draftOpened(team);
  await expand();
  await deliver();
  const [waiting] = await deliveriesOf(team, id);
  expect(waiting).toMatchObject({ state: "due", attempts: [{ status: 503, answer: "busy" }] });
  expect((waiting?.dueAt ?? 0) - team.deployment.clock.now).toBeGreaterThanOrEqual(5000);
  await deliver();
  expect(team.hook.received).toHaveLength(1);
  await days();
  await days();
  const ids = team.hook.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([10, 1]);
  expect((await deliveriesOf(team, id))[0]).toMatchObject({ state: "dead", dueAt: null });
  team.hook.answer(() => ({ status: 200 }));
  const again = { pageId: team.pageId, channelId: id, id: noticeId };
  expect(await failureOf(retryDelivery(team.as("viewer"), again))).toMatchObject({ name: "forbidden" });
  await good(retryDelivery(team.as("admin"), again));
  await team.deployment.settled();
  await deliver();
  const [sent] = await deliveriesOf(team, id);
  expect([sent?.state, sent?.attempts.length, sent?.attempts.at(-1)?.status]).toEqual(["sent", 11, 200]);
  expect(await failureOf(retryDelivery(team.as("admin"), again))).toMatchObject({ code: "not_failed" });
});

test("Retry-After is obeyed; a refusal is not tried again", async () => {
  const later = await makeWebhook(team, "later");
  const never = await makeWebhook(team, "never");
  team.hook.answer(({ path }) =>
    path === "/later" ? { status: 429, headers: { "retry-after": "1800" } } : { status: 404, text: "who?" },
  );
  await draftOpened(team);
  await expand();
  await deliver();
  const [[waiting], [refused]] = [await deliveriesOf(team, later.id), await deliveriesOf(team, never.id)];
  expect(waiting?.dueAt).toBe(team.deployment.clock.now + 1_800_000);
  expect(refused).toMatchObject({ state: "dead", attempts: [{ status: 404, answer: "who?" }] });
});

test("a channel whose other end is gone is switched off, with the reason", async () => {
  const { id } = await makeWebhook(team, "gone");
  team.hook.answer(() => ({ status: 410 }));
  await draftOpened(team);
  await expand();
  await deliver();
  const { channel } = await good(readChannel(team.as("viewer"), target(id)));
  expect(channel.disabledAt).toBe(team.deployment.clock.now);
  expect(channel.disabledReason).toContain("410");
  await draftOpened(team);
  await expand();
  await deliver();
  expect(team.hook.received).toHaveLength(1);
});

test("nothing is told any more of a draft that was dismissed meanwhile", async () => {
  const { id } = await makeWebhook(team, "late");
  const { incidentId } = await draftOpened(team);
  await expand();
  team.deployment.clock.now += 1000;
  await good(dismissIncident(team.as("responder"), { pageId: team.pageId, id: incidentId, reason: "Noise" } as never));
  await team.deployment.settled();
  await deliver();
  expect(team.hook.received).toEqual([]);
  expect((await deliveriesOf(team, id))[0]).toMatchObject({ state: "dead", attempts: [] });
});

test("a slow target delays no other, and many senders at once tell everybody once", async () => {
  const slow = await makeWebhook(team, "slow");
  for (let n = 1; n < 14; n++) await makeWebhook(team, `hook-${n}`);
  const othersAreTold = Promise.withResolvers<void>();
  const told = new Set<string>();
  team.hook.answer(({ path }) => {
    if (path === "/slow") return { status: 200, until: othersAreTold.promise };
    if (told.add(path).size === 13) othersAreTold.resolve();
    return { status: 200 };
  });
  await draftOpened(team);
  await expand();
  await Promise.all([deliver(), deliver(), deliver(), deliver()]);
  while ((await deliver()).left);
  expect(await deliveriesOf(team, slow.id)).toMatchObject([{ state: "sent", attempts: [{ status: 200 }] }]);
  expect(new Set(paths()).size).toBe(14);
  expect(paths()).toHaveLength(14);
});

test("what was told is kept for 30 days, what is on its way for as long as it takes", async () => {
  const told = await makeWebhook(team, "told");
  const busy = await makeWebhook(team, "busy");
  team.hook.answer(({ path }) => ({ status: path === "/busy" ? 503 : 200 }));
  await draftOpened(team);
  await expand();
  await deliver();
  const { now } = team.deployment.clock;
  await purgeAll(() => team.deployment.ctx(), now + 29 * 86_400_000);
  expect(await deliveriesOf(team, told.id)).toHaveLength(1);
  await purgeAll(() => team.deployment.ctx(), now + 31 * 86_400_000);
  expect([await deliveriesOf(team, told.id), (await deliveriesOf(team, busy.id)).length]).toEqual([[], 1]);
});

test("an invocation stays within its budget", async () => {
  for (let n = 0; n < 12; n++) await makeWebhook(team, `many-${n}`);
  await draftOpened(team);
  await expand();
  const ctx = team.deployment.ctx();
  expect(await deliverToChannels(ctx)).toEqual({ left: true });
  expect(ctx.meter.statements + ctx.meter.subrequests).toBeLessThan(40);
  console.log(
    `${team.hook.received.length} channels told: ${ctx.meter.statements} statements, ${ctx.meter.subrequests} calls`,
  );
});
