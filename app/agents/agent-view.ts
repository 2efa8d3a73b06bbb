import { displayState, type HeartbeatDisplay } from "~/heartbeats/rules/heartbeat-deadline";
import type { agentsOf } from "./queries/agent";

type ListedAgentRow = Awaited<ReturnType<typeof agentsOf>>[number];

export interface AgentRow {
  id: string;
  name: string;
  /** Longest time between its reports, in minutes. */
  every: number;
  /** State of its heartbeat: `new` = it never reported, `down` = it is silent. */
  state: HeartbeatDisplay["state"];
  stateSince: number;
  lastReportAt: number | null;
  program: string;
  /** Difference by which our clock was ahead of its own, in ms. */
  skewMs: number | null;
  /** Instant at which two agents were last seen using its secret. */
  doubledAt: number | null;
  /** Number of monitors that it checks. */
  monitors: number;
  version: number;
}

/** Returns the agent without its secret. `now` is in UTC ms. */
export function agentView(row: ListedAgentRow, now: number): AgentRow {
  const { id, name, every, stateSince, lastPingAt, program, skewMs, doubledAt, monitors, version } = row;
  const { state } = displayState(row, now);
  return {
    id,
    name,
    every,
    state,
    stateSince,
    lastReportAt: lastPingAt,
    program,
    skewMs,
    doubledAt,
    monitors,
    version,
  };
}
