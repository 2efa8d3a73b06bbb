import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { type AlertOrigin, alert, source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Most firing alerts that the search offers to acknowledge, the newest. */
const maxAlerts = 50;

const ofSource = <Value>(column: string) =>
  sql<Value>`(SELECT ${sql.raw(`s.${column}`)} FROM source s WHERE s.id = alert.source_id)`;

/** Lists firing alerts that nobody has acknowledged, the newest first. */
export const alertsToAcknowledgeQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: alert.id,
      title: alert.title,
      key: alert.key,
      body: alert.body,
      labels: alert.labels,
      sourceName: ofSource<string | null>("name").as("source_name"),
      family: ofSource<AlertOrigin | null>("family").as("family"),
    })
    .from(alert)
    .where(
      and(eq(alert.pageId, pageId), eq(alert.state, "firing"), isNull(alert.acknowledgedAt), isNull(alert.dismissedAt)),
    )
    .orderBy(desc(alert.startedAt))
    .limit(maxAlerts);

/** Lists the monitors of a page by name. */
export const monitorsToMuteQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: source.id, name: source.name })
    .from(source)
    .where(and(eq(source.pageId, pageId), eq(source.family, "monitor")))
    .orderBy(asc(source.name));
