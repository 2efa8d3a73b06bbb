import { and, eq, gt, sql } from "drizzle-orm";
import { subscriber } from "~/db/schema";
import { guard, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Number of the page's people whom imports ask, or asked, after this time; by an index of these alone. */
export const askedCountSince = ({ db }: Db, pageId: string, since: number) =>
  db
    .select({ asked: sql<number>`count(*)`.as("asked") })
    .from(subscriber)
    .where(and(eq(subscriber.pageId, pageId), gt(subscriber.askedAt, since)));

/** Breaks the batch when more than `most` of them are asked meanwhile. */
export const guardAskedLimit = (pageId: string, since: number, most: number): Statement =>
  guard(subscriber, { lost: "(SELECT count(*) FROM subscriber WHERE page_id = ?1 AND asked_at > ?2) > ?3" }, [
    pageId,
    since,
    most,
  ]);

/** Progress of the subscribers whom imports ask, and when the last of them is asked. */
export const askedCounts = ({ db }: Db, pageId: string, now: number) => {
  const { state, askedAt } = subscriber;
  return db
    .select({
      toAsk: sql<number>`count(*) FILTER (WHERE ${state} = 'pending' AND ${askedAt} > ${now})`.as("to_ask"),
      waiting: sql<number>`count(*) FILTER (WHERE ${state} = 'pending' AND ${askedAt} <= ${now})`.as("waiting"),
      confirmed: sql<number>`count(*) FILTER (WHERE ${state} IN ('active', 'quarantined'))`.as("confirmed"),
      until: sql<number | null>`max(${askedAt}) FILTER (WHERE ${state} = 'pending' AND ${askedAt} > ${now})`.as(
        "until",
      ),
    })
    .from(subscriber)
    .where(and(eq(subscriber.pageId, pageId), gt(askedAt, 0)));
};
