import { and, eq, isNotNull, lte, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { runBatch } from "../commit";
import { read } from "../read";
import { component, maintenance, page, settle, snapshot } from "../schema";
import type { Statement } from "../write";
import { bumpStale, stampObserved } from "./snapshot";

/** At most so many of a kind a minute; the rest is the next minute's. */
const handful = 10;
const almostADay = 22 * 3600_000;

/** Everything whose time has come, in one batch: one cheap question a kind (design §1). 6 statements. */
export async function whatIsDue(ctx: Ctx, now: number) {
  const { db } = ctx;
  const [pages, settles, snapshots, maintenances, manual, days] = await read(
    ctx,
    db
      .select({ slug: snapshot.slug })
      .from(snapshot)
      .where(and(eq(snapshot.part, "home"), eq(snapshot.audience, "public"), eq(snapshot.visibility, "public")))
      .limit(handful),
    db
      .select({ pageId: settle.pageId })
      .from(settle)
      .where(or(sql`wanted > done`, lte(settle.dueAt, now)))
      .limit(handful),
    db
      .select({ pageId: snapshot.pageId })
      .from(snapshot)
      .where(and(eq(snapshot.part, "home"), eq(snapshot.audience, "public"), sql`built < wanted`))
      .limit(handful),
    db
      .select({ id: maintenance.id, pageId: maintenance.pageId })
      .from(maintenance)
      .where(and(isNotNull(maintenance.dueAt), lte(maintenance.dueAt, now)))
      .limit(handful),
    db
      .selectDistinct({ pageId: component.pageId })
      .from(component)
      .where(and(isNotNull(component.manualUntil), lte(component.manualUntil, now)))
      .limit(handful),
    db
      .select({ id: page.id, timeZone: page.timeZone, openDayAt: page.openDayAt })
      .from(page)
      .where(lte(page.openDayAt, now - almostADay))
      .limit(handful),
  );
  return { pages: pages.map(({ slug }) => slug), settles, snapshots, maintenances, manual, days };
}

const stampTick = (now: number): Statement => ({
  sql: "UPDATE deployment SET tick_at = ?1 WHERE id = 1 AND tick_at < ?1 - 570000",
  params: [now],
});

/** The tick's one write batch: stamps (every 10 minutes) and the wish to publish what ran out. True when it stamped. */
export async function stamp(ctx: Ctx, now: number): Promise<boolean> {
  const [, , stamped] = await runBatch(ctx, [bumpStale(now), stampObserved(now), stampTick(now)]);
  return (stamped?.meta.changes ?? 0) > 0;
}

/** Deletes what is kept for a while only (spec §9); bounded, so that a large backlog takes several hours. */
export async function purge(ctx: Ctx, now: number): Promise<void> {
  const day = 24 * 3600_000;
  const statements: Statement[] = [
    {
      sql: "DELETE FROM delivery WHERE (source_id, id) IN (SELECT source_id, id FROM delivery WHERE source_id IN (SELECT id FROM source) AND received_at < ?1 LIMIT 2000)",
      params: [now - 7 * day],
    },
    { sql: "DELETE FROM session WHERE expires_at < ?1", params: [now] },
    { sql: "DELETE FROM sign_in_link WHERE expires_at < ?1", params: [now - day] },
    {
      sql: "UPDATE notice SET outcome = 'expired', due_at = NULL WHERE due_at IS NOT NULL AND expires_at < ?1",
      params: [now],
    },
  ];
  await runBatch(ctx, statements);
}
