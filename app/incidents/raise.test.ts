import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertTable, incidentTable, noticeTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { good } from "../../tests/support/desk";
import { aPage, aRule, arrange, aSource, put, type TestPage } from "../../tests/support/scenario";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { listUnderstatedIncidents } from "./raisable";
import { raiseIncidentImpact } from "./raise";
import { readIncident } from "./read";
import { publishIncident } from "./verbs";

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

/**
 * A person reported that a component is slow; then an alert reports that it is down, and its rule has opened an
 * incident.
 */
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
  await put(deployment, alertTable, [{ ...own, state: "firing", severity: "critical", ...times }]);
  await settled();
  return id;
}

async function settled() {
  await runBatch(deployment.ctx(), [{ sql: "UPDATE settle SET wanted = wanted + 1", params: [] }]);
  await settlePage(deployment.ctx({ kind: "machine", id: "test" }), page.id);
}

const asked = (id: string, version = 0) => ({
  pageId: page.id,
  id,
  alertId: alertId(),
  version,
  body: "It is worse.",
  notify: true,
});
const raisable = async () => good(listUnderstatedIncidents(responder(), { pageId: page.id, alertId: alertId() }));

async function stands() {
  const ctx = deployment.ctx();
  const [[own], incidents] = await readBatch(
    ctx,
    ctx.db.select().from(alertTable).where(eq(alertTable.id, alertId())),
    ctx.db.select().from(incidentTable),
  );
  return { own, open: incidents.filter((each) => !each.closed) };
}

test("an incident that says less is raised by one press: it says so, has the alert, and the draft is gone", async () => {
  const id = await slowThenDown("draft");
  expect((await stands()).open).toHaveLength(2);
  expect(await raisable()).toMatchObject([{ id, title: "A little slow", components: [{ status: "major_outage" }] }]);
  await good(raiseIncidentImpact(responder(), asked(id)));
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
  const [notices] = await readBatch(ctx, ctx.db.select().from(noticeTable).where(eq(noticeTable.subjectId, id)));
  expect(notices.filter((each) => each.kind === "incident_update" && each.audience === "subscribers")).toHaveLength(2);
  const [ended] = await readBatch(
    ctx,
    ctx.db.select().from(noticeTable).where(eq(noticeTable.kind, "draft_dismissed")),
  );
  expect(ended.map(({ subjectId }) => subjectId === id)).toEqual([false]);
  expect(await raisable()).toEqual([]);
});

test("where visitors read of it already there is nothing to raise", async () => {
  await slowThenDown("publish");
  expect(await raisable()).toEqual([]);
});

test("twice is once; one that is over, or says as bad by now, refuses and changes nothing", async () => {
  const id = await slowThenDown("draft");
  const both = await Promise.all([
    raiseIncidentImpact(responder(), asked(id)),
    raiseIncidentImpact(responder(), asked(id)),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const again = await raiseIncidentImpact(responder(), asked(id, 1));
  expect(again.ok ? "done" : again.failure).toMatchObject({ name: "conflict", code: "not_possible_now" });
  await good(postIncidentUpdate(responder(), { pageId: page.id, id, version: 1, status: "resolved", body: "Over." }));
  const late = await raiseIncidentImpact(responder(), asked(id, 2));
  expect(late.ok ? "done" : late.failure).toMatchObject({ name: "conflict", code: "incident_closed" });
});

/**
 * Another source reports that a second component is down as well; its alert joins the draft, because both name the
 * first.
 */
async function checkoutJoins() {
  const other = aSource(page.id, { id: "source-b" });
  const ruled = aRule(other, { components: page.components, mode: "draft", holdSeconds: 0 });
  await arrange(deployment, other, ruled);
  const now = deployment.clock.now;
  const times = { startedAt: now, firstSeenAt: now, lastSeenAt: now };
  const own = { id: "checkout", pageId: page.id, sourceId: "source-b", key: "c", title: "Checkout down", labels: {} };
  await put(deployment, alertTable, [{ ...own, flags: [], state: "firing", severity: "critical", ...times }]);
  await settled();
}

test("a draft in which another alert still fires stays: what that says is said nowhere else", async () => {
  const id = await slowThenDown("draft");
  await checkoutJoins();
  expect((await stands()).open).toHaveLength(2);
  await good(raiseIncidentImpact(responder(), asked(id)));
  deployment.clock.now += 60_000;
  await settled();
  const { open } = await stands();
  const ctx = deployment.ctx();
  const [[left]] = await readBatch(ctx, ctx.db.select().from(alertTable).where(eq(alertTable.id, "checkout")));
  expect(open.map((each) => each.id)).toContain(left?.incidentId);
  expect(left?.incidentId).not.toBe(id);
});

test("what visitors read of an alert by now is not taken from its incident by a form of before", async () => {
  const id = await slowThenDown("draft");
  const draft = (await stands()).open.find((each) => each.id !== id);
  await good(publishIncident(responder(), { pageId: page.id, id: draft?.id ?? "", version: draft?.version ?? 0 }));
  const late = await raiseIncidentImpact(responder(), asked(id));
  expect(late.ok ? "done" : late.failure).toMatchObject({ name: "conflict", code: "not_possible_now" });
  expect((await stands()).own?.incidentId).toBe(draft?.id);
});

test("an alert that is over raises nothing, and a viewer may not", async () => {
  const id = await slowThenDown("draft");
  const viewer = { ...responder(), member: { pageId: page.id, role: "viewer" as const } };
  const no = await raiseIncidentImpact(viewer, asked(id));
  expect(no.ok ? "done" : no.failure.name).toBe("forbidden");
  await runBatch(deployment.ctx(), [{ sql: "UPDATE alert SET state = 'resolved'", params: [] }]);
  const late = await raiseIncidentImpact(responder(), asked(id));
  expect(late.ok ? "done" : late.failure).toMatchObject({ name: "conflict", code: "not_firing" });
});

test("an incident about other components is not offered, whatever it says", async () => {
  await slowThenDown("draft");
  const ctx = deployment.ctx();
  const [[other]] = await readBatch(
    ctx,
    ctx.db.select().from(incidentTable).where(eq(incidentTable.title, "A little slow")),
  );
  await good(
    postIncidentUpdate(responder(), {
      pageId: page.id,
      id: other?.id ?? "",
      version: other?.version ?? 0,
      body: "It is something else.",
      components: { [page.components[1] as string]: "major_outage" },
    }),
  );
  expect(await raisable()).toEqual([]);
});
