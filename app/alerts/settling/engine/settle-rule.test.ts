import { afterEach, beforeEach, expect, test } from "vitest";
import { saveRule } from "~/alert-rules/save";
import { readBatch } from "~/db/read";
import { componentTable, incidentTable } from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { holding } from "../../../../tests/support/held-database";
import { group, post } from "../../../../tests/support/ingest";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { settlePage } from "./settle";

let deployment: TestDeployment;
let page: TestPage;

/** The alert has fired for as long as its rule's hold: the next settling opens an incident. */
beforeEach(async () => {
  resetIsolate();
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 60 }));
  await post(deployment.ctx(), page, group([{ key: "one", startsAt: deployment.clock.now }]));
  await deployment.settled();
  deployment.clock.now += 60_000;
});
afterEach(() => deployment.close());

const machine = (database = deployment.bindings.DB) => deployment.ctx({ kind: "machine", id: "tick" }, { database });

/** Saves the rule between the read and the write of a settling. */
async function saveMeanwhile(change: object): Promise<void> {
  const held = holding(deployment.bindings.DB, "SET done = ");
  const settling = settlePage(machine(held.database), page.id);
  await held.came;
  const asked = { pageId: page.id, sourceId: page.sourceId, id: page.ruleId, version: 0 };
  const person = { kind: "person" as const, id: "admin", operator: false, sessionId: "s" };
  const admin = { ...deployment.ctx(person), member: { pageId: page.id, role: "admin" as const } };
  expect(await saveRule(admin, { ...asked, ...change })).toMatchObject({ ok: true });
  held.release();
  await settling;
  await deployment.settled();
  await settlePage(machine(), page.id);
}

const facts = () => {
  const ctx = deployment.ctx();
  return readBatch(ctx, ctx.db.select().from(incidentTable), ctx.db.select().from(componentTable));
};

test("a rule that is made a draft's while a settling is at work publishes nothing any more", async () => {
  await saveMeanwhile({ mode: "draft" });
  expect((await facts())[0]).toMatchObject([{ visibility: "draft" }]);
  const view = await readPublishedView(deployment.ctx(), { slug: page.slug });
  expect(view.ok && view.value.snapshot.incidents).toEqual([]);
});

test("nor does one that is put out of use", async () => {
  await saveMeanwhile({ mode: "none" });
  expect((await facts())[0]).toEqual([]);
});

test("other components are moved by the rule as it is now, and those that it named before are well again", async () => {
  const [first = "", other = ""] = page.components;
  await saveMeanwhile({ components: { [other]: "degraded_performance" } });
  const [incidents, components] = await facts();
  expect(incidents).toMatchObject([{ visibility: "published" }]);
  const statuses = Object.fromEntries(components.map(({ id, observedStatus }) => [id, observedStatus]));
  expect(statuses).toEqual({ [first]: "operational", [other]: "degraded_performance" });
});

test("words that a rule is given meanwhile are those of what it opens", async () => {
  await saveMeanwhile({ publicTitle: "Payments are slow", showsTitle: false });
  expect((await facts())[0]).toMatchObject([{ title: "Payments are slow" }]);
});
