import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { cutKeyPrefix, refusedKey, testKeyPrefix } from "~/alerts/rules/signal";
import { correction, source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

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

/** So many firings of all time are looked at for it, of whatever stretch: their key is not in the order of time. */
export const firingsLookedAt = 25_000;

const reportColumns = {
  sourceId: sql<string>`source_id`.as("source_id"),
  severity: sql<string | null>`severity`.as("severity"),
  title: sql<string>`title`.as("title"),
  labels: sql<string>`labels`.as("labels"),
  startedAt: sql<number>`started_at`.as("started_at"),
  endedAt: sql<number | null>`ended_at`.as("ended_at"),
  /** There are more firings than are looked at. */
  beyond: sql<number>`n > ${firingsLookedAt}`.as("beyond"),
};

/**
 * What all sources that move components of the page reported in a stretch: firings that nobody dismissed. One range of
 * keys for each source, of alerts and then of their firings; one more than `reportsAtMost` where there are too many, and
 * at last one that is `beyond`.
 */
export const reportsIn = ({ db }: Db, pageId: string, { from, to }: Stretch) =>
  db
    .select(reportColumns)
    .from(
      sql`(SELECT *, row_number() OVER () AS n FROM (SELECT a.source_id, a.severity, a.title, a.labels, a.key, e.started_at, e.ended_at, e.dismissed_at
        FROM (SELECT DISTINCT r.source_id AS id FROM rule r WHERE r.page_id = ${pageId}) s
        CROSS JOIN alert a ON a.id > s.id || '.' AND a.id < s.id || '/'
        CROSS JOIN episode e ON e.alert_id = a.id AND e.started_at < ${to} LIMIT ${firingsLookedAt + 1}))`,
    )
    .where(
      sql`n > ${firingsLookedAt} OR ((ended_at IS NULL OR ended_at > ${from}) AND dismissed_at IS NULL
        AND key <> ${refusedKey} AND substr(key, 1, ${cutKeyPrefix.length}) <> ${cutKeyPrefix} AND substr(key, 1, ${testKeyPrefix.length}) <> ${testKeyPrefix})`,
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
