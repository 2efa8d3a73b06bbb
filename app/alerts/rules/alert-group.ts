import { minuteMs } from "~/time/durations";
import { isLasting } from "~/time/instants";
import type { RuleFact } from "./rule-match";

export type GroupState = "waiting" | "open" | "recovering" | "resolved";

/** Alerts of one rule with equal `group by` labels, from their first firing until none of them matters any more. */
export interface AlertGroup {
  id: string;
  sourceId: string;
  ruleId: string;
  groupKey: string;
  state: GroupState;
  firstFiredAt: number;
  dueAt: number | null;
  incidentId: string | null;
  version: number;
}

export interface GroupSurroundings {
  now: number;
  /** Start of each firing member that is not dismissed. */
  starts: readonly number[];
  rule: RuleFact | null;
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
export const reopenWindowMs = 30 * minuteMs;

export type GroupStep = { next: AlertGroup | null; opens: boolean };

/** Time after which a group whose components are all in maintenance is looked at again. */
export const maskedRecheckMs = minuteMs;

/** True while the hold lasts. One that ends later than the rule allows was started by a clock that was ahead. */
const holds = ({ dueAt }: AlertGroup, { now, rule }: GroupSurroundings): boolean =>
  dueAt !== null && isLasting(dueAt, now, Math.max(maskedRecheckMs, (rule?.holdSeconds ?? 0) * 1000));

const stay = (next: AlertGroup | null): GroupStep => ({ next, opens: false });

function wait(group: AlertGroup, around: GroupSurroundings): GroupStep {
  const { now, starts, rule, mutedUntil, masked } = around;
  const waiting: AlertGroup = { ...group, state: "waiting" };
  if (starts.length === 0 || !rule || rule.mode === "none") return afterRecovery(waiting, around);
  if (holds(group, around)) return stay(waiting);
  if (mutedUntil !== null && mutedUntil > now) return stay(waiting);
  if (masked) return stay({ ...waiting, dueAt: now + maskedRecheckMs });
  return { next: { ...waiting, state: "open", dueAt: null }, opens: true };
}

/**
 * Ends a group that recovered before it was due: nothing opens, but an incident that was just resolved can still be
 * reopened.
 */
function afterRecovery(group: AlertGroup, { now, incident }: GroupSurroundings): GroupStep {
  const until = incident?.closed ? incident.closedAt + reopenWindowMs : 0;
  return stay(isLasting(until, now, reopenWindowMs) ? { ...group, state: "resolved", dueAt: until } : null);
}

const fire = (group: AlertGroup, around: GroupSurroundings): GroupStep =>
  wait({ ...group, dueAt: around.now + (around.rule?.holdSeconds ?? 0) * 1000 }, around);

function open(group: AlertGroup, around: GroupSurroundings): GroupStep {
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
export function stepGroup(group: AlertGroup, around: GroupSurroundings): GroupStep {
  const { now, starts, incident } = around;
  if (group.state === "waiting") return wait(group, around);
  if (group.state === "open") return open(group, around);
  if (group.state === "recovering") {
    if (!incident || incident.closed) return starts.length > 0 ? fire(group, around) : afterRecovery(group, around);
    return stay(starts.length > 0 ? { ...group, state: "open", dueAt: null } : group);
  }
  if (starts.length > 0) return fire(group, around);
  return stay(group.dueAt !== null && isLasting(group.dueAt, now, reopenWindowMs) ? group : null);
}
