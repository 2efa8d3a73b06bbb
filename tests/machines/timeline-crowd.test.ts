import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { commitPlan } from "~/commit/commit";
import { setComponentStatus } from "~/components/set-status";
import { readBatch } from "~/db/read";
import { deliveryTable, incidentTable, incidentUpdateTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { updatePage } from "~/pages/update";
import type { Ctx } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";
import { LostRaceError } from "~/platform/trouble";
import {
  holdTimelineStatement,
  takeTimelineVersionStatement,
  timelineStateOf,
  timelineStateOfPageQuery,
} from "~/status-page/timeline/queries/status-change";
import { type Binding, openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { asOwner } from "../support/every-fault";
import { group, post } from "../support/ingest";
import { aPage, arrange, type TestPage } from "../support/scenario";
import { overtaken, timelineFaults } from "../support/timeline";

/** Everybody writes about one page at once: nobody is sent away because somebody else was quicker. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

const people = 50;
const deliveries = 100;

const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** What the door has asked of the database before a person's action begins: who it is, and what they may. */
const door = 4;

/** In an invocation of the Free plan. */
function somebody(page: TestPage, binding?: Binding): Ctx {
  const ctx = { ...asOwner(deployment.ctx(undefined, binding), page), sleep };
  ctx.meter.statements = door;
  return ctx;
}

const componentOf = (page: TestPage, index: number) => page.components[index % page.components.length] as string;

async function opened(page: TestPage, index: number): Promise<string> {
  const components = { [componentOf(page, index)]: "partial_outage" as const };
  const words = { pageId: page.id, title: `Incident ${index}`, body: "We look.", notify: false };
  return (await good(openIncident(asOwner(deployment.ctx(), page), { ...words, components }))).id;
}

/** Most only say something; each tenth resolves, each tenth makes it worse. */
function said(page: TestPage, index: number) {
  if (index % 10 === 3) return { status: "resolved" as const };
  if (index % 10 === 7) return { components: { [componentOf(page, index)]: "major_outage" as const } };
  return { status: "identified" as const };
}

test("50 people on 50 incidents of one page during 100 deliveries: all are in", async () => {
  const page = await arrange(deployment, aPage({ slug: "crowd", components: 12 }));
  const ids: string[] = [];
  for (let index = 0; index < people; index++) ids.push(await opened(page, index));
  deployment.clock.now += 60_000;
  const updates = ids.map((id, index) =>
    postIncidentUpdate(somebody(page), {
      pageId: page.id,
      id,
      version: 0,
      body: `News ${index}.`,
      notify: false,
      ...said(page, index),
    }),
  );
  const accepted = Array.from({ length: deliveries }, async (_, index) => {
    await sleep(index * 5);
    return post({ ...deployment.ctx(), sleep }, page, group([{ key: `k${index}`, startsAt: deployment.clock.now }]));
  });
  const [answers, taken] = await Promise.all([Promise.allSettled(updates), Promise.all(accepted)]);
  expect(answers.filter((each) => each.status === "rejected" || !each.value.ok)).toEqual([]);
  expect(taken.filter((each) => !each.ok)).toEqual([]);
  await deployment.settled();
  await settlePage(deployment.ctx(), page.id);
  const ctx = deployment.ctx();
  const [incidents, words, delivered] = await readBatch(
    ctx,
    ctx.db.select().from(incidentTable).where(eq(incidentTable.pageId, page.id)),
    ctx.db.select().from(incidentUpdateTable).where(eq(incidentUpdateTable.pageId, page.id)),
    ctx.db.select().from(deliveryTable).where(eq(deliveryTable.sourceId, page.sourceId)),
  );
  expect(words.filter((each) => each.body.startsWith("News")).length).toBe(people);
  expect(incidents.filter((each) => each.closed).length).toBe(people / 10);
  expect(delivered.length).toBe(deliveries);
  expect(await timelineFaults(deployment, page.id)).toEqual([]);
});

/** Takes a version of the page's timeline as soon as it can, and never twice for one who tries. */
async function takes(page: TestPage): Promise<void> {
  const ctx = deployment.ctx();
  const state = timelineStateOf((await readBatch(ctx, timelineStateOfPageQuery(ctx, page.id)))[0]);
  const plan = {
    id: ctx.id(),
    pageId: page.id,
    guards: [takeTimelineVersionStatement(ctx, page.id, state)],
    changes: [],
  };
  await commitPlan(ctx, plan).catch((error) => {
    if (!(error instanceof LostRaceError)) throw error;
  });
}

const alwaysOvertaken = (page: TestPage): Binding => ({
  database: overtaken(deployment.bindings.DB, () => takes(page), 100),
});

test("who is overtaken whenever that is possible loses one race, and is in within the Free plan's invocation", async () => {
  const page = await arrange(deployment, aPage({ slug: "overtaken", components: 3 }));
  const id = await opened(page, 0);
  const words = { pageId: page.id, id, version: 0, body: "News.", notify: true };
  const components = { [componentOf(page, 1)]: "major_outage" as const };
  await good(postIncidentUpdate(somebody(page, alwaysOvertaken(page)), { ...words, components }));
  await takes(page);
  expect(await timelineFaults(deployment, page.id)).toEqual([]);
});

/** Another invocation overtakes, holds the timeline for as long as is possible, and ends without a word. */
async function takesAndHolds(page: TestPage): Promise<void> {
  await takes(page);
  const other = deployment.ctx();
  const { sql, params } = holdTimelineStatement(page.id, other);
  await other.d1.batch([other.d1.prepare(sql).bind(...params)]);
}

test("who waits for a timeline that another holds keeps the statements of the next try", async () => {
  const page = await arrange(deployment, aPage({ slug: "held", components: 3 }));
  const id = await opened(page, 0);
  const database = overtaken(deployment.bindings.DB, () => takesAndHolds(page));
  const ctx: Ctx = {
    ...somebody(page, { database }),
    chance: () => 0.5,
    sleep: async (milliseconds) => {
      deployment.clock.now += Math.ceil(milliseconds);
    },
  };
  const words = { pageId: page.id, id, version: 0, body: "News.", notify: true };
  const components = { [componentOf(page, 1)]: "major_outage" as const };
  await good(postIncidentUpdate(ctx, { ...words, components }));
  expect(await timelineFaults(deployment, page.id)).toEqual([]);
});

test("where the invocation has no room for another try, the answer says that others were faster, and nothing is in", async () => {
  const page = await arrange(deployment, aPage({ slug: "full", components: 3 }));
  const id = await opened(page, 0);
  const ctx = somebody(page, alwaysOvertaken(page));
  ctx.meter.statements = 20;
  const update = { pageId: page.id, id, version: 0, body: "News.", notify: false, status: "resolved" as const };
  const thrown = await postIncidentUpdate(ctx, update).catch((error: unknown) => error);
  expect(failureOfError(thrown)).toEqual({ name: "overloaded", retryAfter: 2, code: "crowded" });
  await good(postIncidentUpdate(somebody(page), update));
});

/** Whoever writes of a page's timeline, each overtaken whenever that is possible. */
const writers: [string, (ctx: Ctx, page: TestPage) => Promise<{ ok: boolean }>][] = [
  [
    "what a person says of a component",
    (ctx, page) => {
      const status = "degraded_performance" as const;
      return setComponentStatus(ctx, { pageId: page.id, id: componentOf(page, 2), status, until: null });
    },
  ],
  [
    "a new incident",
    (ctx, page) => {
      const components = { [componentOf(page, 1)]: "major_outage" as const };
      return openIncident(ctx, { pageId: page.id, title: "New", body: "We look.", components, notify: true });
    },
  ],
  ["a page in another zone", (ctx, page) => updatePage(ctx, { pageId: page.id, timeZone: "Europe/Berlin" })],
];

test.each(writers)("%s loses one race at the most", async (name, write) => {
  const page = await arrange(
    deployment,
    aPage({ slug: `w${writers.findIndex(([each]) => each === name)}`, components: 3 }),
  );
  expect((await write(somebody(page, alwaysOvertaken(page)), page)).ok).toBe(true);
});
