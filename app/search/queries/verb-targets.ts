import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { type AlertOrigin, alertTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Maximum number of firing alerts that the search offers to acknowledge, the newest. */
const maxAlerts = 50;

const ofSource = <Value>(column: string) =>
  sql<Value>`(SELECT ${sql.raw(`s.${column}`)} FROM source s WHERE s.id = alert.source_id)`;

/** Lists firing alerts that nobody has acknowledged, the newest first. */
export const alertsToAcknowledgeQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: alertTable.id,
      title: alertTable.title,
      key: alertTable.key,
      body: alertTable.body,
      labels: alertTable.labels,
      sourceName: ofSource<string | null>("name").as("source_name"),
      family: ofSource<AlertOrigin | null>("family").as("family"),
    })
    .from(alertTable)
    .where(
      and(
        eq(alertTable.pageId, pageId),
        eq(alertTable.state, "firing"),
        isNull(alertTable.acknowledgedAt),
        isNull(alertTable.dismissedAt),
      ),
    )
    .orderBy(desc(alertTable.startedAt))
    .limit(maxAlerts);

/** Lists the monitors of a page by name. */
export const monitorsToMuteQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: sourceTable.id, name: sourceTable.name })
    .from(sourceTable)
    .where(and(eq(sourceTable.pageId, pageId), eq(sourceTable.family, "monitor")))
    .orderBy(asc(sourceTable.name));
