import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Role } from "~/access/actor";
import { readBatch } from "~/db/read";
import { auditEntryTable, componentTable, episodeTable, statusChangeTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { failureOf, good } from "../../tests/support/desk";
import { group, post } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aPage, arrange, type TestPage } from "../../tests/support/scenario";
import { listAlerts } from "./list";
import { dismissAlert, restoreAlert } from "./verbs";

const deployment = deploymentOfFile();
const minute = 60_000;

let page: TestPage;
let began: number;
let id: string;

const as = (role: Role = "responder"): Ctx => ({
  ...deployment.ctx({ kind: "person", id: "ada", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role },
});

const say = async (status: "firing" | "resolved") => {
  const ended = status === "resolved" ? { endsAt: deployment.clock.now } : {};
  await good(post(deployment.ctx(), page, group([{ key: "a", status, startsAt: began, ...ended }])));
  await deployment.settled();
};

/** An alert that has fired for ten minutes, and was dismissed after five. */
beforeEach(async ({ task }) => {
  page = await arrange(deployment, aPage({ slug: `p${task.id.replace(/\W/g, "")}` }));
  began = deployment.clock.now;
  await say("firing");
  deployment.clock.now += 5 * minute;
  [{ id = "" } = {}] = (await good(listAlerts(as(), { pageId: page.id }))).alerts;
  await good(dismissAlert(as(), { pageId: page.id, id, reason: "A drill" }));
  await deployment.settled();
  deployment.clock.now += 5 * minute;
});

async function rows() {
  const ctx = deployment.ctx();
  const [[fired], components, changes, audit] = await readBatch(
    ctx,
    ctx.db.select().from(episodeTable).where(eq(episodeTable.alertId, id)),
    ctx.db.select().from(componentTable).where(eq(componentTable.pageId, page.id)),
    ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.pageId, page.id)),
    ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.pageId, page.id)),
  );
  const observed = components.map((each) => each.observedStatus).filter((status) => status !== "operational");
  const deeds = audit.map(({ action }) => action).filter((action) => action.startsWith("alert."));
  return { fired, observed, last: changes.at(-1), deeds };
}

test("a dismissed alert counts again, from its start; pressed twice is once", async () => {
  expect(await rows()).toMatchObject({ observed: [], fired: { dismissedReason: "A drill" } });
  const given = { pageId: page.id, id, commitId: "restored-once" };
  for (const _ of [1, 2]) await good(restoreAlert(as(), given));
  await deployment.settled();
  const after = await rows();
  expect(after.fired).toMatchObject({ dismissedAt: null, dismissedReason: null });
  expect(after.observed).toHaveLength(1);
  expect(after.last).toMatchObject({ layer: "observed", fromStatus: "operational", at: began });
  expect(after.deeds).toEqual(["alert.dismiss", "alert.restore"]);
  await good(restoreAlert(as(), { pageId: page.id, id }));
  expect((await rows()).deeds).toHaveLength(2);
});

test("what has recovered meanwhile stays dismissed; the next firing counts by itself", async () => {
  await say("resolved");
  const refused = await failureOf(restoreAlert(as(), { pageId: page.id, id }));
  expect(refused).toMatchObject({ name: "conflict", code: "not_firing" });
  expect(await rows()).toMatchObject({ fired: { dismissedReason: "A drill" }, deeds: ["alert.dismiss"] });
  expect(await failureOf(restoreAlert(as("viewer"), { pageId: page.id, id }))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(restoreAlert(as(), { pageId: page.id, id: "none.x" }))).toMatchObject({ name: "missing" });
});

test("two who press at once, one to dismiss and one to restore: the status says what the alert says", async () => {
  const target = { pageId: page.id, id };
  await good(restoreAlert(as(), target));
  await Promise.all([
    good(dismissAlert(as(), { ...target, reason: "Known" })),
    good(restoreAlert(as("admin"), target)),
  ]);
  await deployment.settled();
  const { fired, observed } = await rows();
  expect(observed).toHaveLength(fired?.dismissedAt === null ? 1 : 0);
});
