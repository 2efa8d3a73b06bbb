import { and, eq, sql } from "drizzle-orm";
import { testAlertKeyPrefix } from "~/alerts/rules/signal";
import { type PageIdOrSql, readByPage } from "~/db/read-pages";
import {
  alertTable,
  channelTable,
  episodeTable,
  membershipTable,
  pageTable,
  personTable,
  sourceTable,
} from "~/db/schema";
import {
  guardRowsStatement,
  pageIdOfRowSql,
  rowsStatement,
  rowsWithPageId,
  type SqlStatement,
  updateRowsStatements,
} from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { EscalationStep, UnacknowledgedAlert } from "../rules/escalation";

type Db = Pick<Ctx, "db">;

/** Maximum number of alerts of a page that are read, the earliest firing first. */
const maxAlerts = 1000;

/** Key of a firing: the alert's id and the time at which the firing started. */
export type FiringKey = [alertId: string, startedAt: number];

/** Returns the firings in the scope of a notice. */
export const firingsOfNoticeScope = (scope: Record<string, unknown>): FiringKey[] =>
  (scope.firings ?? []) as FiringKey[];

const unattended = sql`alert.state = 'firing' AND alert.acknowledged_at IS NULL AND alert.dismissed_at IS NULL`;

const jsonIds = (ids: string) => sql.raw(`(SELECT value FROM page p, json_each(p.${ids}) j WHERE p.id = page.id)`);

/** Returns the policy, with its channels and people that can be notified. */
const policies = ({ db }: Db, pageId: PageIdOrSql) =>
  db
    .select({
      row: pageTable,
      channelIds: sql<string>`(SELECT json_group_array(c.id) FROM ${channelTable} c
        WHERE c.page_id = page.id AND c.disabled_at IS NULL AND c.id IN ${jsonIds("escalate_channel_ids")})`.as(
        "heard",
      ),
      personIds:
        sql<string>`(SELECT json_group_array(m.person_id) FROM ${membershipTable} m JOIN ${personTable} q ON q.id = m.person_id
        WHERE m.page_id = page.id AND m.role <> 'viewer' AND q.email IS NOT NULL AND q.disabled_at IS NULL
          AND m.person_id IN ${jsonIds("escalate_person_ids")})`.as("reached"),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

/** Returns unacknowledged alerts, by the index of a page's firing alerts. */
const unacknowledged = ({ db }: Db, pageId: PageIdOrSql) =>
  db
    .select({
      id: alertTable.id,
      sourceId: alertTable.sourceId,
      severity: alertTable.severity,
      startedAt: alertTable.startedAt,
      heardAt: sql<number>`${episodeTable.receivedAt}`.as("heard_at"),
      told: episodeTable.told,
    })
    .from(alertTable)
    .innerJoin(
      episodeTable,
      and(eq(episodeTable.alertId, alertTable.id), eq(episodeTable.startedAt, alertTable.startedAt)),
    )
    .where(
      sql`alert.page_id = ${pageId} AND ${unattended} AND alert.cause_id IS NULL AND alert.key NOT LIKE ${`${testAlertKeyPrefix}%`}`,
    )
    .orderBy(alertTable.startedAt)
    .limit(maxAlerts);

export interface EscalationFacts {
  page: typeof pageTable.$inferSelect;
  channelIds: string[];
  personIds: string[];
  alerts: Omit<UnacknowledgedAlert, "mutedUntil">[];
}

/** Reads the facts of any number of pages in two statements. */
export async function readEscalationFactsByPage(
  ctx: Ctx,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, EscalationFacts>> {
  const found = await readByPage(
    ctx,
    pageIds,
    (pageId) => [policies(ctx, pageId), unacknowledged(ctx, pageId)] as const,
  );
  return new Map(
    [...found].flatMap(([pageId, [[policy], alerts]]) => {
      if (!policy) return [];
      const ids = { channelIds: JSON.parse(policy.channelIds), personIds: JSON.parse(policy.personIds) };
      return [[pageId, { page: policy.row, ...ids, alerts }] as const];
    }),
  );
}

/** Breaks the batch when an escalation happened meanwhile, an alert fired, or the policy changed. */
export const guardEscalationUnchangedStatement = ({
  id,
  version,
  escalationDueAt: dueAt,
}: EscalationFacts["page"]): SqlStatement =>
  guardRowsStatement(pageTable, [{ id, version, dueAt }], {
    unless: "id = j.value->>'$.id' AND version = j.value->>'$.version' AND escalation_due_at IS j.value->>'$.dueAt'",
  });

/** Sets the next check of the page's alerts. */
export const scheduleEscalationStatement = (pageId: string, dueAt: number | null): SqlStatement =>
  rowsStatement(
    `UPDATE page SET escalation_due_at = j.value->>'$.dueAt', escalation_not_before = 0, escalation_tries = 0
      FROM json_each(?1) j WHERE page.id = ${pageIdOfRowSql}`,
    rowsWithPageId(pageId, [{ dueAt }]),
  );

/** Records the recipients of these firings. */
export const recordFiringNotificationsStatements = (
  pageId: string,
  rows: readonly { alertId: string; startedAt: number; told: EscalationStep[] }[],
): SqlStatement[] => updateRowsStatements(episodeTable, pageId, rows, ["alertId", "startedAt"]);

/** Makes checks due now that were due in the future by a clock that was ahead. */
export const escalateAfterClockJumpStatement = (now: number): SqlStatement => ({
  sql: "UPDATE page SET escalation_due_at = ?1 WHERE escalation_due_at > ?1",
  params: [now],
});

const isOneOf = (firings: readonly FiringKey[]) =>
  sql`alert.id IN (SELECT j.value ->> 0 FROM json_each(${JSON.stringify(firings)}) j) AND (alert.id, alert.started_at) IN (SELECT j.value ->> 0, j.value ->> 1 FROM json_each(${JSON.stringify(firings)}) j)`;

/** Returns those of these firings that continue and are not acknowledged. */
export const unacknowledgedFiringsQuery = ({ db }: Db, pageId: string, firings: readonly FiringKey[]) =>
  db
    .select({
      id: alertTable.id,
      title: alertTable.title,
      severity: alertTable.severity,
      startedAt: alertTable.startedAt,
      version: alertTable.version,
      sourceName: sourceTable.name,
    })
    .from(alertTable)
    .innerJoin(sourceTable, eq(sourceTable.id, alertTable.sourceId))
    .where(sql`alert.page_id = ${pageId} AND ${unattended} AND ${isOneOf(firings)}`);

/** Returns those of these firings that exist, in any state. */
export const firingsByIdsQuery = ({ db }: Db, pageId: string, firings: readonly FiringKey[]) =>
  db
    .select({
      id: alertTable.id,
      title: alertTable.title,
      state: alertTable.state,
      acknowledgedAt: alertTable.acknowledgedAt,
      dismissedAt: alertTable.dismissedAt,
      acknowledgedByName: sql<string | null>`(SELECT q.name FROM person q WHERE q.id = alert.acknowledged_by)`.as(
        "acknowledged_by_name",
      ),
    })
    .from(alertTable)
    .where(sql`alert.page_id = ${pageId} AND ${isOneOf(firings)}`);
