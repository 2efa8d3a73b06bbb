import { guardAgentIntervalStatement } from "~/agents/queries/agent";
import { monitorShardTable, type monitorTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements, type SqlStatement } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { emptyMinuteRing, pushMinutesToRing, ringMinutes } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import { checkOriginOf } from "./list-kinds";
import type { MonitorByIdRow } from "./queries/monitor";
import { guardShardCapacityStatement } from "./queries/monitor-rows";
import { copyMonitorStateStatement, maxMonitorsPerShard, type monitorShardPlacesQuery } from "./queries/shard";

interface ShardAgent {
  id: string;
  every: number;
}

type PlaceFacts = Awaited<ReturnType<typeof monitorShardPlacesQuery>>;

/** Returns the agent, or null for checks from here, if this kind can be checked there. Failure: invalid (`agentId`). */
export function validateAgentChoice(kind: string, id: string | null, places: PlaceFacts): Result<ShardAgent | null> {
  const from = checkOriginOf(kind);
  if (id === null)
    return from === "here" || from === "either" ? ok(null) : invalidFieldFailure("agentId", "monitor.needs_agent");
  if (from === "here") return invalidFieldFailure("agentId", "monitor.not_from_agent");
  const found = places.find((each) => each.id === null && each.agentId === id);
  return found ? ok({ id, every: found.every }) : invalidFieldFailure("agentId", "monitor.no_agent");
}

interface PlacementWrites {
  id: string;
  guards: SqlStatement[];
  rows: SqlStatement[];
  /** The shard's last minute; `version`: null for a new shard. */
  minute: number;
  version: number | null;
}

/** The agent that is to check a monitor, and the calls of one check. */
export interface PlacementRequest {
  agent: ShardAgent | null;
  cost: number;
}

/** Returns a shard of the page with room and the same agent, or a new shard. */
export function placeMonitorInShard(
  ctx: Ctx,
  pageId: string,
  places: PlaceFacts,
  { agent, cost }: PlacementRequest,
): PlacementWrites {
  const reports = agent ? [guardAgentIntervalStatement(pageId, agent.id, agent.every)] : [];
  const ours = places.filter(({ agentId }) => agentId === (agent?.id ?? null));
  const room = ours.find((each) => each.id !== null && each.cost + cost <= maxMonitorsPerShard);
  if (room?.id) {
    const { id, minute, version } = room;
    return { id, minute, version, guards: [guardShardCapacityStatement(pageId, id, cost), ...reports], rows: [] };
  }
  const minute = Math.floor(ctx.now() / minuteMs);
  const about = { agentId: agent?.id ?? null, every: agent?.every ?? 0 };
  const row = { id: ctx.id(), pageId, minute, ...about, plan: [], rings: {}, states: {} };
  return { id: row.id, minute, version: null, guards: reports, rows: insertRowsStatements(monitorShardTable, [row]) };
}

/** Changes for a monitor that moves to another shard; empty when it stays in its shard. */
export interface PlacementMove {
  columns: Partial<InsertRow<typeof monitorTable>>;
  guards: SqlStatement[];
  expect: { table: typeof monitorShardTable; rows: { id: string; version: number }[] }[];
  before: SqlStatement[];
  after: SqlStatement[];
  shards: string[];
}

const stays: PlacementMove = { columns: {}, guards: [], expect: [], before: [], after: [], shards: [] };

/** Returns the last hour as a ring that ends with another minute; later minutes are dropped. */
function endingWith(ring: string, end: number, minute: number): string {
  const shift = Math.min(Math.abs(minute - end), ringMinutes);
  const none = Array.from({ length: shift }, () => ({ state: "none" as const, milliseconds: null }));
  if (minute >= end) return pushMinutesToRing(ring, none);
  return `${emptyMinuteRing.slice(0, (emptyMinuteRing.length / ringMinutes) * shift)}${ring}`.slice(
    0,
    emptyMinuteRing.length,
  );
}

/**
 * Moves a monitor that no longer fits its shard, or changes agent. Its state starts as new, with the points of its last
 * hour and the counts of its day; its alerts stay until it has a result.
 */
export function moveMonitorToShard(
  ctx: Ctx,
  row: MonitorByIdRow,
  places: PlaceFacts,
  { agent, cost }: PlacementRequest,
): PlacementMove {
  const { id, pageId } = row;
  const here = places.find((each) => each.id === row.shardId);
  const fits = cost <= row.cost || (here?.cost ?? 0) - row.cost + cost <= maxMonitorsPerShard;
  if (row.agentId === (agent?.id ?? null) && fits) return stays;
  const placed = placeMonitorInShard(ctx, pageId, places, { agent, cost });
  const now = ctx.now();
  const ring = endingWith(row.ring ?? emptyMinuteRing, row.minute, placed.minute);
  const carried =
    row.known === null ? [] : [copyMonitorStateStatement(pageId, placed.id, { id, ring, known: row.known })];
  const { version } = placed;
  return {
    columns: { shardId: placed.id, agentId: agent?.id ?? null, watchedSince: now },
    guards: placed.guards,
    expect: version === null ? [] : [{ table: monitorShardTable, rows: [{ id: placed.id, version }] }],
    before: placed.rows,
    after: carried,
    shards: [placed.id],
  };
}
