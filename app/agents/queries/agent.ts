import { and, eq, sql } from "drizzle-orm";
import { agentTable, heartbeatTable, monitorShardTable, monitorTable, sourceTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import { shownMonitorStateSql } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import type { AgentSelfReport } from "../rules/report";

type Db = Pick<Ctx, "db">;

/**
 * Columns of its three rows; the version is the source's, which rises with people's changes and not with each report.
 */
const columns = {
  id: agentTable.id,
  pageId: agentTable.pageId,
  name: sourceTable.name,
  every: agentTable.every,
  program: agentTable.program,
  run: agentTable.run,
  otherRun: agentTable.otherRun,
  doubledAt: agentTable.doubledAt,
  skewMs: agentTable.skewMs,
  reportedAt: agentTable.updatedAt,
  settingsSealed: sourceTable.settingsSealed,
  mutedUntil: sourceTable.mutedUntil,
  state: heartbeatTable.state,
  stateSince: heartbeatTable.stateSince,
  schedule: heartbeatTable.schedule,
  graceSeconds: heartbeatTable.graceSeconds,
  lastPingAt: heartbeatTable.lastPingAt,
  lastStartAt: heartbeatTable.lastStartAt,
  dueAt: heartbeatTable.dueAt,
  version: sourceTable.version,
  createdAt: agentTable.createdAt,
  monitors: sql<number>`(SELECT count(*) FROM monitor m WHERE m.page_id = agent.page_id AND m.agent_id = agent.id)`.as(
    "monitor_count",
  ),
};

const joined = { source: eq(sourceTable.id, agentTable.id), heartbeat: eq(heartbeatTable.id, agentTable.id) };

const withPings = ({ db }: Db) =>
  db
    .select({ ...columns, pings: heartbeatTable.pings })
    .from(agentTable)
    .innerJoin(sourceTable, joined.source)
    .innerJoin(heartbeatTable, joined.heartbeat);

/** Returns the page's agents by name. */
export const agentsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select(columns)
    .from(agentTable)
    .innerJoin(sourceTable, joined.source)
    .innerJoin(heartbeatTable, joined.heartbeat)
    .where(eq(agentTable.pageId, pageId))
    .orderBy(sql`lower(source.name)`, agentTable.id);

/** Returns one agent of the page, with its last reports, which are its heartbeat's pings. */
export const agentByIdQuery = (ctx: Db, pageId: string, id: string) =>
  withPings(ctx).where(and(eq(agentTable.pageId, pageId), eq(agentTable.id, id)));

/** Returns an agent of any page, for a call with its id and its signature. */
export const agentByIdAnywhereQuery = (ctx: Db, id: string) => withPings(ctx).where(eq(agentTable.id, id));

/** Returns an agent's monitors with their states, for its page. */
export const monitorsOfAgentQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select({
      id: sourceTable.id,
      name: sourceTable.name,
      kind: sourceTable.kind,
      shown: shownMonitorStateSql(now).as("shown"),
    })
    .from(sourceTable)
    .innerJoin(monitorTable, eq(monitorTable.id, sourceTable.id))
    .innerJoin(monitorShardTable, eq(monitorShardTable.id, monitorTable.shardId))
    .where(sql`source.id IN (SELECT m.id FROM monitor m WHERE m.page_id = ${pageId} AND m.agent_id = ${id})`)
    .orderBy(sql`lower(source.name)`, sourceTable.id);

/** Breaks the batch unless the page has room for another agent. */
export const guardAgentLimitStatement = (pageId: string, most: number): SqlStatement =>
  guardTableStatement(agentTable, { lost: "(SELECT count(*) FROM agent WHERE page_id = ?1) >= ?2" }, [pageId, most]);

/** Breaks the batch unless the agent checks no monitor. */
export const guardAgentWithoutMonitorsStatement = (pageId: string, id: string): SqlStatement =>
  guardTableStatement(monitorTable, { when: "page_id = ?1 AND agent_id = ?2" }, [pageId, id]);

/** Breaks the batch unless the agent exists and reports at this interval. */
export const guardAgentIntervalStatement = (pageId: string, id: string, every: number): SqlStatement =>
  guardTableStatement(agentTable, { unless: "page_id = ?1 AND id = ?2 AND every = ?3" }, [pageId, id, every]);

/** Stores what an agent reported about itself. No version rises, because no person edited the row. */
export const agentSelfReportStatement = (id: string, said: AgentSelfReport, now: number): SqlStatement => ({
  sql: `UPDATE agent SET program = ?2, run = ?3, other_run = ?4, doubled_at = ?5, skew_ms = ?6, updated_at = ?7
    WHERE id = ?1`,
  params: [id, said.program, said.run, said.otherRun, said.doubledAt, said.skewMs, now],
});
