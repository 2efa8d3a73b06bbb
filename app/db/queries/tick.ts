import { and, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { newId } from "../../platform/ids";
import { dayOf } from "../../rules/day";
import { type TickUsage, usageDays } from "../../rules/usage";
import { runBatch } from "../commit";
import { read } from "../read";
import { component, deployment, maintenance, page, settle, snapshot } from "../schema";
import type { Statement } from "../write";
import { forgetOldDeliveries } from "./channel";
import { dueHeartbeats } from "./heartbeat-ping";
import { somethingToSend } from "./notice";
import { slugBefore } from "./page-purge";
import { allShards } from "./shard";
import { bumpStale, stampObserved } from "./snapshot";

/** At most so many of a kind a minute; the rest is the next minute's. */
const handful = 10;
/** Who pings in time is looked at once a period, too, and must keep nobody waiting who does not; light rows, one batch. */
const beats = 100;
const almostADay = 22 * 3600_000;

/** Asked each fifth minute, as nobody waits for it: a question costs a row even when there is nothing. */
const seldom = (now: number, question: string) =>
  sql<string | null>`${Math.floor(now / 60_000) % 5 === 0 ? sql.raw(`(${question})`) : sql`NULL`}`;

/** The page whose rows are to be taken away next. */
const deletedPage = "SELECT json_array(id, slug) FROM page WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1";

/** Series of which the next occurrence is to be made, a month ahead: beside the deployment's row, as it costs no statement there. */
const seriesDue = (now: number) =>
  `SELECT json_group_array(json_object('id', d.id, 'pageId', d.page_id)) FROM
    (SELECT s.id, s.page_id FROM maintenance_series s WHERE s.due_at <= ${Math.floor(now)} ORDER BY s.due_at LIMIT ${handful}) d`;

const ofDeployment = (now: number) => ({
  seriesDue: seldom(now, seriesDue(now)).as("series_due"),
  tickAt: deployment.tickAt,
  heartbeatSealed: deployment.heartbeatSealed,
  selfCheckSealed: deployment.selfCheckSealed,
  toSend: somethingToSend(now),
  deleted: seldom(now, deletedPage).as("deleted_page"),
});

function deletedOf(found: string | null | undefined): { id: string; slug: string } | null {
  const [id, slug] = JSON.parse(found ?? "[]") as string[];
  return id === undefined ? null : { id, slug: slugBefore(slug ?? "") };
}

type Db = Pick<Ctx, "db">;

/** Documents that were asked for or ran out. */
const snapshotsDue = ({ db }: Db, now: number) =>
  db
    .selectDistinct({ pageId: snapshot.pageId, ranOut: sql<number>`built = wanted`.as("ran_out") })
    .from(snapshot)
    .where(
      and(eq(snapshot.audience, "public"), or(sql`built < wanted`, and(lte(snapshot.freshUntil, now), sql`built > 0`))),
    )
    .limit(handful);

const settlesDue = ({ db }: Db, now: number) =>
  db
    .select({ pageId: settle.pageId })
    .from(settle)
    .where(or(sql`wanted > done`, lte(settle.dueAt, now)))
    .limit(handful);

const maintenancesDue = ({ db }: Db, now: number) =>
  db
    .select({ id: maintenance.id, pageId: maintenance.pageId })
    .from(maintenance)
    .where(and(isNotNull(maintenance.dueAt), lte(maintenance.dueAt, now)))
    .limit(handful);

const manualDue = ({ db }: Db, now: number) =>
  db
    .selectDistinct({ pageId: component.pageId })
    .from(component)
    .where(and(isNotNull(component.manualUntil), lte(component.manualUntil, now)))
    .limit(handful);

const daysDue = ({ db }: Db, now: number) =>
  db
    .select({ id: page.id, timeZone: page.timeZone, openDayAt: page.openDayAt })
    .from(page)
    .where(and(lte(page.openDayAt, now - almostADay), isNull(page.deletedAt)))
    .limit(handful);

/** Everything whose time has come, in one batch: one cheap question a kind (design §1). 8 statements. */
export async function whatIsDue(ctx: Ctx, now: number) {
  const [[own], snapshots, settles, maintenances, manual, days, shards, heartbeats] = await read(
    ctx,
    ctx.db.select(ofDeployment(now)).from(deployment).where(eq(deployment.id, 1)),
    snapshotsDue(ctx, now),
    settlesDue(ctx, now),
    maintenancesDue(ctx, now),
    manualDue(ctx, now),
    daysDue(ctx, now),
    allShards(ctx),
    dueHeartbeats(ctx, now, beats),
  );
  const unpublished = [...new Set(snapshots.map((each) => each.pageId))];
  return {
    tickAt: own?.tickAt ?? 0,
    heartbeat: own?.heartbeatSealed ?? null,
    selfCheckSealed: own?.selfCheckSealed ?? null,
    shards,
    heartbeats: heartbeats.map(({ id }) => id),
    stale: snapshots.some((each) => each.ranOut),
    settles,
    unpublished,
    maintenances,
    series: JSON.parse(own?.seriesDue ?? "[]") as { id: string; pageId: string }[],
    manual,
    days,
    toSend: Boolean(own?.toSend),
    deleted: deletedOf(own?.deleted),
  };
}

/** The stamp, and what the ticks since the last one cost, added to their days; the oldest days fall off. One row. */
const stampTick = (now: number, spent: TickUsage): Statement => ({
  sql: `UPDATE deployment SET tick_at = ?1, usage = (
      SELECT coalesce(json_group_object(day, json(counts)), '{}') FROM (
        SELECT key AS day, json_array(sum(value ->> 0), sum(value ->> 1), sum(value ->> 2)) AS counts
        FROM (SELECT key, value FROM json_each(deployment.usage) UNION ALL SELECT key, value FROM json_each(?2))
        WHERE key >= ?3 GROUP BY key))
    WHERE id = 1 AND tick_at < ?1`,
  params: [now, JSON.stringify(spent), dayOf("Etc/UTC", now - usageDays * 24 * 3600_000)],
});

interface Wants {
  stale: boolean;
  stamps: boolean;
  /** What is told of the gap that the stamp ends: in one batch, so that neither is lost. */
  births: readonly Statement[];
  spent: TickUsage;
}

/** What ran out wants a new build; on a stamping minute the stamps as well. One write batch, or none. */
export async function stamp(ctx: Ctx, now: number, wants: Wants): Promise<void> {
  const stamps = wants.stamps ? [stampObserved(now), stampTick(now, wants.spent)] : [];
  const statements = [...(wants.stale ? [bumpStale(now)] : []), ...wants.births, ...stamps];
  if (statements.length > 0) await runBatch(ctx, statements);
}

/** The slugs of pages that everybody may see. */
export async function publicSlugs(ctx: Ctx): Promise<string[]> {
  const shown = and(eq(snapshot.part, "home"), eq(snapshot.audience, "public"), eq(snapshot.visibility, "public"));
  const [rows] = await read(ctx, ctx.db.select({ slug: snapshot.slug }).from(snapshot).where(shown).limit(handful));
  return rows.map(({ slug }) => slug);
}

/** Ids begin with their time. More than strangers can have made in an hour by asking for mails. */
const oldNotices = "SELECT id FROM notice WHERE id < ?1 AND due_at IS NULL ORDER BY id LIMIT 500";

/** Without an index, because a bounce is to cost one row (quality §2): reads every subscriber once a day. */
const forgetQuarantined = (before: number): Statement => ({
  sql: `DELETE FROM subscriber WHERE (page_id, id) IN (SELECT page_id, id FROM subscriber
    WHERE state = 'quarantined' AND quarantined_at < ?1 LIMIT 2000)`,
  params: [before],
});

/** Deletes what is kept for a while only (spec §9); bounded, so that a large backlog takes several hours. */
export async function purge(ctx: Ctx, now: number): Promise<void> {
  const day = 24 * 3600_000;
  const statements: Statement[] = [
    {
      sql: `DELETE FROM delivery WHERE (source_id, id) IN (SELECT d.source_id, d.id FROM page p CROSS JOIN source s
        CROSS JOIN delivery d WHERE s.page_id = p.id AND d.source_id = s.id
        AND d.received_at < ?1 - p.delivery_days * 86400000 LIMIT 2000)`,
      params: [now],
    },
    {
      sql: "DELETE FROM alert WHERE instr(flags, 'tombstone') > 0 AND last_seen_at < ?1 AND state = 'resolved'",
      params: [now - 2 * day],
    },
    {
      sql: "DELETE FROM monitor_hour WHERE monitor_id IN (SELECT id FROM monitor) AND hour < ?1",
      params: [Math.floor((now - 400 * day) / 3600_000)],
    },
    { sql: "DELETE FROM session WHERE expires_at < ?1", params: [now] },
    { sql: "DELETE FROM sign_in_link WHERE expires_at < ?1", params: [now - day] },
    { sql: "DELETE FROM challenge WHERE expires_at < ?1", params: [now] },
    { sql: "DELETE FROM invitation WHERE expires_at < ?1", params: [now - 30 * day] },
    {
      sql: `DELETE FROM batch WHERE (notice_id, round, number) IN
        (SELECT notice_id, round, number FROM batch WHERE notice_id IN (${oldNotices}) LIMIT 2000)`,
      params: [newId(now - 30 * day)],
    },
    {
      sql: `DELETE FROM notice WHERE id IN (${oldNotices})
        AND NOT EXISTS (SELECT 1 FROM batch b WHERE b.notice_id = notice.id)`,
      params: [newId(now - 30 * day)],
    },
    {
      sql: `DELETE FROM subscriber WHERE (page_id, id) IN (SELECT page_id, id FROM subscriber INDEXED BY subscriber_idle
        WHERE state IN ('pending', 'unsubscribed') AND ((state = 'pending' AND updated_at < ?1) OR updated_at < ?2) LIMIT 500)`,
      params: [now - 7 * day, now - 90 * day],
    },
    forgetOldDeliveries(newId(now - 30 * day)),
    ...(new Date(now).getUTCHours() === 3 ? [forgetQuarantined(now - 90 * day)] : []),
  ];
  await runBatch(ctx, statements);
}
