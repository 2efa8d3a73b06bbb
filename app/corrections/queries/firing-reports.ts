import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alertColumns } from "~/alerts/queries/alert-list";
import { cutListAlertKeyPrefix, refusedDeliveryAlertKey, testAlertKeyPrefix } from "~/alerts/rules/signal";
import { alertTable } from "~/db/schema";
import { guardRowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** SQL that is true for an alert that reports on components; our own about a source's deliveries do not. */
export const isReportKeySql = (key: SQL) => sql`(${key} <> ${refusedDeliveryAlertKey}
  AND substr(${key}, 1, ${cutListAlertKeyPrefix.length}) <> ${cutListAlertKeyPrefix}
  AND substr(${key}, 1, ${testAlertKeyPrefix.length}) <> ${testAlertKeyPrefix})`;

export interface FiringReportParams {
  sourceId: string | SQL;
  /** Instant up to which they started, in ms. */
  by: number | SQL;
  limit: number;
}

/**
 * Lists firing alerts of a source that count and started by an instant, the newest first, each with the number of all
 * of them; uses the index of firing alerts.
 */
export const firingReportsOfSourceQuery = ({ db }: Db, pageId: string, { sourceId, by, limit }: FiringReportParams) =>
  db
    .select({ ...alertColumns, total: sql<number>`count(*) OVER ()`.as("total") })
    .from(alertTable)
    .where(
      and(
        eq(alertTable.pageId, pageId),
        sql`state = 'firing' AND source_id = ${sourceId} AND started_at <= ${by} AND dismissed_at IS NULL`,
        isReportKeySql(sql`alert.key`),
      ),
    )
    .orderBy(desc(alertTable.startedAt), alertTable.id)
    .limit(limit);

interface FiringKey {
  id: string;
  startedAt: number;
}

/** Guards that each of these firings still lasts and counts, so that none of them is dismissed twice, or another one. */
export const guardStillFiringStatements = (firing: readonly FiringKey[]): SqlStatement[] =>
  firing.length === 0
    ? []
    : [
        guardRowsStatement(
          alertTable,
          firing.map(({ id, startedAt }) => ({ id, startedAt })),
          {
            unless:
              "id = j.value->>'$.id' AND started_at = j.value->>'$.startedAt' AND state = 'firing' AND dismissed_at IS NULL",
          },
        ),
      ];
