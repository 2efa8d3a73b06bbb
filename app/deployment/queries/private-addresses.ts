import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { channel, monitor, source, subscriber } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { activeEndpointCondition } from "~/subscribers/queries/endpoints";

type Db = Pick<Ctx, "db">;

/** Most rows of each kind that are read: a larger deployment does not run on one machine. */
const maxAddresses = 2000;

/** Selects monitors that the deployment checks itself and that are not paused. */
export const monitorsCheckedHereQuery = ({ db }: Db) =>
  db
    .select({ name: source.name, kind: source.kind, settingsSealed: source.settingsSealed })
    .from(monitor)
    .innerJoin(source, eq(source.id, monitor.id))
    .where(and(isNull(monitor.agentId), isNull(monitor.pausedAt)))
    .orderBy(asc(source.name))
    .limit(maxAddresses);

/** Selects channels of every page that are not off. */
export const channelsInUseQuery = ({ db }: Db) =>
  db
    .select({ name: channel.name, kind: channel.kind, settingsSealed: channel.settingsSealed })
    .from(channel)
    .where(isNull(channel.disabledAt))
    .orderBy(asc(channel.name))
    .limit(maxAddresses);

/**
 * Selects the targets of active subscribers of these kinds, by the index of subscribers who are not notified by email.
 */
export const subscriberTargetsOfKindsQuery = ({ db }: Db, kinds: readonly string[]) =>
  db
    .select({ kind: subscriber.kind, targetSealed: subscriber.targetSealed })
    .from(subscriber)
    .where(
      sql`(${subscriber.pageId}, ${subscriber.id}) IN (SELECT s.page_id, s.id FROM subscriber s INDEXED BY subscriber_way
        WHERE ${sql.raw(activeEndpointCondition("s"))} AND s.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
        LIMIT ${maxAddresses})`,
    );
