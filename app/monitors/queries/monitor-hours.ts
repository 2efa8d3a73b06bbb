import { sql } from "drizzle-orm";
import { monitorHourTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/** Returns the rows of hours (UTC ms / 3,600,000) of these monitors since `hour`, by the table’s key. */
export const monitorHoursSinceQuery = ({ db }: Pick<Ctx, "db">, ids: readonly string[], hour: number) =>
  db
    .select()
    .from(monitorHourTable)
    .where(
      sql`monitor_hour.monitor_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND monitor_hour.hour >= ${hour}`,
    );
