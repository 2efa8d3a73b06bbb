import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { correctionTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { isReportKeySql } from "./firing-reports";

type Db = Pick<Ctx, "db">;
export type CorrectionRow = typeof correctionTable.$inferSelect;

/** Lists corrections, newest first; `before`: the id after which the list continues. Ids are in the order of time. */
export const correctionsBeforeQuery = ({ db }: Db, pageId: string, before: string | null, limit: number) =>
  db
    .select()
    .from(correctionTable)
    .where(and(eq(correctionTable.pageId, pageId), before === null ? undefined : lt(correctionTable.id, before)))
    .orderBy(desc(correctionTable.id))
    .limit(limit);

/** An instant, or SQL for one in a row of the same batch. */
type SqlInstant = number | SQL;

export interface SqlTimeRange {
  from: SqlInstant;
  to: SqlInstant;
}

/** Returns SQL for a column of an existing correction. */
export const columnOfCorrectionSql = (pageId: string, id: string) => (column: "starts_at" | "ends_at" | "source_id") =>
  sql`(SELECT ${sql.raw(`c.${column}`)} FROM correction c WHERE c.page_id = ${pageId} AND c.id = ${id})`;

/** Returns the period of an existing correction. */
export const correctionRangeSql = (pageId: string, id: string): SqlTimeRange => {
  const of = columnOfCorrectionSql(pageId, id);
  return { from: of("starts_at"), to: of("ends_at") };
};

/** Lists corrections that are in effect and overlap the period. */
export const activeCorrectionsInRangeQuery = ({ db }: Db, pageId: string, { from, to }: SqlTimeRange) =>
  db
    .select()
    .from(correctionTable)
    .where(
      and(
        eq(correctionTable.pageId, pageId),
        isNull(correctionTable.undoneAt),
        sql`${correctionTable.startsAt} < ${to} AND ${correctionTable.endsAt} > ${from}`,
      ),
    );

/** Most firings of one period that are read. */
export const maxReportedFirings = 2000;

/** Most firings of all time that are searched for them, because their key is not in the order of time. */
export const maxFiringsScanned = 25_000;

const reportColumns = {
  sourceId: sql<string>`source_id`.as("source_id"),
  severity: sql<string | null>`severity`.as("severity"),
  title: sql<string>`title`.as("title"),
  labels: sql<string>`labels`.as("labels"),
  startedAt: sql<number>`started_at`.as("started_at"),
  endedAt: sql<number | null>`ended_at`.as("ended_at"),
  /** True when there are more firings than are searched. */
  beyond: sql<number>`n > ${maxFiringsScanned}`.as("beyond"),
};

/**
 * Lists the firings, except dismissed ones, that all sources affecting components of the page reported in a period. It
 * reads one range of keys for each source, of alerts and then of their firings; one row more than `maxReportedFirings`
 * when there are too many, and finally one that is `beyond`.
 */
export const reportedFiringsInRangeQuery = ({ db }: Db, pageId: string, { from, to }: SqlTimeRange) =>
  db
    .select(reportColumns)
    .from(
      sql`(SELECT *, row_number() OVER () AS n FROM (SELECT a.source_id, a.severity, a.title, a.labels, a.key, e.started_at, e.ended_at, e.dismissed_at
        FROM (SELECT DISTINCT r.source_id AS id FROM rule r WHERE r.page_id = ${pageId}) s
        CROSS JOIN alert a ON a.id > s.id || '.' AND a.id < s.id || '/'
        CROSS JOIN episode e ON e.alert_id = a.id AND e.started_at < ${to} LIMIT ${maxFiringsScanned + 1}))`,
    )
    .where(
      sql`n > ${maxFiringsScanned} OR ((ended_at IS NULL OR ended_at > ${from}) AND dismissed_at IS NULL
        AND ${isReportKeySql(sql`key`)})`,
    )
    .limit(maxReportedFirings + 1);

const isOne = (pageId: string, id: string) => and(eq(correctionTable.pageId, pageId), eq(correctionTable.id, id));

export const correctionByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db.select().from(correctionTable).where(isOne(pageId, id));

const nameOf = { id: sourceTable.id, family: sourceTable.family, name: sourceTable.name };

/** Finds an origin of alerts: an external source, a monitor or a heartbeat. */
export const alertOriginByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select(nameOf)
    .from(sourceTable)
    .where(and(eq(sourceTable.pageId, pageId), eq(sourceTable.id, id)));
