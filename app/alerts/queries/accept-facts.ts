import { and, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { AlertChangeWindow } from "~/access/change-window";
import { readBatch } from "~/db/read";
import { alertTable, deliveryTable, episodeTable, settleTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { parseSourceOverlaps, sourceOverlapsColumn } from "~/sources/queries/source-overlap";
import type { SourceOverlap } from "~/sources/rules/source-overlap";
import type { AlertRecord } from "../rules/alert";
import { episodeKey } from "../rules/delivery";

export type SourceRow = typeof sourceTable.$inferSelect;
export type DeliveryRow = Pick<typeof deliveryTable.$inferSelect, "id" | "bodyHash" | "signals">;

/** Most firing alerts of a source, the newest, that are searched for members of a group that closes. */
const maxAlertsSearched = 5000;

/** A source, and the rotations of it that are in progress. */
export interface SourceWithOverlaps {
  row: SourceRow;
  overlaps: SourceOverlap[];
}

/**
 * Returns the source of an ingest address, by the hash of its token, or of the former one if that had not expired at
 * `at`. A heartbeat's address takes pings, never deliveries.
 */
export async function readSourceByToken(
  ctx: Ctx,
  tokenHash: string,
  at = ctx.now(),
): Promise<SourceWithOverlaps | null> {
  const before = sql`(source.token_hash NOT LIKE 'deleted:%' AND source.id =
    (SELECT o.source_id FROM source_overlap o WHERE o.token_hash = ${tokenHash} AND o.ends_at > ${at}))`;
  const outside = and(or(eq(sourceTable.tokenHash, tokenHash), before), eq(sourceTable.family, "source"));
  const columns = { row: sourceTable, overlaps: sourceOverlapsColumn.as("overlaps") };
  const [[found]] = await readBatch(ctx, ctx.db.select(columns).from(sourceTable).where(outside).limit(1));
  return found ? { row: found.row, overlaps: parseSourceOverlaps(found.overlaps) } : null;
}

export interface AcceptDeliveryFactsParams {
  pageId: string;
  sourceIds: readonly string[];
  alertIds: readonly string[];
  /** Reported starts that recoveries name, to find which of them are earlier episodes. */
  starts: readonly number[];
  closedGroups: readonly { sourceId: string; groupKey: string }[];
  /** Deliveries whose sender gave them an id. */
  deliveries: readonly { sourceId: string; id: string }[];
}

export interface StoredAlertFacts {
  alerts: AlertRecord[];
  olderEpisodes: Set<string>;
}

export interface AcceptDeliveryFacts extends StoredAlertFacts {
  /** Earlier deliveries, by `deliveryKey`. */
  earlier: ReadonlyMap<string, DeliveryRow>;
  /** The current version of each source; deleted sources are left out. */
  versions: ReadonlyMap<string, number>;
  /** The sources that have not delivered anything yet. */
  unheard: ReadonlySet<string>;
  window: AlertChangeWindow;
}

export const deliveryKey = (sourceId: string, id: string): string => `${sourceId} ${id}`;

const rowsOf = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)}) j`;
const listed = (values: readonly unknown[]) => sql`(SELECT value FROM ${rowsOf(values)})`;

function alertQuery({ db }: Ctx, starts: readonly number[], where: SQL | undefined) {
  const { pageId: _page, sourceId: _source, ...columns } = getTableColumns(alertTable);
  const older = sql<string>`(SELECT json_group_array(o.started_at) FROM episode o WHERE o.alert_id = alert.id AND o.started_at IN ${listed(starts)})`;
  return db
    .select({ ...columns, reportedStart: episodeTable.reportedStart, older: older.as("older") })
    .from(alertTable)
    .leftJoin(
      episodeTable,
      and(eq(episodeTable.alertId, alertTable.id), eq(episodeTable.startedAt, alertTable.startedAt)),
    )
    .where(where);
}

/** Finds the firing members of the groups by the index of each source's firing alerts, newest first. */
const inGroups = ({ pageId, closedGroups }: AcceptDeliveryFactsParams) =>
  sql`alert.id IN (SELECT a.id FROM (SELECT DISTINCT j.value->>'$.sourceId' AS id FROM ${rowsOf(closedGroups)}) s
    CROSS JOIN alert a ON a.id IN (SELECT b.id FROM alert b WHERE b.page_id = ${pageId} AND b.state = 'firing'
      AND b.source_id = s.id ORDER BY b.started_at DESC LIMIT ${maxAlertsSearched})
    WHERE (a.source_id, a.group_key) IN
      (SELECT j.value->>'$.sourceId', j.value->>'$.groupKey' FROM ${rowsOf(closedGroups)}))`;

const deliveryQuery = ({ db }: Ctx, { deliveries }: AcceptDeliveryFactsParams) =>
  db
    .select({
      sourceId: deliveryTable.sourceId,
      id: deliveryTable.id,
      bodyHash: deliveryTable.bodyHash,
      signals: deliveryTable.signals,
    })
    .from(deliveryTable)
    .where(
      sql`(delivery.source_id, delivery.id) IN (SELECT j.value->>'$.sourceId', j.value->>'$.id' FROM ${rowsOf(deliveries)})`,
    );

const sourceQuery = ({ db }: Ctx, { pageId, sourceIds }: AcceptDeliveryFactsParams) =>
  db
    .select({
      id: sourceTable.id,
      version: sourceTable.version,
      unheard: sourceTable.unheard,
      at: settleTable.windowAt,
      counts: settleTable.windowCounts,
    })
    .from(sourceTable)
    .leftJoin(settleTable, eq(settleTable.pageId, sourceTable.pageId))
    .where(and(eq(sourceTable.pageId, pageId), sql`source.id IN ${listed(sourceIds)}`));

type AlertQueryRow = Awaited<ReturnType<typeof alertQuery>>[number];

const toFact = ({ older: _, ...row }: AlertQueryRow): AlertRecord => ({
  ...row,
  state: row.state === "firing" ? "firing" : "resolved",
  reportedStart: row.reportedStart ?? row.startedAt,
});

const olderOf = ({ id, older }: AlertQueryRow) => (JSON.parse(older) as number[]).map((start) => episodeKey(id, start));

function alertFacts(found: readonly AlertQueryRow[]): StoredAlertFacts {
  const rows = [...new Map(found.map((row) => [row.id, row])).values()];
  return { alerts: rows.map(toFact), olderEpisodes: new Set(rows.flatMap(olderOf)) };
}

/** Returns alerts by their ids, for our own checks. One statement. */
export async function readAlertsByIds(ctx: Ctx, ids: readonly string[]): Promise<AlertRecord[]> {
  const [rows] = await readBatch(ctx, alertQuery(ctx, [], sql`alert.id IN ${listed(ids)}`));
  return alertFacts(rows).alerts;
}

/**
 * Returns the facts on which deliveries of a page are decided, in one batch of two statements, and one more for each
 * rarer query.
 */
export async function readAcceptDeliveryFacts(
  ctx: Ctx,
  wanted: AcceptDeliveryFactsParams,
): Promise<AcceptDeliveryFacts> {
  const [alerts, sources, grouped, deliveries] = await optional(
    ctx,
    alertQuery(ctx, wanted.starts, sql`alert.id IN ${listed(wanted.alertIds)}`),
    sourceQuery(ctx, wanted),
    wanted.closedGroups.length > 0 ? alertQuery(ctx, wanted.starts, inGroups(wanted)) : null,
    wanted.deliveries.length > 0 ? deliveryQuery(ctx, wanted) : null,
  );
  return {
    ...alertFacts([...alerts, ...grouped]),
    earlier: new Map(deliveries.map((row) => [deliveryKey(row.sourceId, row.id), row])),
    versions: new Map(sources.map(({ id, version }) => [id, version])),
    unheard: new Set(sources.filter(({ unheard }) => unheard).map(({ id }) => id)),
    window: { at: sources[0]?.at ?? 0, counts: sources[0]?.counts ?? {} },
  };
}

type Query<T> = { _: { result: T[] } } | null;

/** Runs the queries that are not null in one batch; the results of the others are empty. */
async function optional<A, B, C, D>(
  ctx: Ctx,
  ...queries: [Query<A>, Query<B>, Query<C>, Query<D>]
): Promise<[A[], B[], C[], D[]]> {
  const asked = queries.filter((each) => each !== null);
  const answers = (await readBatch(ctx, ...(asked as never as Parameters<Ctx["db"]["batch"]>[0]))) as unknown[][];
  return queries.map((each) => (each === null ? [] : (answers[asked.indexOf(each)] ?? []))) as [A[], B[], C[], D[]];
}
