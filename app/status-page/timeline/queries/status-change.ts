import { and, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import { leaseIsOverSql } from "~/db/instants";
import type { PageIdOrSql } from "~/db/read-pages";
import { pageTable, settleTable, statusChangeTable } from "~/db/schema";
import { guardTableStatement, insertRowsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { toStatusOrNull } from "~/status/status";
import type { TimelineState } from "../../rules/layer-change";
import type { StatusChangeFact } from "../../rules/snapshot-facts";

type Db = Pick<Ctx, "db">;

/**
 * Columns of the page's row with the state of its timeline. The newest row is found by one seek, because no row is
 * older than one written before it.
 */
export const timelineColumns = {
  openDayAt: pageTable.openDayAt,
  timeline: sql<number>`coalesce((SELECT s.timeline FROM settle s WHERE s.page_id = page.id), 0)`.as("timeline"),
  recordedAt: sql<number>`coalesce((SELECT max(c.recorded_at) FROM status_change c WHERE c.page_id = page.id), 0)`.as(
    "recorded_at",
  ),
};

/** Selects the timeline's state; read it in one batch with the facts of a decision about layers. */
export const timelineStateOfPageQuery = ({ db }: Db, pageId: PageIdOrSql) =>
  db.select(timelineColumns).from(pageTable).where(eq(pageTable.id, pageId));

const goneVersion = -1;
/** A statement that always fails, because nothing can be committed for a deleted page. */
const nobodys = guardTableStatement(settleTable, { lost: "true" });

export const timelineStateOf = ([found]: readonly TimelineState[]): TimelineState =>
  found ?? { timeline: goneVersion, openDayAt: 0, recordedAt: 0 };

/**
 * Selects rows since an instant, in the order of their key; status-page/timeline/rules/timeline folds them by sequence.
 */
export const statusChangesSinceQuery = ({ db }: Db, pageId: PageIdOrSql, since: number | SQL) =>
  db
    .select()
    .from(statusChangeTable)
    .where(and(eq(statusChangeTable.pageId, pageId), gte(statusChangeTable.recordedAt, sql`${since}`)))
    .orderBy(statusChangeTable.recordedAt, statusChangeTable.id);

/** Selects the same, but at most `most` rows, and one more if there are more. */
export const firstStatusChangesSinceQuery = (db: Db, pageId: string, since: SQL, most: number) =>
  statusChangesSinceQuery(db, pageId, since).limit(most + 1);

/** The condition for rows of the open day. */
export const openDayCondition = (pageId: PageIdOrSql) =>
  and(
    eq(statusChangeTable.pageId, pageId),
    gte(statusChangeTable.recordedAt, sql`(SELECT open_day_at FROM page WHERE page.id = ${pageId})`),
  );

/**
 * Selects rows of the open day after the fold that was stored with the page's document, if that fold is of this day.
 */
export const statusChangesAfterFoldQuery = ({ db }: Db, pageId: PageIdOrSql) =>
  db
    .select()
    .from(statusChangeTable)
    .where(
      and(
        eq(statusChangeTable.pageId, pageId),
        gt(
          statusChangeTable.recordedAt,
          sql`(SELECT max(p.open_day_at - 1, coalesce((SELECT n.fold_to FROM snapshot n WHERE n.page_id = p.id AND n.part = 'home' AND n.audience = 'public' AND n.fold IS NOT NULL AND n.fold_from = p.open_day_at), 0)) FROM page p WHERE p.id = ${pageId})`,
        ),
      ),
    )
    .orderBy(statusChangeTable.recordedAt, statusChangeTable.id);

/** Selects the rows of the open day. */
export const openDayStatusChangesQuery = ({ db }: Db, pageId: PageIdOrSql) =>
  db
    .select()
    .from(statusChangeTable)
    .where(openDayCondition(pageId))
    .orderBy(statusChangeTable.recordedAt, statusChangeTable.id);

/** Selects rows of the days that were open when the pages' facts were read; `starts` has the start by page, as JSON. */
export const statusChangesSinceDayStartQuery = ({ db }: Db, pageId: PageIdOrSql, starts: string) =>
  db
    .select()
    .from(statusChangeTable)
    .where(and(eq(statusChangeTable.pageId, pageId), gte(statusChangeTable.recordedAt, sql`(${starts} ->> ${pageId})`)))
    .orderBy(statusChangeTable.recordedAt, statusChangeTable.id);

export const toStatusChangeFact = (row: typeof statusChangeTable.$inferSelect): StatusChangeFact => ({
  componentId: row.componentId,
  layer: row.layer,
  from: toStatusOrNull(row.fromStatus),
  to: toStatusOrNull(row.toStatus),
  at: row.at,
  recordedAt: row.recordedAt,
  sequence: row.sequence,
});

/** The invocation that takes a version, and its clock. */
export type TimelineTaker = Pick<Ctx, "now" | "requestId">;

/** Maximum time, in ms, for which an invocation that lost a race may hold the timeline for one attempt. */
const timelineHoldMs = 1000;
const isFree = (holder: string, now: string) =>
  `(timeline_holder IN ('', ${holder}) OR ${leaseIsOverSql(now, timelineHoldMs, "timeline_held_until")})`;

/**
 * Returns SQL for the next version. It is NULL when the version is not the one that was read, or when another
 * invocation holds the timeline; the column rejects NULL, so the batch is rolled back.
 */
const next = (read: string, holder: string, now: string) =>
  `CASE WHEN timeline = ${read} AND ${isFree(holder, now)} THEN timeline + 1 END`;

/** Holds the timeline for the next attempt of an invocation that lost a race; returns a row if that was possible. */
export const holdTimelineStatement = (pageId: string, taker: TimelineTaker): SqlStatement => ({
  sql: `UPDATE settle SET timeline_holder = ?2, timeline_held_until = ?3 + ${timelineHoldMs} WHERE page_id = ?1 AND ${isFree("?2", "?3")} RETURNING page_id`,
  params: [pageId, taker.requestId, taker.now()],
});

/** Releases the timeline when the attempt ended without taking a version. */
export const releaseTimelineStatement = (pageId: string, { requestId }: TimelineTaker): SqlStatement => ({
  sql: "UPDATE settle SET timeline_holder = '' WHERE page_id = ?1 AND timeline_holder = ?2",
  params: [pageId, requestId],
});

/**
 * Takes the next version of the page's timeline. Fails the batch when another invocation has taken it since it was
 * read, or holds it, or when the page is deleted. It guards the open day as well; guard and change are one statement
 * and one row.
 */
export const takeTimelineVersionStatement = (
  taker: TimelineTaker,
  pageId: string,
  { timeline }: TimelineState,
): SqlStatement => (timeline === goneVersion ? nobodys : taken(taker, pageId, timeline));

const taken = ({ requestId, now }: TimelineTaker, pageId: string, timeline: number): SqlStatement => {
  const asked = next("excluded.timeline - 1", "excluded.timeline_holder", "excluded.timeline_held_until");
  const rows = [{ pageId, timeline: timeline + 1, timelineHolder: requestId, timelineHeldUntil: now() }];
  return insertRowsStatements(settleTable, rows, {
    onConflict: { key: ["pageId"], set: `timeline = ${asked}, timeline_holder = ''` },
  })[0] as SqlStatement;
};

/** Returns the same as a column of an UPDATE of `settle` that happens anyway; the parameters are SQL. */
export const takeTimelineVersionColumn = (read: string, holder: string, now: string) =>
  `CASE WHEN ${read} IS NULL THEN timeline ELSE ${next(read, holder, now)} END`;

/** The reason why rows are appended. */
export interface StatusChangeCause {
  cause: "alert" | "incident" | "maintenance" | "person" | "manual_end" | "correction";
  /** Id of the incident, maintenance or correction. */
  reference: string | null;
}

/**
 * Appends rows that `nextTimelineRows` numbered. Its only caller is status-page/timeline/engine/extend, which adds the guard.
 */
export function insertStatusChangeStatements(
  ctx: Ctx,
  pageId: string,
  rows: readonly StatusChangeFact[],
  cause: StatusChangeCause,
): SqlStatement[] {
  const first = ctx.id();
  return insertRowsStatements(
    statusChangeTable,
    rows.map(({ from: fromStatus, to: toStatus, ...row }, index) => ({
      id: `${first}${String(index).padStart(4, "0")}`,
      pageId,
      ...row,
      fromStatus,
      toStatus,
      ...cause,
    })),
  );
}

/** Deletes the rows since `since` of the deleted components among these; no other rows refer to them. */
export const deleteChangesOfGoneComponentsStatement = (
  pageId: string,
  ids: readonly string[],
  since: number,
): SqlStatement => ({
  sql: `DELETE FROM status_change WHERE page_id = ?1 AND recorded_at >= ?3
    AND component_id IN (SELECT value FROM json_each(?2))
    AND NOT EXISTS (SELECT 1 FROM component c WHERE c.id = status_change.component_id)`,
  params: [pageId, JSON.stringify(ids), since],
});
