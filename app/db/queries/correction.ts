import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { refusedKey, testKeyPrefix } from "~/rules/alerts/signal";
import type { Ctx } from "../../platform/ctx";
import { correction, source } from "../schema";

type Db = Pick<Ctx, "db">;
export type CorrectionRow = typeof correction.$inferSelect;

/** The newest first; `before`: the id behind which the list goes on. Ids are in the order of time. */
export const correctionList = ({ db }: Db, pageId: string, before: string | null, limit: number) =>
  db
    .select()
    .from(correction)
    .where(and(eq(correction.pageId, pageId), before === null ? undefined : lt(correction.id, before)))
    .orderBy(desc(correction.id))
    .limit(limit);

/** An instant, or where it stands in a row that is read in the same batch. */
type At = number | SQL;

export interface Stretch {
  from: At;
  to: At;
}

/** Of a correction that is there. */
export const stretchOf = (pageId: string, id: string): Stretch => {
  const of = (column: SQL) => sql`(SELECT ${column} FROM correction c WHERE c.page_id = ${pageId} AND c.id = ${id})`;
  return { from: of(sql`c.starts_at`), to: of(sql`c.ends_at`) };
};

/** Those that stand and reach into the stretch. */
export const correctionsIn = ({ db }: Db, pageId: string, { from, to }: Stretch) =>
  db
    .select()
    .from(correction)
    .where(
      and(
        eq(correction.pageId, pageId),
        isNull(correction.undoneAt),
        sql`${correction.startsAt} < ${to} AND ${correction.endsAt} > ${from}`,
      ),
    );

/** More firings of one stretch are not told apart. */
export const reportsAtMost = 2000;

const { sourceId, severity, title, labels, startedAt, endedAt } = {
  sourceId: sql<string>`a.source_id`.as("source_id"),
  severity: sql<string | null>`a.severity`.as("severity"),
  title: sql<string>`a.title`.as("title"),
  labels: sql<string>`a.labels`.as("labels"),
  startedAt: sql<number>`e.started_at`.as("started_at"),
  endedAt: sql<number | null>`e.ended_at`.as("ended_at"),
};

/**
 * What all sources that move components of the page reported in a stretch: firings that nobody dismissed. One range of
 * keys for each source, of alerts and then of their firings; one more than `reportsAtMost` where there are too many.
 */
export const reportsIn = ({ db }: Db, pageId: string, { from, to }: Stretch) =>
  db
    .select({ sourceId, severity, title, labels, startedAt, endedAt })
    .from(
      sql`(SELECT DISTINCT r.source_id AS id FROM rule r WHERE r.page_id = ${pageId}) s
        CROSS JOIN alert a ON a.id > s.id || '.' AND a.id < s.id || '/'
        CROSS JOIN episode e ON e.alert_id = a.id AND e.started_at < ${to}`,
    )
    .where(
      sql`(e.ended_at IS NULL OR e.ended_at > ${from}) AND e.dismissed_at IS NULL
        AND a.key <> ${refusedKey} AND substr(a.key, 1, ${testKeyPrefix.length}) <> ${testKeyPrefix}`,
    )
    .limit(reportsAtMost + 1);

const isOne = (pageId: string, id: string) => and(eq(correction.pageId, pageId), eq(correction.id, id));

export const correctionById = ({ db }: Db, pageId: string, id: string) =>
  db.select().from(correction).where(isOne(pageId, id));

const nameOf = { id: source.id, family: source.family, name: source.name };

/** Whatever alerts come from: an outside source, a monitor, a heartbeat. */
export const reporterById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select(nameOf)
    .from(source)
    .where(and(eq(source.pageId, pageId), eq(source.id, id)));
