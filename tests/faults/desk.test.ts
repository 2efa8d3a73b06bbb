import { and, eq } from "drizzle-orm";
import { saveRule } from "~/alert-rules/save";
import { attachAlert } from "~/alerts/attach";
import { acknowledgeAlert, dismissAlert, restoreAlert } from "~/alerts/verbs";
import { handleCronTick } from "~/clock/tick";
import { createComponent } from "~/components/create";
import { createComponentGroup } from "~/components/groups/verbs";
import { setComponentStatus } from "~/components/set-status";
import { updateComponent } from "~/components/update";
import { archiveComponent } from "~/components/verbs";
import { readBatch } from "~/db/read";
import { alertTable, componentTable, incidentTable, maintenanceTable, ruleTable, sourceTable } from "~/db/schema";
import { listIncidents } from "~/incidents/list";
import { openIncident } from "~/incidents/open";
import { dismissIncident } from "~/incidents/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { cancelMaintenance } from "~/maintenances/verbs";
import { updatePage } from "~/pages/update";
import { createSavedView } from "~/saved-views/verbs";
import { createSource } from "~/sources/create";
import { deleteSource } from "~/sources/verbs";
import { noon } from "../support/database";
import { good } from "../support/desk";
import { type Act, actingFlow, asOwner, type Flow, testEveryFault } from "../support/every-fault";
import { group, post } from "../support/ingest";
import { deploymentOfFile } from "../support/of-file";
import type { PageOptions, TestPage } from "../support/scenario";

const deployment = deploymentOfFile({ UPFRONT_INGEST_LIMIT: "0" });

const minute = 60_000;

const settled = async () => {
  await deployment.settled();
  await handleCronTick(deployment.ctx(), deployment.clock.now);
};

async function fired(page: TestPage) {
  await good(post(deployment.ctx(), page, group([{ key: "one", startsAt: noon }])));
  await settled();
}

async function firedAndDismissed(page: TestPage) {
  await fired(page);
  const { alert } = await shown(page);
  await good(
    dismissAlert(asOwner(deployment.ctx(), page), { pageId: page.id, id: alert.id, reason: "A false alarm." }),
  );
  await settled();
}

/** The newest row of each kind, as a person sees them before acting. */
async function shown(page: TestPage) {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [components, rules, sources, alerts, incidents, works] = await readBatch(
    ctx,
    db
      .select()
      .from(componentTable)
      .where(and(eq(componentTable.pageId, page.id), eq(componentTable.id, page.components[0] as string))),
    db.select().from(ruleTable).where(eq(ruleTable.pageId, page.id)),
    db.select().from(sourceTable).where(eq(sourceTable.pageId, page.id)),
    db.select().from(alertTable).where(eq(alertTable.pageId, page.id)),
    db.select().from(incidentTable).where(eq(incidentTable.pageId, page.id)),
    db.select().from(maintenanceTable).where(eq(maintenanceTable.pageId, page.id)),
  );
  const first = [components, rules, sources, alerts, incidents, works].map((rows) => rows.at(-1));
  const target = (index: number) => ({ id: first[index]?.id ?? "", version: first[index]?.version ?? 0 });
  return {
    component: target(0),
    rule: target(1),
    source: target(2),
    alert: target(3),
    incident: target(4),
    maintenance: target(5),
  };
}

type Seen = Awaited<ReturnType<typeof shown>>;

const flow = (name: string, act: Act<Seen>, arrange: Flow["arrange"] = settled, options: PageOptions = {}) =>
  actingFlow({ name, act, arrange, see: shown, options });

const plan = (page: TestPage) => ({
  title: "Move",
  startsAt: noon + 60 * minute,
  endsAt: noon + 120 * minute,
  components: { [page.components[0] as string]: "under_maintenance" as const },
});

const planned = async (page: TestPage) => {
  await settled();
  await good(planMaintenance(asOwner(deployment.ctx(), page), { pageId: page.id, ...plan(page) }));
};

const attached: Act<Seen> = async (ctx, given, seen, page) => {
  const { incidents } = await good(listIncidents(ctx, { pageId: page.id, filter: "open" }));
  return attachAlert(ctx, { ...given, id: seen.alert.id, incidentId: incidents[0]?.id ?? "" });
};

/** An alert that waits for its hold, and an incident that a person opened. */
async function firedBeside(page: TestPage) {
  await fired(page);
  const words = { title: "Slow", body: "Looking.", impactOverride: "minor" as const };
  const opened = { pageId: page.id, ...words, visibility: "published" as const, commitId: `${page.slug}-open` };
  await good(openIncident(asOwner(deployment.ctx(), page), opened));
}

const flows: Flow[] = [
  flow("component: made", (ctx, given) => createComponent(ctx, { ...given, name: "Search" })),
  flow("component: changed", (ctx, given, seen) =>
    updateComponent(ctx, { ...given, ...seen.component, name: "Searching" }),
  ),
  flow("component: status by hand", (ctx, given, seen) =>
    setComponentStatus(ctx, { ...given, ...seen.component, status: "partial_outage" }),
  ),
  flow("component: archived", (ctx, given, seen) => archiveComponent(ctx, { ...given, ...seen.component })),
  flow("group: made", (ctx, given) => createComponentGroup(ctx, { ...given, name: "Core" })),
  flow("rule: saved", (ctx, given, seen, page) =>
    saveRule(ctx, { ...given, ...seen.rule, sourceId: page.sourceId, mode: "publish" }),
  ),
  flow("source: made", (ctx, given) => createSource(ctx, { ...given, kind: "alertmanager", name: "Second" })),
  flow("source: deleted while it fires", (ctx, given, seen) => deleteSource(ctx, { ...given, ...seen.source }), fired),
  flow("alert: attached to another incident", attached, firedBeside),
  flow("alert: acknowledged", (ctx, given, seen) => acknowledgeAlert(ctx, { ...given, id: seen.alert.id }), fired),
  flow(
    "alert: dismissed",
    (ctx, given, seen) => dismissAlert(ctx, { ...given, id: seen.alert.id, reason: "A false alarm." }),
    fired,
  ),
  flow("alert: restored", (ctx, given, seen) => restoreAlert(ctx, { ...given, id: seen.alert.id }), firedAndDismissed),
  flow("draft: dismissed", (ctx, given, seen) => dismissIncident(ctx, { ...given, ...seen.incident }), fired, {
    holdSeconds: 0,
  }),
  flow("maintenance: planned", (ctx, given, _seen, page) => planMaintenance(ctx, { ...given, ...plan(page) })),
  flow(
    "maintenance: called off",
    (ctx, given, seen) => cancelMaintenance(ctx, { ...given, ...seen.maintenance }),
    planned,
  ),
  flow("saved view: made", (ctx, given) =>
    createSavedView(ctx, { ...given, name: "Open", query: "filter=open", everyone: true }),
  ),
  flow("page: changed", (ctx, given) => updatePage(ctx, { ...given, about: "Tickets." })),
];

testEveryFault("the desk", deployment, flows);
