import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read } from "~/db/read";
import { delivery, incident, incidentUpdate } from "~/db/schema";
import { settle } from "~/engines/settling/settle";
import type { Ctx } from "~/platform/ctx";
import { openIncident } from "~/usecases/incidents/open";
import { postUpdate } from "~/usecases/incidents/post-update";
import { openDeployment, type TestDeployment } from "./support/database";
import { good } from "./support/desk";
import { asOwner } from "./support/every-fault";
import { group, post } from "./support/ingest";
import { makePage, type TestPage } from "./support/page";
import { timelineFaults } from "./support/timeline";

/** Everybody writes about one page at once: nobody is sent away because somebody else was quicker. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

const people = 50;
const deliveries = 100;

const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** As on one machine, which meters no statements: how often somebody decides again is bounded by time alone. */
function somebody(page: TestPage): Ctx {
  const ctx = { ...asOwner(deployment.ctx(), page), sleep };
  ctx.meter.statements = -1000;
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
  const page = await makePage(deployment, { slug: "crowd", components: 12 });
  const ids: string[] = [];
  for (let index = 0; index < people; index++) ids.push(await opened(page, index));
  deployment.clock.now += 60_000;
  const updates = ids.map((id, index) =>
    postUpdate(somebody(page), {
      ...{ pageId: page.id, id, version: 0, body: `News ${index}.`, notify: false },
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
  await settle(deployment.ctx(), page.id);
  const ctx = deployment.ctx();
  const [incidents, words, delivered] = await read(
    ctx,
    ctx.db.select().from(incident).where(eq(incident.pageId, page.id)),
    ctx.db.select().from(incidentUpdate).where(eq(incidentUpdate.pageId, page.id)),
    ctx.db.select().from(delivery).where(eq(delivery.sourceId, page.sourceId)),
  );
  expect(words.filter((each) => each.body.startsWith("News")).length).toBe(people);
  expect(incidents.filter((each) => each.closed).length).toBe(people / 10);
  expect(delivered.length).toBe(deliveries);
  expect(await timelineFaults(deployment, page.id)).toEqual([]);
});
