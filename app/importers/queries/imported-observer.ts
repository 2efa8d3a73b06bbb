import { and, eq, sql } from "drizzle-orm";
import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { monitorTable, sourceTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import type { Ctx } from "~/platform/ctx";
import { importedChannelReason } from "../rules/imported-channel";

type Db = Pick<Ctx, "db">;
type ObserverFamily = "monitor" | "heartbeat";
type TakenOverNoun = ObserverFamily | "channel";

const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Returns the page's monitors or heartbeats with the versions that people's changes raise. */
export const observersOfFamilyQuery = ({ db }: Db, pageId: string, family: ObserverFamily) =>
  db
    .select({ id: sourceTable.id, name: sourceTable.name, version: sourceTable.version })
    .from(sourceTable)
    .where(and(eq(sourceTable.pageId, pageId), eq(sourceTable.family, family)));

/** Open incidents of its alerts, as a JSON list: they would lose what ends them. */
const openIncidents = sql<string>`(SELECT json_group_array(DISTINCT i.id) FROM alert a
  JOIN incident i ON i.id = a.incident_id AND i.closed = 0
  WHERE a.id >= source.id || '.' AND a.id < source.id || '/')`;

/** Returns these monitors or heartbeats with the open incidents of their alerts. */
export const removableObserversQuery = ({ db }: Db, pageId: string, family: ObserverFamily, ids: readonly string[]) =>
  db
    .select({
      id: sourceTable.id,
      name: sourceTable.name,
      version: sourceTable.version,
      incidents: openIncidents.as("open_incidents"),
    })
    .from(sourceTable)
    .where(
      and(eq(sourceTable.pageId, pageId), eq(sourceTable.family, family), sql`${sourceTable.id} IN ${among(ids)}`),
    );

/** Returns the shards of these monitors, whose plans a removal changes. */
export const shardIdsOfMonitorsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .selectDistinct({ shardId: monitorTable.shardId })
    .from(monitorTable)
    .where(and(eq(monitorTable.pageId, pageId), sql`${monitorTable.id} IN ${among(ids)}`));

/** Returns those of these hashes by which a source, monitor or heartbeat of this deployment is found. */
export const takenAddressHashesQuery = ({ db }: Db, hashes: readonly string[]) =>
  db
    .select({ tokenHash: sourceTable.tokenHash })
    .from(sourceTable)
    .where(sql`${sourceTable.tokenHash} IN ${among(hashes)}`);

/** An import whose monitors are taken over. */
export interface TakeOverScope {
  pageId: string;
  importId: string;
  /** Name of the origin. */
  origin: string;
}

const madeBy = (kind: TakenOverNoun) => `SELECT our_id FROM foreign_id
  WHERE page_id = ?1 AND origin = ?2 AND kind = '${kind}' AND import_id = ?3 AND is_made = 1`;

/**
 * Ends the silence of an import's monitors as if it had been set to end now, and turns on its channels: alerts that still
 * fire are notified, and due incidents open. A mute that a person has set since stays. No version rises, as no person edited them.
 */
export const endImportedSilenceStatements = (
  { pageId, origin, importId }: TakeOverScope,
  now: number,
): SqlStatement[] => [
  {
    sql: `UPDATE source SET muted_until = ?4 WHERE page_id = ?1 AND muted_until = ?5 AND id IN (${madeBy("monitor")})`,
    params: [pageId, origin, importId, now, importedMuteUntilMs],
  },
  {
    sql: `UPDATE channel SET disabled_at = NULL, disabled_reason = NULL
      WHERE page_id = ?1 AND disabled_reason = ?4 AND id IN (${madeBy("channel")})`,
    params: [pageId, origin, importId, importedChannelReason],
  },
  requestSettleStatement(pageId, now),
];

/** Returns how many monitors of an import are silent, channels are off, and heartbeats wait for their first ping here. */
export const takeOverCountsQuery = ({ db }: Db, { pageId, origin, importId }: TakeOverScope) => {
  const made = (kind: TakenOverNoun) => sql`(SELECT our_id FROM foreign_id WHERE page_id = ${pageId}
    AND origin = ${origin} AND kind = ${kind} AND import_id = ${importId} AND is_made = 1)`;
  return db
    .select({
      silentMonitors: sql<number>`(SELECT count(*) FROM source s WHERE s.page_id = ${pageId}
        AND s.muted_until = ${importedMuteUntilMs} AND s.id IN ${made("monitor")})`.as("silent_monitors"),
      silentChannels: sql<number>`(SELECT count(*) FROM channel c WHERE c.page_id = ${pageId}
        AND c.disabled_reason = ${importedChannelReason} AND c.id IN ${made("channel")})`.as("silent_channels"),
      waitingHeartbeats: sql<number>`(SELECT count(*) FROM heartbeat h WHERE h.page_id = ${pageId}
        AND h.state = 'new' AND h.ping_count = 0 AND h.id IN ${made("heartbeat")})`.as("waiting_heartbeats"),
    })
    .from(sql`(SELECT 1)`);
};
