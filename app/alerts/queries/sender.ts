import { and, eq, gte, lt } from "drizzle-orm";
import { alert, delivery } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/**
 * Finds the alert whose id has this prefix; ids of a source end in hexadecimal digits, so `g` sorts after all of them.
 */
export const alertByIdPrefixQuery = ({ db }: Db, pageId: string, prefix: string) =>
  db
    .select()
    .from(alert)
    .where(and(eq(alert.pageId, pageId), gte(alert.id, prefix), lt(alert.id, `${prefix}g`)))
    .orderBy(alert.id)
    .limit(1);

export const deliveryForSenderQuery = ({ db }: Db, sourceId: string, id: string) =>
  db
    .select({
      id: delivery.id,
      receivedAt: delivery.receivedAt,
      headers: delivery.headers,
      signals: delivery.signals,
    })
    .from(delivery)
    .where(and(eq(delivery.sourceId, sourceId), eq(delivery.id, id)));
