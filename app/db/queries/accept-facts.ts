import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import type { AlertFact } from "../../rules/alert";
import { episodeName } from "../../rules/delivery";
import { read } from "../read";
import { alert, delivery, episode, source } from "../schema";

export type SourceRow = typeof source.$inferSelect;
export type DeliveryRow = Pick<typeof delivery.$inferSelect, "id" | "bodyHash" | "signals">;

/** The source of an ingest address, by the hash of its token. A heartbeat's address takes pings, never deliveries. */
export async function sourceByToken(ctx: Ctx, tokenHash: string): Promise<SourceRow | null> {
  const outside = and(eq(source.tokenHash, tokenHash), eq(source.family, "source"));
  const [rows] = await read(ctx, ctx.db.select().from(source).where(outside));
  return rows[0] ?? null;
}

export interface Wanted {
  pageId: string;
  sourceId: string;
  alertIds: readonly string[];
  /** Reported starts that recoveries name: which of them are earlier episodes? */
  starts: readonly number[];
  closedGroups: readonly string[];
  /** Set where the sender gave this delivery an id. */
  deliveryId: string | null;
  /** The source has a heartbeat of its own: when did it speak last? */
  lastHeard: boolean;
}

export interface AcceptFacts {
  alerts: AlertFact[];
  olderEpisodes: Set<string>;
  earlier: DeliveryRow | null;
  lastHeardAt: number | null;
}

const listed = (values: readonly unknown[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

function alertQuery({ db }: Ctx, starts: readonly number[], where: SQL | undefined) {
  const { pageId: _page, sourceId: _source, ...columns } = getTableColumns(alert);
  const older = sql<string>`(SELECT json_group_array(o.started_at) FROM episode o WHERE o.alert_id = alert.id AND o.started_at IN ${listed(starts)})`;
  return db
    .select({ ...columns, reportedStart: episode.reportedStart, older: older.as("older") })
    .from(alert)
    .leftJoin(episode, and(eq(episode.alertId, alert.id), eq(episode.startedAt, alert.startedAt)))
    .where(where);
}

type Row = Awaited<ReturnType<typeof alertQuery>>[number];

const toFact = ({ older: _, ...row }: Row): AlertFact => ({
  ...row,
  state: row.state === "firing" ? "firing" : "resolved",
  reportedStart: row.reportedStart ?? row.startedAt,
});

const olderOf = ({ id, older }: Row) => (JSON.parse(older) as number[]).map((start) => episodeName(id, start));

/** What a delivery is decided on, in one batch: one statement, and one more for each of the rarer questions. */
export async function acceptFacts(ctx: Ctx, wanted: Wanted): Promise<AcceptFacts> {
  const { pageId, sourceId, starts } = wanted;
  const inGroups = and(
    eq(alert.pageId, pageId),
    sql`alert.state = 'firing'`,
    eq(alert.sourceId, sourceId),
    sql`alert.group_key IN ${listed(wanted.closedGroups)}`,
  );
  const mine = eq(delivery.sourceId, sourceId);
  const columns = { id: delivery.id, bodyHash: delivery.bodyHash, signals: delivery.signals };
  const deliveries = (where: SQL | undefined) => ctx.db.select(columns).from(delivery).where(where);
  const heard = ctx.db
    .select({ at: delivery.receivedAt })
    .from(delivery)
    .where(and(mine, sql`delivery.outcome <> 'refused'`));
  const named = alertQuery(ctx, starts, sql`alert.id IN ${listed(wanted.alertIds)}`);
  const [alerts, grouped, earlier, last] = await optional(
    ctx,
    named,
    wanted.closedGroups.length > 0 ? alertQuery(ctx, starts, inGroups) : null,
    wanted.deliveryId === null ? null : deliveries(and(mine, eq(delivery.id, wanted.deliveryId))),
    wanted.lastHeard ? heard.orderBy(desc(delivery.id)).limit(1) : null,
  );
  const rows = [...new Map([...alerts, ...grouped].map((row) => [row.id, row])).values()];
  const olderEpisodes = new Set(rows.flatMap(olderOf));
  return { alerts: rows.map(toFact), olderEpisodes, earlier: earlier[0] ?? null, lastHeardAt: last[0]?.at ?? null };
}

type Query<T> = { _: { result: T[] } } | null;

/** One batch of those that are asked; the others answer with no rows. */
async function optional<A, B, C, D>(
  ctx: Ctx,
  ...queries: [Query<A>, Query<B>, Query<C>, Query<D>]
): Promise<[A[], B[], C[], D[]]> {
  const asked = queries.filter((each) => each !== null);
  const answers = (await read(ctx, ...(asked as never as Parameters<Ctx["db"]["batch"]>[0]))) as unknown[][];
  return queries.map((each) => (each === null ? [] : (answers[asked.indexOf(each)] ?? []))) as [A[], B[], C[], D[]];
}
