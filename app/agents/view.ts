import { type Displayed, displayState } from "~/heartbeats/rules/heartbeat-deadline";
import type { agentsOf } from "./queries/agent";

type Row = Awaited<ReturnType<typeof agentsOf>>[number];

export interface AgentRow {
  id: string;
  name: string;
  /** Minutes: it reports at least this often. */
  every: number;
  /** Of its heartbeat: `new` = it never reported, `down` = it is silent. */
  state: Displayed["state"];
  stateSince: number;
  lastReportAt: number | null;
  program: string;
  /** ms that our clock was ahead of its own. */
  skewMs: number | null;
  /** When two were last seen to use its secret. */
  doubledAt: number | null;
  /** How many it checks. */
  monitors: number;
  version: number;
}

/** Without its secret. `now` = UTC ms. */
export function agentView(row: Row, now: number): AgentRow {
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
