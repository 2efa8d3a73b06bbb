import { minuteMs } from "~/time/durations";
import { isUnexpired } from "~/time/instants";
import type { RuleRecord } from "./rule-match";

export type AlertGroupState = "waiting" | "open" | "recovering" | "resolved";

/** Alerts of one rule with equal `group by` labels, from their first firing until none of them matters any more. */
export interface AlertGroup {
  id: string;
  sourceId: string;
  ruleId: string;
  groupKey: string;
  state: AlertGroupState;
  firstFiredAt: number;
  dueAt: number | null;
  incidentId: string | null;
  version: number;
}

export interface AlertGroupContext {
  now: number;
  /** Start of each firing member that is not dismissed. */
  starts: readonly number[];
  rule: RuleRecord | null;
  /** The incident to which the group belongs, closed or not. */
  incident: { closed: boolean; closedAt: number } | null;
  /**
   * End of the mute for which it waits. When the mute is removed it no longer waits, because its own `dueAt` is
   * unchanged.
   */
  mutedUntil: number | null;
  /** True when all components of the rule are in active maintenance. */
  masked: boolean;
}

/** Time for which an automatically resolved incident is reopened in place of opening a new one. */
export const incidentReopenWindowMs = 30 * minuteMs;

export type AlertGroupTransition = { next: AlertGroup | null; opens: boolean };

/** Time after which a group whose components are all in maintenance is looked at again. */
export const maintenanceRecheckMs = minuteMs;

/** True while the hold lasts. One that ends later than the rule allows was started by a clock that was ahead. */
const holds = ({ dueAt }: AlertGroup, { now, rule }: AlertGroupContext): boolean =>
  dueAt !== null && isUnexpired(dueAt, now, Math.max(maintenanceRecheckMs, (rule?.holdSeconds ?? 0) * 1000));

const stay = (next: AlertGroup | null): AlertGroupTransition => ({ next, opens: false });

function wait(group: AlertGroup, around: AlertGroupContext): AlertGroupTransition {
  const { now, starts, rule, mutedUntil, masked } = around;
  const waiting: AlertGroup = { ...group, state: "waiting" };
  if (starts.length === 0 || !rule || rule.mode === "none") return afterRecovery(waiting, around);
  if (holds(group, around)) return stay(waiting);
  if (mutedUntil !== null && mutedUntil > now) return stay(waiting);
  if (masked) return stay({ ...waiting, dueAt: now + maintenanceRecheckMs });
  return { next: { ...waiting, state: "open", dueAt: null }, opens: true };
}

/**
 * Ends a group that recovered before it was due: nothing opens, but an incident that was just resolved can still be
 * reopened.
 */
function afterRecovery(group: AlertGroup, { now, incident }: AlertGroupContext): AlertGroupTransition {
  const until = incident?.closed ? incident.closedAt + incidentReopenWindowMs : 0;
  return stay(isUnexpired(until, now, incidentReopenWindowMs) ? { ...group, state: "resolved", dueAt: until } : null);
}

const fire = (group: AlertGroup, around: AlertGroupContext): AlertGroupTransition =>
  wait({ ...group, dueAt: around.now + (around.rule?.holdSeconds ?? 0) * 1000 }, around);

function open(group: AlertGroup, around: AlertGroupContext): AlertGroupTransition {
  const { now, starts, rule, incident } = around;
  if (!incident || incident.closed) {
    const closedAt = incident?.closedAt ?? 0;
    if (starts.length === 0) return afterRecovery(group, around);
    return starts.some((at) => at > closedAt) ? fire(group, around) : stay(group);
  }
  if (starts.length > 0) return stay(group);
  return stay({ ...group, state: "recovering", dueAt: now + (rule?.resolveAfterSeconds ?? 0) * 1000 });
}

/**
 * Returns a group's next state from what fires now; `opens` is true when an incident is due for it, and null means that
 * it is over.
 */
export function advanceAlertGroup(group: AlertGroup, around: AlertGroupContext): AlertGroupTransition {
  const { now, starts, incident } = around;
  if (group.state === "waiting") return wait(group, around);
  if (group.state === "open") return open(group, around);
  if (group.state === "recovering") {
    if (!incident || incident.closed) return starts.length > 0 ? fire(group, around) : afterRecovery(group, around);
    return stay(starts.length > 0 ? { ...group, state: "open", dueAt: null } : group);
  }
  if (starts.length > 0) return fire(group, around);
  return stay(group.dueAt !== null && isUnexpired(group.dueAt, now, incidentReopenWindowMs) ? group : null);
}
