import { heartbeatTable, ruleComponentTable, ruleTable, sourceTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements, type SqlStatement } from "~/db/write";
import type { SettableStatus } from "~/status/status";
import type { ParsedCreateHeartbeatInput } from "../rules/input";

/** Returns the components that a heartbeat's rule moves. */
export const heartbeatRuleComponentRows = (
  pageId: string,
  ruleId: string,
  components: Record<string, SettableStatus>,
): InsertRow<typeof ruleComponentTable>[] =>
  Object.entries(components).map(([componentId, status]) => ({ pageId, ruleId, componentId, status }));

/** A new heartbeat as it was decided, beside its fields. */
export interface NewHeartbeatFacts {
  id: string;
  ruleId: string;
  address: { tokenHash: string; tokenSealed: string };
  settingsSealed: string;
  now: number;
}

/** Returns all rows of a new heartbeat: the source of its alerts, the state of its pings, and its only rule. */
export function newHeartbeatRows(
  {
    pageId,
    commitId: _commit,
    name,
    components,
    mode,
    hold,
    resolveAfter,
    dependsOn,
    ...fields
  }: ParsedCreateHeartbeatInput,
  { id, ruleId, address, settingsSealed, now }: NewHeartbeatFacts,
) {
  const times = { createdAt: now, updatedAt: now };
  const kind = { family: "heartbeat" as const, kind: "heartbeat", silentSince: now };
  const waits = { holdSeconds: hold, resolveAfterSeconds: resolveAfter };
  const asked = { match: {}, mode, ...waits, groupBy: [], catchAll: true };
  return {
    source: { id, pageId, name, dependsOn, ...kind, ...address, settingsSealed, ...times },
    heartbeat: { id, pageId, ...fields, pings: [], stateSince: now, ...times },
    rule: { id: ruleId, pageId, sourceId: id, position: 0, ...asked, ...times },
    components: heartbeatRuleComponentRows(pageId, ruleId, components),
  };
}

/** Returns the statements of one new heartbeat. */
export const newHeartbeatRowStatements = (rows: ReturnType<typeof newHeartbeatRows>): SqlStatement[] => [
  ...insertRowsStatements(sourceTable, [rows.source]),
  ...insertRowsStatements(heartbeatTable, [rows.heartbeat]),
  ...insertRowsStatements(ruleTable, [rows.rule]),
  ...insertRowsStatements(ruleComponentTable, rows.components),
];
