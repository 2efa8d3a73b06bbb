import { and, eq, sql } from "drizzle-orm";
import { deliveryTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Most characters of bodies that are read at once; bodies beyond are left out. */
const maxBodyChars = 1_000_000;

/** Our own ids sort by time and before this; ids given by senders sort after it. */
const beyond = "8";

const ownIds = (sourceId: string, limit: number) =>
  sql`SELECT id FROM delivery WHERE source_id = ${sourceId} AND id < ${beyond} ORDER BY id DESC LIMIT ${limit}`;
const senderIds = (sourceId: string, limit: number) =>
  sql`SELECT id FROM delivery WHERE source_id = ${sourceId} AND id >= ${beyond} ORDER BY received_at DESC LIMIT ${limit}`;

const fits = sql`sum(length(body)) OVER (ORDER BY received_at DESC, id DESC) <= ${maxBodyChars}`;

/** Returns a source's last deliveries as received, newest first; `body` is null when all together would be too long. */
export const recentDeliveriesOfSourceQuery = ({ db }: Db, pageId: string, sourceId: string, limit: number) =>
  db
    .select({
      id: deliveryTable.id,
      receivedAt: deliveryTable.receivedAt,
      headers: deliveryTable.headers,
      body: sql<string | null>`CASE WHEN ${fits} THEN body END`.as("body"),
    })
    .from(deliveryTable)
    .where(
      and(
        eq(deliveryTable.sourceId, sourceId),
        eq(deliveryTable.pageId, pageId),
        eq(deliveryTable.outcome, "accepted"),
        sql`(delivery.id IN (${ownIds(sourceId, limit)}) OR delivery.id IN (${senderIds(sourceId, limit)}))`,
      ),
    )
    .orderBy(sql`received_at DESC, id DESC`)
    .limit(limit);
