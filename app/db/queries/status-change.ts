import { and, eq, gt, gte, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import type { TimelineState } from "../../rules/layer-change";
import type { ChangeFact } from "../../rules/snapshot-facts";
import { type Layer, toStatusOrNull } from "../../rules/status";
import type { PageRef } from "../read-pages";
import { page, statusChange } from "../schema";
import { insertRows, type Statement } from "../write";

type Db = Pick<Ctx, "db">;

/** Columns of the page's row: where its timeline stands. The newest row is one seek, as none is older than another that came after it. */
export const timelineColumns = {
  openDayAt: page.openDayAt,
  timeline: sql<number>`coalesce((SELECT s.timeline FROM settle s WHERE s.page_id = page.id), 0)`.as("timeline"),
  recordedAt: sql<number>`coalesce((SELECT max(c.recorded_at) FROM status_change c WHERE c.page_id = page.id), 0)`.as(
    "recorded_at",
  ),
};

/** Read it in one batch with the facts of a decision about layers. */
export const timelineOf = ({ db }: Db, pageId: string) =>
  db.select(timelineColumns).from(page).where(eq(page.id, pageId));

/** Of a page that is gone: no commit fits it. */
export const stateOf = ([found]: readonly TimelineState[]): TimelineState =>
  found ?? { timeline: -1, openDayAt: 0, recordedAt: 0 };

/** Rows since an instant, in the order of their key; rules/timeline folds them by sequence. */
export const changesSince = ({ db }: Db, pageId: PageRef, since: number) =>
  db
    .select()
    .from(statusChange)
    .where(and(eq(statusChange.pageId, pageId), gte(statusChange.recordedAt, since)))
    .orderBy(statusChange.recordedAt, statusChange.id);

/** Those of rows of the open day, as a condition. */
export const inOpenDay = (pageId: PageRef) =>
  and(
    eq(statusChange.pageId, pageId),
    gte(statusChange.recordedAt, sql`(SELECT open_day_at FROM page WHERE page.id = ${pageId})`),
  );

/** Those of the open day that are not in the fold that was kept with the page's document, where that is of this day. */
export const changesAfterFold = ({ db }: Db, pageId: PageRef) =>
  db
    .select()
    .from(statusChange)
    .where(
      and(
        eq(statusChange.pageId, pageId),
        gt(
          statusChange.recordedAt,
          sql`(SELECT max(p.open_day_at - 1, coalesce((SELECT n.fold_to FROM snapshot n WHERE n.page_id = p.id AND n.part = 'home' AND n.audience = 'public' AND n.fold IS NOT NULL AND n.fold_from = p.open_day_at), 0)) FROM page p WHERE p.id = ${pageId})`,
        ),
      ),
    )
    .orderBy(statusChange.recordedAt, statusChange.id);

/** Rows of the open day. */
export const openChanges = ({ db }: Db, pageId: PageRef) =>
  db.select().from(statusChange).where(inOpenDay(pageId)).orderBy(statusChange.recordedAt, statusChange.id);

export const toChange = (row: typeof statusChange.$inferSelect): ChangeFact => ({
  componentId: row.componentId,
  layer: row.layer as Layer,
  from: toStatusOrNull(row.fromStatus),
  to: toStatusOrNull(row.toStatus),
  at: row.at,
  recordedAt: row.recordedAt,
  sequence: row.sequence,
});

/** The next version, and NULL where it is not the one that was read: the column takes none, so the batch is rolled back. */
const next = (read: string) => `CASE WHEN timeline = ${read} THEN timeline + 1 END`;

/**
 * Takes the next version of the page's timeline: breaks the batch when somebody else did since it was read, or when the
 * page is gone. It stands for the open day as well. One statement and one row for the guard and the change.
 */
export const takeTimeline = (pageId: string, { timeline }: TimelineState): Statement => ({
  sql: `INSERT INTO settle (page_id, timeline) VALUES (?1, nullif(?2, -1) + 1) ON CONFLICT (page_id) DO UPDATE SET timeline = ${next("?2")}`,
  params: [pageId, timeline],
});

/** The same as a part of an UPDATE of `settle` that is made anyway. */
export const takenTimeline = (parameter: string) =>
  `CASE WHEN ${parameter} IS NULL THEN timeline ELSE ${next(parameter)} END`;

/** Why rows are appended. */
export interface Cause {
  cause: "alert" | "incident" | "maintenance" | "person" | "manual_end";
  /** What it was: an incident, a maintenance. */
  reference: string | null;
}

/** Appends rows that `nextRows` numbered; engines/timeline/extend is the only caller, as it brings the guard along. */
export function insertChanges(ctx: Ctx, pageId: string, rows: readonly ChangeFact[], cause: Cause): Statement[] {
  const first = ctx.id();
  return insertRows(
    statusChange,
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
