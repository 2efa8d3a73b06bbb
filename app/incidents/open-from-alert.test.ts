import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertTable, incidentTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { failureOf, good } from "../../tests/support/desk";
import { aPage, arrange, put, somePeople, type TestPage } from "../../tests/support/scenario";
import { openIncident } from "./open";
import { readIncidentProposal } from "./propose";
import { publishIncident } from "./verbs";

/** An incident that a person opens from a firing alert, and who publishes one. */
let deployment: TestDeployment;
let page: TestPage;
const alertId = () => `${page.sourceId}.down`;

const responder = () => ({
  ...deployment.ctx({ kind: "person", id: "p", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "responder" as const },
});

async function arrangeFiring(holdSeconds: number) {
  page = await arrange(deployment, aPage({ mode: "draft", holdSeconds }));
  const roles = { [page.id]: "responder" };
  await arrange(deployment, somePeople({ id: "p", roles }, { id: "q", roles }));
  const now = deployment.clock.now;
  const times = { startedAt: now, firstSeenAt: now, lastSeenAt: now };
  const own = { id: alertId(), pageId: page.id, sourceId: page.sourceId, key: "down", title: "Down", labels: {} };
  await put(deployment, alertTable, [{ ...own, flags: [], state: "firing", severity: "critical", ...times }]);
  await settled();
}

beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(() => deployment.close());

async function settled() {
  await runBatch(deployment.ctx(), [{ sql: "UPDATE settle SET wanted = wanted + 1", params: [] }]);
  await settlePage(deployment.ctx({ kind: "machine", id: "test" }), page.id);
}

async function stands() {
  const ctx = deployment.ctx();
  const [[own], incidents] = await readBatch(
    ctx,
    ctx.db.select().from(alertTable).where(eq(alertTable.id, alertId())),
    ctx.db.select().from(incidentTable),
  );
  return { own, open: incidents.filter((each) => !each.closed) };
}

const proposal = async () => good(readIncidentProposal(responder(), { pageId: page.id, alertId: alertId() }));
const opening = (title: string) => ({
  pageId: page.id,
  title,
  body: "We look.",
  components: { [page.components[0] as string]: "major_outage" as const },
  alertId: alertId(),
  takesLead: true,
});

test("an alert on hold proposes what its draft would say; the incident has it, and no draft opens", async () => {
  await arrangeFiring(120);
  const { proposed } = await proposal();
  expect(Object.keys(proposed?.components ?? {})).toEqual(page.components.slice(0, 1));
  expect([proposed?.title === "", proposed?.body === "", proposed?.impactOverride]).toEqual([false, false, null]);
  const { id } = await good(openIncident(responder(), opening("It is down")));
  deployment.clock.now += 300_000;
  await settled();
  const { own, open } = await stands();
  expect(open.map((each) => each.id)).toEqual([id]);
  expect([own?.incidentId, own?.acknowledgedBy, open[0]?.leadId]).toEqual([id, "p", "p"]);
  expect(await proposal()).toMatchObject({ incident: { id, title: "It is down" } });
});

test("its draft, which opened meanwhile and nobody edited, is gone; what visitors see of the alert stays there", async () => {
  await arrangeFiring(0);
  const [draft] = (await stands()).open;
  const { proposed, incident: own } = await proposal();
  expect([draft?.visibility, draft?.title, draft?.id]).toEqual(["draft", proposed?.title, own?.id]);
  const { id } = await good(openIncident(responder(), opening("It is down")));
  await settled();
  expect((await stands()).open.map((each) => each.id)).toEqual([id]);
  const late = await failureOf(openIncident(responder(), opening("Again")));
  expect(late).toMatchObject({ name: "conflict", code: "not_possible_now" });
});

test("an alert that is over takes nothing from what a person wrote", async () => {
  await arrangeFiring(120);
  await runBatch(deployment.ctx(), [{ sql: "UPDATE alert SET state = 'resolved'", params: [] }]);
  expect(await proposal()).toEqual({ proposed: null, incident: null });
  const { id } = await good(openIncident(responder(), opening("It was down")));
  const { own, open } = await stands();
  expect([own?.incidentId, open.map((each) => each.id)]).toEqual([null, [id]]);
});

test("who publishes a draft leads it and acknowledges its alerts, unless someone did; a program does neither", async () => {
  await arrangeFiring(0);
  const [draft] = (await stands()).open;
  const target = { pageId: page.id, id: draft?.id ?? "", version: draft?.version ?? 0 };
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE alert SET acknowledged_at = 5, acknowledged_by = 'q'", params: [] },
  ]);
  const token = { kind: "token", id: "t", personId: "p", role: "responder", readOnly: false, operator: false } as const;
  const program = { ...deployment.ctx(token), member: { pageId: page.id, role: "responder" as const } };
  await good(openIncident(program, { ...opening("Other"), alertId: "", takesLead: true }));
  await good(publishIncident(responder(), { ...target, takesLead: true }));
  const { own, open } = await stands();
  expect(own?.acknowledgedBy).toBe("q");
  expect(open.map(({ title, leadId }) => [title === "Other", leadId]).sort()).toEqual([
    [false, "p"],
    [true, null],
  ]);
});
