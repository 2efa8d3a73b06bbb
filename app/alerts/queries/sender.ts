import { and, eq, gte, lt } from "drizzle-orm";
import { alertTable, deliveryTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/**
 * Finds the alert whose id has this prefix; ids of a source end in hexadecimal digits, so `g` sorts after all of them.
 */
export const alertByIdPrefixQuery = ({ db }: Db, pageId: string, prefix: string) =>
  db
    .select()
    .from(alertTable)
    .where(and(eq(alertTable.pageId, pageId), gte(alertTable.id, prefix), lt(alertTable.id, `${prefix}g`)))
    .orderBy(alertTable.id)
    .limit(1);

export const deliveryForSenderQuery = ({ db }: Db, sourceId: string, id: string) =>
  db
    .select({
      id: deliveryTable.id,
      receivedAt: deliveryTable.receivedAt,
      headers: deliveryTable.headers,
      signals: deliveryTable.signals,
    })
    .from(deliveryTable)
    .where(and(eq(deliveryTable.sourceId, sourceId), eq(deliveryTable.id, id)));
