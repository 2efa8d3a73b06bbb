import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { monitorTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { aMonitor, watch } from "../../tests/support/monitors";
import { bulkChangeMonitors } from "./bulk";
import { readPlanUsage } from "./carry";
import { checkMonitorNow } from "./check-now";
import { readMonitorClone } from "./clone-of";
import { createMonitor } from "./create";
import { readEvidenceOfExistingMonitor } from "./evidence";
import { readMonitor } from "./read";
import { readMonitorResults } from "./results";
import { updateMonitor } from "./update";
import { deleteMonitor, listMonitors, pauseMonitor, resumeMonitor } from "./verbs";

let desk: Desk;
let id: string;
/** A deployment on the Free plan without Durable Objects: ten checks a minute. */
beforeAll(async () => {
  desk = await openDesk();
  id = await watch(desk, { interval: 60 });
});
afterAll(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const reads: [string, (ctx: Ctx) => unknown][] = [
  ["list", (ctx) => listMonitors(ctx, { pageId: desk.pageId })],
  ["read", (ctx) => readMonitor(ctx, { pageId: desk.pageId, id })],
  ["evidence", (ctx) => readEvidenceOfExistingMonitor(ctx, { pageId: desk.pageId, id })],
  ["results", (ctx) => readMonitorResults(ctx, { pageId: desk.pageId, id, range: "day" })],
];
const admins: [string, (ctx: Ctx) => unknown][] = [
  ["create", (ctx) => createMonitor(ctx, aMonitor(desk))],
  ["update", (ctx) => updateMonitor(ctx, { pageId: desk.pageId, id, name: "x" })],
  ["pause", (ctx) => pauseMonitor(ctx, { pageId: desk.pageId, id })],
  ["resume", (ctx) => resumeMonitor(ctx, { pageId: desk.pageId, id })],
  ["delete", (ctx) => deleteMonitor(ctx, { pageId: desk.pageId, id })],
  ["bulk", (ctx) => bulkChangeMonitors(ctx, { pageId: desk.pageId, ids: [id], action: "pause" })],
  ["clone", (ctx) => readMonitorClone(ctx, { pageId: desk.pageId, id })],
];

test.each([...reads, ...admins])("%s is nothing for a stranger or a visitor", async (_, act) => {
  expect(await failureOf(act(desk.as(null)) as never)).toMatchObject({ name: "missing" });
  expect(await failureOf(act(desk.deployment.ctx()) as never)).toMatchObject({ name: "unauthenticated" });
});

test.each(reads)("%s is for viewers", async (_, act) => {
  await good(act(desk.as("viewer")) as never);
});

test.each(admins)("%s is not for responders, nor for a token that only reads", async (_, act) => {
  const before = await readBatch(desk.owner(), desk.owner().db.select().from(monitorTable));
  expect(await failureOf(act(desk.as("responder")) as never)).toMatchObject({ name: "forbidden" });
  const actor = { kind: "token" as const, id: "t", personId: "founder", operator: false, readOnly: true };
  const token = { ...desk.owner(), actor: actor as never };
  expect(await failureOf(act(token) as never)).toMatchObject({ name: "forbidden", code: "read_only_token" });
  expect(await readBatch(desk.owner(), desk.owner().db.select().from(monitorTable))).toEqual(before);
});

test("a check of now is for responders, as acknowledging is", async () => {
  expect(await failureOf(checkMonitorNow(desk.as("viewer"), { pageId: desk.pageId, id }))).toMatchObject({
    name: "forbidden",
  });
  await good(checkMonitorNow(desk.as("responder"), { pageId: desk.pageId, id }));
});

/** Tests the permissions of roles for monitors, and the deployment's limit of checks. */
test("one more than the plan carries is refused with its ceiling and what fits, however it would come to run", async () => {
  const ctx = () => desk.as("admin");
  const ids = [];
  for (let count = 0; count < 9; count++) ids.push(await watch(desk, { interval: 1 }));
  const refused = async (act: Promise<unknown>, field = "interval") => {
    const failure = await failureOf(act as never);
    expect(failure).toMatchObject({
      name: "invalid",
      code: "over_plan_budget",
      fields: { [field]: expect.stringMatching(/^plan\.\w+\{"ceiling":10/) },
    });
    return failure as unknown as { fields: { interval: string } };
  };
  const over = await refused(createMonitor(ctx(), aMonitor(desk, { interval: 1 })));
  expect(over.fields.interval).toContain('"interval":2');
  const spare = await watch(desk, { interval: 2 });
  const other = await openDesk(desk.deployment, "other");
  await refused(createMonitor(other.as("admin"), aMonitor(other, { interval: 1, components: {} })));
  await refused(updateMonitor(ctx(), { pageId: desk.pageId, id: spare, interval: 1 }));
  await good(pauseMonitor(ctx(), { pageId: desk.pageId, id: ids[0] ?? "" }));
  await good(updateMonitor(ctx(), { pageId: desk.pageId, id: spare, interval: 1 }));
  await refused(resumeMonitor(ctx(), { pageId: desk.pageId, id: ids[0] ?? "" }));
  await refused(
    bulkChangeMonitors(ctx(), { pageId: desk.pageId, ids: [ids[0] ?? "", spare], action: "resume" }),
    "value",
  );
  const slow = await watch(desk, { interval: 60 });
  await refused(
    bulkChangeMonitors(ctx(), { pageId: desk.pageId, ids: [id, slow], action: "set_interval", value: "1" }),
    "value",
  );
  expect(await readPlanUsage(ctx())).toMatchObject({ plan: "free", ceiling: 10, used: 9 + 2 / 60 });
  await good(bulkChangeMonitors(ctx(), { pageId: desk.pageId, ids, action: "set_interval", value: "5" }));
  await good(resumeMonitor(ctx(), { pageId: desk.pageId, id: ids[0] ?? "" }));
});

test("two at once for the last place in the plan: one gets it", async () => {
  const load = await readPlanUsage(desk.owner());
  const fill = Math.floor(load.free) - 1;
  for (let count = 0; count < fill; count++) await watch(desk, { interval: 1 });
  const answers = await Promise.all(
    [1, 2, 3].map(() => createMonitor(desk.as("admin"), aMonitor(desk, { interval: 1 }))),
  );
  const { used, ceiling } = await readPlanUsage(desk.owner());
  expect(answers.filter((each) => !each.ok).length).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(ceiling);
});
