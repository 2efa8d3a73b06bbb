import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { alertTable, maintenanceComponentTable, maintenanceTable } from "~/db/schema";
import { noon } from "../support/database";
import { type Flow, testEveryFault } from "../support/every-fault";
import { deploymentOfFile } from "../support/of-file";
import { type PageOptions, put, type TestPage } from "../support/scenario";
import { withoutPurge } from "../support/without-purge";

const deployment = deploymentOfFile();

const minute = 60_000;

async function fire(page: TestPage, key: string) {
  const times = {
    startedAt: deployment.clock.now,
    firstSeenAt: deployment.clock.now,
    lastSeenAt: deployment.clock.now,
  };
  await put(deployment, alertTable, [
    {
      id: `${page.sourceId}.${key}`,
      pageId: page.id,
      sourceId: page.sourceId,
      key,
      state: "firing",
      title: key,
      labels: {},
      flags: [],
      ...times,
    },
  ]);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);
}

async function recover(page: TestPage) {
  await runBatch(deployment.ctx(), [
    {
      sql: "UPDATE alert SET state = 'resolved', ended_at = ?2 WHERE page_id = ?1",
      params: [page.id, deployment.clock.now],
    },
    {
      sql: "UPDATE settle SET wanted = wanted + 1, recovered_at = ?2 WHERE page_id = ?1",
      params: [page.id, deployment.clock.now],
    },
  ]);
}

async function plan(page: TestPage, startsAt: number, endsAt: number) {
  const times = { createdAt: noon, updatedAt: noon };
  await put(deployment, maintenanceTable, [
    {
      id: `m-${page.id}`,
      pageId: page.id,
      title: "Move",
      status: "scheduled",
      startsAt,
      endsAt,
      dueAt: startsAt,
      ...times,
    },
  ]);
  await put(deployment, maintenanceComponentTable, [
    {
      maintenanceId: `m-${page.id}`,
      pageId: page.id,
      componentId: page.components[0] as string,
      status: "under_maintenance",
    },
  ]);
}

const settled = async () => {
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  await handleCronTick(deployment.ctx(), deployment.clock.now);
};

function flow(name: string, options: PageOptions, arrange: (page: TestPage) => Promise<void>): Flow {
  const arranged = async (page: TestPage) => {
    await arrange(page);
    await withoutPurge(deployment);
  };
  return { name, options, arrange: arranged, operate: (ctx) => handleCronTick(ctx, deployment.clock.now) };
}

const flows: Flow[] = [
  flow("tick: a first build", {}, async () => undefined),
  flow("tick: an alert moves its component", {}, (page) => fire(page, "one")),
  flow("tick: the hold is over, a draft opens", {}, async (page) => {
    await fire(page, "one");
    await settled();
    deployment.clock.now += 3 * minute;
  }),
  flow("tick: an incident is opened and published at once", { mode: "publish", holdSeconds: 0 }, (page) =>
    fire(page, "one"),
  ),
  flow(
    "tick: an incident resolves itself",
    { mode: "publish", holdSeconds: 0, resolveAfterSeconds: 0 },
    async (page) => {
      await fire(page, "one");
      await settled();
      await recover(page);
    },
  ),
  flow("tick: a draft is dismissed", { holdSeconds: 0, resolveAfterSeconds: 0 }, async (page) => {
    await fire(page, "one");
    await settled();
    await recover(page);
  }),
  flow("tick: maintenance starts", {}, async (page) => {
    await settled();
    await plan(page, noon - minute, noon + 600 * minute);
  }),
  flow("tick: maintenance was slept through", {}, async (page) => {
    await settled();
    await plan(page, noon - 10 * minute, noon - minute);
  }),
  flow("tick: a manual status ends", {}, async (page) => {
    await settled();
    await runBatch(deployment.ctx(), [
      {
        sql: "UPDATE component SET manual_status = 'partial_outage', manual_until = ?2 WHERE id = ?1",
        params: [page.components[1], noon - 1],
      },
    ]);
  }),
  flow("tick: midnight passes", {}, async (page) => {
    await settled();
    await plan(page, noon - 10 * minute, noon - minute);
    await settled();
    deployment.clock.now += 12 * 60 * minute;
  }),
];

testEveryFault("the clock's work", deployment, flows, { leastCalls: 2 });
