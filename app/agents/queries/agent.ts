import { and, eq, sql } from "drizzle-orm";
import { agent, heartbeat, monitor, monitorShard, source } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import { shownMonitorStateSql } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import type { AgentSelfReport } from "../rules/report";

type Db = Pick<Ctx, "db">;

/**
 * Columns of its three rows; the version is the source's, which rises with people's changes and not with each report.
 */
const columns = {
  id: agent.id,
  pageId: agent.pageId,
  name: source.name,
  every: agent.every,
  program: agent.program,
  run: agent.run,
  otherRun: agent.otherRun,
  doubledAt: agent.doubledAt,
  skewMs: agent.skewMs,
  reportedAt: agent.updatedAt,
  settingsSealed: source.settingsSealed,
  mutedUntil: source.mutedUntil,
  state: heartbeat.state,
  stateSince: heartbeat.stateSince,
  schedule: heartbeat.schedule,
  graceSeconds: heartbeat.graceSeconds,
  lastPingAt: heartbeat.lastPingAt,
  lastStartAt: heartbeat.lastStartAt,
  dueAt: heartbeat.dueAt,
  version: source.version,
  createdAt: agent.createdAt,
  monitors: sql<number>`(SELECT count(*) FROM monitor m WHERE m.page_id = agent.page_id AND m.agent_id = agent.id)`.as(
    "monitor_count",
  ),
};

const joined = { source: eq(source.id, agent.id), heartbeat: eq(heartbeat.id, agent.id) };

const withPings = ({ db }: Db) =>
  db
    .select({ ...columns, pings: heartbeat.pings })
    .from(agent)
    .innerJoin(source, joined.source)
    .innerJoin(heartbeat, joined.heartbeat);

/** Returns the page's agents by name. */
export const agentsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select(columns)
    .from(agent)
    .innerJoin(source, joined.source)
    .innerJoin(heartbeat, joined.heartbeat)
    .where(eq(agent.pageId, pageId))
    .orderBy(sql`lower(source.name)`, agent.id);

/** Returns one agent of the page, with its last reports, which are its heartbeat's pings. */
export const agentByIdQuery = (ctx: Db, pageId: string, id: string) =>
  withPings(ctx).where(and(eq(agent.pageId, pageId), eq(agent.id, id)));

/** Returns an agent of any page, for a call with its id and its signature. */
export const agentByIdAnywhereQuery = (ctx: Db, id: string) => withPings(ctx).where(eq(agent.id, id));

/** Returns an agent's monitors with their states, for its page. */
export const monitorsOfAgentQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select({ id: source.id, name: source.name, kind: source.kind, shown: shownMonitorStateSql(now).as("shown") })
    .from(source)
    .innerJoin(monitor, eq(monitor.id, source.id))
    .innerJoin(monitorShard, eq(monitorShard.id, monitor.shardId))
    .where(sql`source.id IN (SELECT m.id FROM monitor m WHERE m.page_id = ${pageId} AND m.agent_id = ${id})`)
    .orderBy(sql`lower(source.name)`, source.id);

/** Breaks the batch unless the page has room for another agent. */
export const guardAgentLimit = (pageId: string, most: number): SqlStatement =>
  guardTableCondition(agent, { lost: "(SELECT count(*) FROM agent WHERE page_id = ?1) >= ?2" }, [pageId, most]);

/** Breaks the batch unless the agent checks no monitor. */
export const guardAgentWithoutMonitors = (pageId: string, id: string): SqlStatement =>
  guardTableCondition(monitor, { when: "page_id = ?1 AND agent_id = ?2" }, [pageId, id]);

/** Breaks the batch unless the agent exists and reports at this interval. */
export const guardAgentInterval = (pageId: string, id: string, every: number): SqlStatement =>
  guardTableCondition(agent, { unless: "page_id = ?1 AND id = ?2 AND every = ?3" }, [pageId, id, every]);

/** Stores what an agent reported about itself. No version rises, because no person edited the row. */
export const agentSelfReportStatement = (id: string, said: AgentSelfReport, now: number): SqlStatement => ({
  sql: `UPDATE agent SET program = ?2, run = ?3, other_run = ?4, doubled_at = ?5, skew_ms = ?6, updated_at = ?7
    WHERE id = ?1`,
  params: [id, said.program, said.run, said.otherRun, said.doubledAt, said.skewMs, now],
});
