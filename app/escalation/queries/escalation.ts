import { and, eq, sql } from "drizzle-orm";
import { testKeyPrefix } from "~/alerts/rules/signal";
import { type PageRef, readPages } from "~/db/read-pages";
import { alert, channel, episode, membership, page, person, source } from "~/db/schema";
import { inPage, ofRows, pageOfRow, type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { EscalationStep, Unacknowledged } from "../rules/escalation";

type Db = Pick<Ctx, "db">;

/** So many alerts of a page are looked at, the first to fire first. */
const most = 1000;

/** One firing of one alert. */
export type Firing = [alertId: string, startedAt: number];

/** What the scope of a notice says that it is about. */
export const firingsIn = (scope: Record<string, unknown>): Firing[] => (scope.firings ?? []) as Firing[];

const unattended = sql`alert.state = 'firing' AND alert.acknowledged_at IS NULL AND alert.dismissed_at IS NULL`;

const jsonIds = (ids: string) => sql.raw(`(SELECT value FROM page p, json_each(p.${ids}) j WHERE p.id = page.id)`);

/** The policy, and of those whom it names the channels and people that can be told. */
const policies = ({ db }: Db, pageId: PageRef) =>
  db
    .select({
      row: page,
      channelIds: sql<string>`(SELECT json_group_array(c.id) FROM ${channel} c
        WHERE c.page_id = page.id AND c.disabled_at IS NULL AND c.id IN ${jsonIds("escalate_channel_ids")})`.as(
        "heard",
      ),
      personIds:
        sql<string>`(SELECT json_group_array(m.person_id) FROM ${membership} m JOIN ${person} q ON q.id = m.person_id
        WHERE m.page_id = page.id AND m.role <> 'viewer' AND q.email IS NOT NULL AND q.disabled_at IS NULL
          AND m.person_id IN ${jsonIds("escalate_person_ids")})`.as("reached"),
    })
    .from(page)
    .where(eq(page.id, pageId));

/** By the index of what fires on a page. */
const unacknowledged = ({ db }: Db, pageId: PageRef) =>
  db
    .select({
      id: alert.id,
      sourceId: alert.sourceId,
      severity: alert.severity,
      startedAt: alert.startedAt,
      heardAt: sql<number>`${episode.receivedAt}`.as("heard_at"),
      told: episode.told,
    })
    .from(alert)
    .innerJoin(episode, and(eq(episode.alertId, alert.id), eq(episode.startedAt, alert.startedAt)))
    .where(
      sql`alert.page_id = ${pageId} AND ${unattended} AND alert.cause_id IS NULL AND alert.key NOT LIKE ${`${testKeyPrefix}%`}`,
    )
    .orderBy(alert.startedAt)
    .limit(most);

export interface EscalationFacts {
  page: typeof page.$inferSelect;
  channelIds: string[];
  personIds: string[];
  alerts: Omit<Unacknowledged, "mutedUntil">[];
}

/** Two statements, for however many pages. */
export async function escalationFactsOf(
  ctx: Ctx,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, EscalationFacts>> {
  const found = await readPages(
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

/** Breaks the batch where somebody escalated meanwhile, an alert fired, or the policy is another. */
export const escalationStill = ({ id, version, escalationDueAt: dueAt }: EscalationFacts["page"]): Statement =>
  ofRows(
    `INSERT INTO guard (lost) SELECT 'page' FROM json_each(?1) j WHERE NOT EXISTS (SELECT 1 FROM page
      WHERE id = j.value->>'$.id' AND version = j.value->>'$.version' AND escalation_due_at IS j.value->>'$.dueAt')`,
    [{ id, version, dueAt }],
  );

/** When the page's alerts are looked at next. */
export const escalateNext = (pageId: string, dueAt: number | null): Statement =>
  ofRows(
    `UPDATE page SET escalation_due_at = j.value->>'$.dueAt', escalation_not_before = 0, escalation_tries = 0
      FROM json_each(?1) j WHERE page.id = ${pageOfRow}`,
    inPage(pageId, [{ dueAt }]),
  );

/** Who was told of these firings. */
export const noteTold = (
  pageId: string,
  rows: readonly { alertId: string; startedAt: number; told: EscalationStep[] }[],
): Statement[] => updateRows(episode, pageId, rows, ["alertId", "startedAt"]);

/** A clock that was ahead went back: what was to be looked at by its time is looked at now. */
export const escalateAfterJump = (now: number): Statement => ({
  sql: "UPDATE page SET escalation_due_at = ?1 WHERE escalation_due_at > ?1",
  params: [now],
});

const isOneOf = (firings: readonly Firing[]) =>
  sql`alert.id IN (SELECT j.value ->> 0 FROM json_each(${JSON.stringify(firings)}) j) AND (alert.id, alert.started_at) IN (SELECT j.value ->> 0, j.value ->> 1 FROM json_each(${JSON.stringify(firings)}) j)`;

/** Of these firings those that go on and that nobody has acknowledged. */
export const stillUnacknowledged = ({ db }: Db, pageId: string, firings: readonly Firing[]) =>
  db
    .select({
      id: alert.id,
      title: alert.title,
      severity: alert.severity,
      startedAt: alert.startedAt,
      version: alert.version,
      sourceName: source.name,
    })
    .from(alert)
    .innerJoin(source, eq(source.id, alert.sourceId))
    .where(sql`alert.page_id = ${pageId} AND ${unattended} AND ${isOneOf(firings)}`);

/** Of these firings all that are known, whatever became of them. */
export const firingsByIds = ({ db }: Db, pageId: string, firings: readonly Firing[]) =>
  db
    .select({
      id: alert.id,
      title: alert.title,
      state: alert.state,
      acknowledgedAt: alert.acknowledgedAt,
      dismissedAt: alert.dismissedAt,
      acknowledgedByName: sql<string | null>`(SELECT q.name FROM person q WHERE q.id = alert.acknowledged_by)`.as(
        "acknowledged_by_name",
      ),
    })
    .from(alert)
    .where(sql`alert.page_id = ${pageId} AND ${isOneOf(firings)}`);
