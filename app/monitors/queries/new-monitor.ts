import { monitorTable, ruleComponentTable, ruleTable, sourceTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements, type SqlStatement } from "~/db/write";
import type { SettableStatus } from "~/status/status";
import type { ParsedCreateMonitorInput } from "../rules/input";

/** Ids of a monitor's two rules: for slowness, and for everything else. */
export interface MonitorRuleIds {
  slow: string;
  down: string;
}

/**
 * Status of components while the monitor is only slow; a component that stays operational when it is down does so then,
 * too.
 */
const slowStatus = "degraded_performance";

/** Returns the components of both rules; each takes its status while the monitor is down. */
export const monitorRuleComponentRows = (
  pageId: string,
  { slow, down }: MonitorRuleIds,
  components: Record<string, SettableStatus>,
): InsertRow<typeof ruleComponentTable>[] =>
  Object.entries(components).flatMap(([componentId, status]) => [
    { pageId, ruleId: slow, componentId, status: status === "operational" ? status : slowStatus },
    { pageId, ruleId: down, componentId, status },
  ]);

type MonitorEffect = Pick<ParsedCreateMonitorInput, "pageId" | "mode" | "hold" | "resolveAfter">;

/** The rule for slowness changes components and opens no incident; the other rule does what the form contains. */
function ruleRows(
  ids: MonitorRuleIds,
  sourceId: string,
  { pageId, mode, hold, resolveAfter }: MonitorEffect,
  times: { createdAt: number; updatedAt: number },
): InsertRow<typeof ruleTable>[] {
  const ours = { pageId, sourceId, groupBy: [], ...times, holdSeconds: hold, resolveAfterSeconds: resolveAfter };
  const slow = { position: 0, match: { severities: ["warning"] }, mode: "none" as const, catchAll: false };
  return [
    { ...ours, id: ids.slow, ...slow },
    { ...ours, id: ids.down, position: 1, match: {}, mode, catchAll: true },
  ];
}

/** A new monitor as it was decided, beside its fields. */
export interface NewMonitorFacts {
  id: string;
  ruleIds: MonitorRuleIds;
  sealed: Pick<InsertRow<typeof sourceTable>, "settingsSealed" | "tokenHash" | "tokenSealed">;
  shardId: string;
  phase: number;
  /** Number of calls that one check makes. */
  cost: number;
  silentSince: number | null;
  createdAt: number;
  watchedSince: number;
}

/** Returns all rows of a new monitor: the source of its alerts, its checks, and its two rules. */
export function newMonitorRows(input: ParsedCreateMonitorInput, facts: NewMonitorFacts) {
  const { pageId, commitId: _commit, cloneOf: _origin, kind, name, settings: _given, dependsOn, ...rest } = input;
  const { components, mode, hold, resolveAfter, ...checks } = rest;
  const { id, ruleIds, sealed, shardId, phase, cost, silentSince, createdAt, watchedSince } = facts;
  const times = { createdAt, updatedAt: createdAt };
  const watch = { shardId, phase, cost, watchedSince, stateSince: watchedSince };
  return {
    source: { id, pageId, family: "monitor" as const, kind, name, dependsOn, ...sealed, silentSince, ...times },
    monitor: { id, pageId, ...checks, ...watch, ...times },
    rules: ruleRows(ruleIds, id, { pageId, mode, hold, resolveAfter }, times),
    components: monitorRuleComponentRows(pageId, ruleIds, components),
  };
}

/** Returns the statements of one new monitor. */
export const newMonitorStatements = (rows: ReturnType<typeof newMonitorRows>): SqlStatement[] => [
  ...insertRowsStatements(sourceTable, [rows.source]),
  ...insertRowsStatements(monitorTable, [rows.monitor]),
  ...insertRowsStatements(ruleTable, rows.rules),
  ...insertRowsStatements(ruleComponentTable, rows.components),
];
