import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { channelTable, monitorTable, sourceTable, subscriberTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { isActiveEndpointSql } from "~/subscribers/queries/endpoints";

type Db = Pick<Ctx, "db">;

/** Maximum number of rows of each kind that are read. A larger deployment does not run on one machine. */
const maxAddresses = 2000;

/** Selects monitors that the deployment checks itself and that are not paused. */
export const monitorsCheckedHereQuery = ({ db }: Db) =>
  db
    .select({ name: sourceTable.name, kind: sourceTable.kind, settingsSealed: sourceTable.settingsSealed })
    .from(monitorTable)
    .innerJoin(sourceTable, eq(sourceTable.id, monitorTable.id))
    .where(and(isNull(monitorTable.agentId), isNull(monitorTable.pausedAt)))
    .orderBy(asc(sourceTable.name))
    .limit(maxAddresses);

/** Selects channels of every page that are not off. */
export const channelsInUseQuery = ({ db }: Db) =>
  db
    .select({ name: channelTable.name, kind: channelTable.kind, settingsSealed: channelTable.settingsSealed })
    .from(channelTable)
    .where(isNull(channelTable.disabledAt))
    .orderBy(asc(channelTable.name))
    .limit(maxAddresses);

/**
 * Selects the targets of active subscribers of these kinds, by the index of subscribers who are not notified by email.
 */
export const subscriberTargetsOfKindsQuery = ({ db }: Db, kinds: readonly string[]) =>
  db
    .select({ kind: subscriberTable.kind, targetSealed: subscriberTable.targetSealed })
    .from(subscriberTable)
    .where(
      sql`(${subscriberTable.pageId}, ${subscriberTable.id}) IN (SELECT s.page_id, s.id FROM subscriber s INDEXED BY subscriber_way
        WHERE ${sql.raw(isActiveEndpointSql("s"))} AND s.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
        LIMIT ${maxAddresses})`,
    );
