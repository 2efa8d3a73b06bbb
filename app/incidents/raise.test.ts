import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settle } from "~/alerts/settling/engine/settle";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alert, incident, notice } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { good } from "../../tests/support/desk";
import { aPage, arrange, put, type TestPage } from "../../tests/support/scenario";
import { openIncident } from "./open";
import { postUpdate } from "./post-update";
import { raisableBy } from "./raisable";
import { raiseIncident } from "./raise";
import { readIncident } from "./read";

let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(() => deployment.close());

const responder = () => ({
  ...deployment.ctx({ kind: "person", id: "p", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "responder" as const },
});
const alertId = () => `${page.sourceId}.down`;

/** A person said that it is slow; then an alert says that it is down, and its rule has opened something. */
async function slowThenDown(mode: "draft" | "publish") {
  page = await arrange(deployment, aPage({ mode, holdSeconds: 0 }));
  const components = { [page.components[0] as string]: "degraded_performance" as const };
  const slow = { pageId: page.id, title: "A little slow", body: "We look.", components };
  const { id } = await good(openIncident(responder(), slow));
  deployment.clock.now += 60_000;
  const now = deployment.clock.now;
  const times = { startedAt: now, firstSeenAt: now, lastSeenAt: now };
  const own = {
    id: alertId(),
    pageId: page.id,
    sourceId: page.sourceId,
    key: "down",
    title: "Down",
    labels: {},
    flags: [],
  };
  await put(deployment, alert, [{ ...own, state: "firing", severity: "critical", ...times }]);
  await settled();
  return id;
}

async function settled() {
  await runBatch(deployment.ctx(), [{ sql: "UPDATE settle SET wanted = wanted + 1", params: [] }]);
  await settle(deployment.ctx({ kind: "machine", id: "test" }), page.id);
}

const asked = (id: string, version = 0) => ({
  pageId: page.id,
  id,
  alertId: alertId(),
  version,
  body: "It is worse.",
  notify: true,
});
const raisable = async () => good(raisableBy(responder(), { pageId: page.id, alertId: alertId() }));

async function stands() {
  const ctx = deployment.ctx();
  const [[own], incidents] = await read(
    ctx,
    ctx.db.select().from(alert).where(eq(alert.id, alertId())),
    ctx.db.select().from(incident),
  );
  return { own, open: incidents.filter((each) => !each.closed) };
}

test("an incident that says less is raised by one press: it says so, has the alert, and the draft is gone", async () => {
  const id = await slowThenDown("draft");
  expect((await stands()).open).toHaveLength(2);
  expect(await raisable()).toMatchObject([{ id, title: "A little slow", components: [{ status: "major_outage" }] }]);
  await good(raiseIncident(responder(), asked(id)));
  await settled();
  const { own, open } = await stands();
  expect([own?.incidentId, open.map((each) => each.id)]).toEqual([id, [id]]);
  const found = await good(readIncident(responder(), { pageId: page.id, id }));
  expect(found.incident).toMatchObject({
    impact: "critical",
    components: { [page.components[0] as string]: "major_outage" },
  });
  expect(found.updates[0]).toMatchObject({ body: "It is worse.", changes: [{ to: "major_outage" }] });
  const ctx = deployment.ctx();
  const [notices] = await read(ctx, ctx.db.select().from(notice).where(eq(notice.subjectId, id)));
  expect(notices.filter((each) => each.kind === "incident_update" && each.audience === "subscribers")).toHaveLength(2);
  expect(await raisable()).toEqual([]);
});

test("where visitors read of it already there is nothing to raise", async () => {
  await slowThenDown("publish");
  expect(await raisable()).toEqual([]);
});

test("twice is once; one that is over, or says as bad by now, refuses and changes nothing", async () => {
  const id = await slowThenDown("draft");
  const both = await Promise.all([raiseIncident(responder(), asked(id)), raiseIncident(responder(), asked(id))]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const again = await raiseIncident(responder(), asked(id, 1));
  expect(again.ok ? "done" : again.failure).toMatchObject({ name: "conflict", code: "not_possible_now" });
  await good(postUpdate(responder(), { pageId: page.id, id, version: 1, status: "resolved", body: "Over." }));
  const late = await raiseIncident(responder(), asked(id, 2));
  expect(late.ok ? "done" : late.failure).toMatchObject({ name: "conflict", code: "incident_closed" });
});

test("an alert that is over raises nothing, and a viewer may not", async () => {
  const id = await slowThenDown("draft");
  const viewer = { ...responder(), member: { pageId: page.id, role: "viewer" as const } };
  const no = await raiseIncident(viewer, asked(id));
  expect(no.ok ? "done" : no.failure.name).toBe("forbidden");
  await runBatch(deployment.ctx(), [{ sql: "UPDATE alert SET state = 'resolved'", params: [] }]);
  const late = await raiseIncident(responder(), asked(id));
  expect(late.ok ? "done" : late.failure).toMatchObject({ name: "conflict", code: "not_firing" });
});
