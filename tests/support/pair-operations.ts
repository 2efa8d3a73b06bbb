import { saveRule } from "~/alert-rules/save";
import { attachAlert } from "~/alerts/attach";
import { settlePage } from "~/alerts/settling/engine/settle";
import { dismissAlert, restoreAlert } from "~/alerts/verbs";
import { setComponentStatus } from "~/components/set-status";
import { updateComponent } from "~/components/update";
import { archiveComponent } from "~/components/verbs";
import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import type { Result } from "~/failures/failure";
import { checkAndSettleHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { backfillIncident } from "~/incidents/backfill";
import { editIncident } from "~/incidents/edit";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { dismissIncident, publishIncident, withdrawIncident } from "~/incidents/verbs";
import { editMaintenance } from "~/maintenances/edit";
import { advanceMaintenances } from "~/maintenances/engine/advance-maintenance";
import { endManualStatuses } from "~/maintenances/engine/end-manual";
import { planMaintenance } from "~/maintenances/plan";
import { cancelMaintenance, completeMaintenance, extendMaintenance, startMaintenance } from "~/maintenances/verbs";
import { runMonitorShard } from "~/monitors/engine/run-shard";
import { monitorShardByIdQuery } from "~/monitors/queries/shard";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor } from "~/monitors/verbs";
import { deliverToChannels } from "~/notifications/engine/deliver";
import { sendNotices } from "~/notifications/engine/send";
import { makeConfirmToken, makeSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { updateSource } from "~/sources/update";
import { deleteSource } from "~/sources/verbs";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { leaveSubscription } from "~/subscribers/leave";
import { confirmSubscription } from "~/subscribers/subscription";
import { sendPing } from "./heartbeats";
import { group, post } from "./ingest";
import { alone, evening, night, person, type Stage } from "./pair-stage";
import { unitDue } from "./unit-due";

/** `said` is the result for the sender; a throw is a 500 to people, and a retry in the next minute to a machine. */
export type Said = "ok" | "refused" | "away" | "thrown";

/** An operation on the page, made by its sender or by the tick. */
export interface Operation {
  name: string;
  /** True when it runs automatically. */
  engine?: true;
  /** Prepares it, or makes it due, before either of a pair starts. */
  before?: (stage: Stage) => SqlStatement[] | Promise<SqlStatement[]>;
  act(ctx: Ctx, stage: Stage): Promise<Result<unknown> | undefined | unknown>;
}

const minute = 60_000;
const hour = 60 * minute;

const sql = (text: string, ...params: unknown[]): SqlStatement => ({ sql: text, params });

type Target = { pageId: string; commitId: string; id: string; version: number };

/** Makes an operation of a person, with the version shown on the screen. */
function byPerson(
  name: string,
  which: (stage: Stage) => string,
  act: (ctx: Ctx, target: Target, stage: Stage) => Promise<Result<unknown>>,
): Operation {
  return {
    name,
    act: (ctx, stage) => {
      const id = which(stage);
      const known = { pageId: stage.page.id, commitId: `${name}-${ctx.id()}`, id };
      return act(person(stage, ctx), { ...known, version: stage.versions.get(id) ?? 0 }, stage);
    },
  };
}

const at = (index: number) => (stage: Stage) => stage.page.components[index] as string;
const incident = (which: "published" | "draft" | "resolved" | "machine") => (stage: Stage) => stage.ids[which];
const work = (which: "soon" | "later" | "one" | "two") => (stage: Stage) => stage.ids[which];
const alertOf = (stage: Stage) => stage.alertId;
const partial = (stage: Stage, index: number) => ({ [at(index)(stage)]: "partial_outage" as const });

const delivered = (name: string, alerts: Parameters<typeof group>[0]): Operation => ({
  name,
  act: (ctx, { page }) => post(alone(ctx), page, group(alerts)),
});

const deliveries: Operation[] = [
  delivered("alert fires", [{ key: "z", startsAt: night }]),
  delivered("alert recovers before midnight", [
    { key: "x", status: "resolved", startsAt: evening, endsAt: night - 10 * minute },
  ]),
  delivered("alert says it in other words", [{ key: "x", startsAt: evening, annotations: { summary: "worse" } }]),
  { name: "ping", act: (ctx, { heartbeat }) => sendPing(alone(ctx), heartbeat) },
  { name: "ping that failed", act: (ctx, { heartbeat }) => sendPing(alone(ctx), heartbeat, { action: "fail" }) },
];

const dismissed = ({ alertId }: Stage): SqlStatement[] => [
  sql("UPDATE alert SET dismissed_at = ?2 WHERE id = ?1", alertId, night - 10 * minute),
  sql(
    "UPDATE episode SET dismissed_at = ?2, dismissed_reason = 'A drill' WHERE alert_id = ?1",
    alertId,
    night - 10 * minute,
  ),
];

/** Adds a recovery that is not settled yet, as after an isolate that was ended. */
const recovered = ({ page, alertId }: Stage): SqlStatement[] => [
  sql("UPDATE alert SET state = 'resolved', ended_at = ?2 WHERE id = ?1", alertId, night - 10 * minute),
  sql("UPDATE episode SET ended_at = ?2 WHERE alert_id = ?1", alertId, night - 10 * minute),
  sql("UPDATE settle SET wanted = wanted + 1, recovered_at = ?2 WHERE page_id = ?1", page.id, night - 10 * minute),
];

const edge = (name: string, which: "soon" | "one", column: "starts_at" | "ends_at"): Operation => ({
  name,
  before: ({ ids }) => [
    sql(`UPDATE maintenance SET ${column} = ?2, due_at = ?2 WHERE id = ?1`, ids[which], night - minute),
  ],
  act: (ctx, { page, ids }) => advanceMaintenances(alone(ctx), [unitDue("maintenance", page.id, ids[which])]),
});

const engines: Operation[] = [
  { name: "settle", before: recovered, act: (ctx, { page }) => settlePage(alone(ctx), page.id) },
  {
    name: "publish",
    before: ({ page }) => [sql("UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", page.id)],
    act: (ctx, { page }) => publishPage(alone(ctx), page.id),
  },
  edge("maintenance starts by the clock", "soon", "starts_at"),
  edge("maintenance ends by the clock", "one", "ends_at"),
  {
    name: "manual status ends",
    before: ({ page }) => [
      sql("UPDATE component SET manual_until = ?2 WHERE id = ?1", page.components[5], night - minute),
    ],
    act: (ctx, { page }) => endManualStatuses(alone(ctx), [unitDue("manual", page.id)]),
  },
  {
    name: "day is closed",
    before: ({ page }) => [sql("UPDATE page SET open_day_at = ?2 WHERE id = ?1", page.id, Date.UTC(2026, 10, 20))],
    act: (ctx, { page }) => closePageDays(alone(ctx), [unitDue("day", page.id)]),
  },
  {
    name: "monitor is checked",
    act: async (ctx, { shardId }) => {
      const [[shard]] = await readBatch(ctx, monitorShardByIdQuery(ctx, shardId));
      if (!shard) return;
      const at = ctx.now();
      await runMonitorShard(alone(ctx), { shard, minute: at / minute, until: at + 20_000, selfCheck: null });
    },
  },
  {
    name: "heartbeat is missed",
    before: ({ heartbeat }) => [
      sql(
        "UPDATE heartbeat SET due_at = ?2, last_ping_at = ?3 WHERE id = ?1",
        heartbeat.id,
        night - minute,
        night - hour,
      ),
    ],
    act: (ctx, { heartbeat }) => checkAndSettleHeartbeats(alone(ctx), [heartbeat.id]),
  },
  { name: "mails are sent", act: (ctx) => sendNotices(alone(ctx)) },
  {
    name: "channels are told",
    before: () => [
      sql("UPDATE channel_delivery SET state = 'due', due_at = ?1, done_at = NULL, lease_until = 0", night),
    ],
    act: (ctx) => deliverToChannels(alone(ctx)),
  },
];

const words = { status: "identified" as const, body: "Found." };

const incidents: Operation[] = [
  byPerson("incident: opened", at(2), (ctx, { id: _, version: _v, ...given }, stage) =>
    openIncident(ctx, { ...given, title: "Down", body: "We look.", components: partial(stage, 2) }),
  ),
  byPerson("incident: draft published", incident("draft"), publishIncident),
  byPerson("incident: update posted", incident("published"), (ctx, target) =>
    postIncidentUpdate(ctx, { ...target, ...words }),
  ),
  byPerson("incident: its machine's one updated", incident("machine"), (ctx, target) =>
    postIncidentUpdate(ctx, { ...target, ...words }),
  ),
  byPerson("incident: edited", incident("published"), (ctx, target) => editIncident(ctx, { ...target, title: "Slow" })),
  byPerson("incident: resolved", incident("published"), (ctx, target) =>
    postIncidentUpdate(ctx, { ...target, status: "resolved", body: "Over." }),
  ),
  byPerson("incident: reopened", incident("resolved"), (ctx, target) =>
    postIncidentUpdate(ctx, { ...target, ...words }),
  ),
  byPerson("incident: withdrawn", incident("published"), withdrawIncident),
  byPerson("incident: draft dismissed", incident("draft"), dismissIncident),
  byPerson("incident: added to yesterday", at(3), (ctx, { id: _, version: _v, ...given }, stage) =>
    backfillIncident(ctx, {
      ...given,
      title: "Earlier",
      components: partial(stage, 3),
      resolution: "Over.",
      startedAt: evening - 5 * hour,
      endsAt: evening - 4 * hour,
    }),
  ),
  byPerson("postmortem: published", incident("resolved"), (ctx, target) =>
    publishPostmortem(ctx, { ...target, body: "Why.", notify: true }),
  ),
  byPerson("alert: attached", alertOf, (ctx, { version: _, ...target }, { ids }) =>
    attachAlert(ctx, { ...target, incidentId: ids.published }),
  ),
  byPerson("alert: dismissed", alertOf, (ctx, { version: _, ...target }) =>
    dismissAlert(ctx, { ...target, reason: "A false alarm." }),
  ),
  {
    ...byPerson("alert: restored", alertOf, (ctx, { version: _, ...target }) => restoreAlert(ctx, target)),
    before: dismissed,
  },
];

const maintenances: Operation[] = [
  byPerson("maintenance: planned", at(1), (ctx, { id: _, version: _v, ...given }, stage) =>
    planMaintenance(ctx, {
      ...given,
      title: "Move",
      startsAt: night + 5 * hour,
      endsAt: night + 6 * hour,
      components: { [at(1)(stage)]: "under_maintenance" as const },
    }),
  ),
  byPerson("maintenance: started", work("later"), startMaintenance),
  byPerson("maintenance: one completed", work("one"), completeMaintenance),
  byPerson("maintenance: another completed", work("two"), completeMaintenance),
  byPerson("maintenance: moved", work("later"), (ctx, target) =>
    editMaintenance(ctx, { ...target, startsAt: night + 50 * hour, endsAt: night + 52 * hour, notify: true }),
  ),
  byPerson("maintenance: extended", work("one"), (ctx, target) =>
    extendMaintenance(ctx, { ...target, endsAt: night + 30 * hour }),
  ),
  byPerson("maintenance: cancelled", work("two"), cancelMaintenance),
];

const settings: Operation[] = [
  byPerson("component: status by hand", at(1), (ctx, target) =>
    setComponentStatus(ctx, { ...target, status: "major_outage" }),
  ),
  byPerson("component: status taken back", at(5), (ctx, target) =>
    setComponentStatus(ctx, { ...target, status: null }),
  ),
  byPerson("component: archived", at(1), archiveComponent),
  byPerson("component: renamed", at(0), (ctx, target) => updateComponent(ctx, { ...target, name: "Till" })),
  byPerson(
    "rule: changed",
    ({ page }) => page.ruleId,
    (ctx, target, { page }) => saveRule(ctx, { ...target, sourceId: page.sourceId, mode: "none" }),
  ),
  byPerson(
    "source: changed",
    ({ page }) => page.sourceId,
    (ctx, target) => updateSource(ctx, { ...target, name: "Prom" }),
  ),
  byPerson("source: deleted", ({ page }) => page.sourceId, deleteSource),
  byPerson(
    "monitor: changed",
    ({ monitorId }) => monitorId,
    (ctx, target) => updateMonitor(ctx, { ...target, interval: 2 }),
  ),
  byPerson("monitor: deleted", ({ monitorId }) => monitorId, deleteMonitor),
];

const readerId = "readeracme";

const subscribers: Operation[] = [
  {
    name: "subscriber confirms",
    act: async (ctx, { page }) => {
      const token = await makeConfirmToken(ctx, { id: "pageacmeasked0", generation: 0, expiresAt: night + hour });
      return confirmSubscription(alone(ctx), { pageId: page.id, token, commitId: ctx.id() });
    },
  },
  {
    name: "subscriber leaves",
    act: async (ctx, { page }) => {
      const token = await makeSubscriptionToken(ctx, { id: readerId, generation: 0 });
      return leaveSubscription(alone(ctx), { pageId: page.id, token, commitId: ctx.id() });
    },
  },
];

export const operations: readonly Operation[] = [
  ...deliveries,
  ...engines.map((each) => ({ ...each, engine: true as const })),
  ...incidents,
  ...maintenances,
  ...settings,
  ...subscribers,
];
