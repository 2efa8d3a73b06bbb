import { stillLasts } from "~/time/instants";
import type { RuleFact } from "./rule-match";

export type GroupState = "waiting" | "open" | "recovering" | "resolved";

/** Alerts of one rule with equal `group by` labels, from their first firing until nothing of it matters any more. */
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
  /** Start of each firing, undismissed member. */
  starts: readonly number[];
  rule: RuleFact | null;
  /** The incident it belongs to, closed or not. */
  incident: { closed: boolean; closedAt: number } | null;
  /** It waits until then, and not longer when the mute is taken back: its own `dueAt` stays. */
  mutedUntil: number | null;
  /** All components of the rule are in active maintenance. */
  masked: boolean;
}

/** How long an incident that a machine resolved is reopened instead of a new one made. */
export const reopenWithin = 30 * 60_000;

export type GroupStep = { next: AlertGroup | null; opens: boolean };

/** A group whose components are all in maintenance is looked at again so soon. */
export const maskedFor = 60_000;

/** A hold that ends later than the rule allows was begun by a clock that was ahead. */
const holds = ({ dueAt }: AlertGroup, { now, rule }: GroupSurroundings): boolean =>
  dueAt !== null && stillLasts(dueAt, now, Math.max(maskedFor, (rule?.holdSeconds ?? 0) * 1000));

const stay = (next: AlertGroup | null): GroupStep => ({ next, opens: false });

function wait(group: AlertGroup, around: GroupSurroundings): GroupStep {
  const { now, starts, rule, mutedUntil, masked } = around;
  const waiting: AlertGroup = { ...group, state: "waiting" };
  if (starts.length === 0 || !rule || rule.mode === "none") return afterRecovery(waiting, around);
  if (holds(group, around)) return stay(waiting);
  if (mutedUntil !== null && mutedUntil > now) return stay(waiting);
  if (masked) return stay({ ...waiting, dueAt: now + maskedFor });
  return { next: { ...waiting, state: "open", dueAt: null }, opens: true };
}

/** Recovered before it was due: nothing opens, but an incident just resolved can still be reopened. */
function afterRecovery(group: AlertGroup, { now, incident }: GroupSurroundings): GroupStep {
  const until = incident?.closed ? incident.closedAt + reopenWithin : 0;
  return stay(stillLasts(until, now, reopenWithin) ? { ...group, state: "resolved", dueAt: until } : null);
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

/** One group's next state from what is firing now; `opens` = an incident is due for it. A null group is over. */
export function stepGroup(group: AlertGroup, around: GroupSurroundings): GroupStep {
  const { now, starts, incident } = around;
  if (group.state === "waiting") return wait(group, around);
  if (group.state === "open") return open(group, around);
  if (group.state === "recovering") {
    if (!incident || incident.closed) return starts.length > 0 ? fire(group, around) : afterRecovery(group, around);
    return stay(starts.length > 0 ? { ...group, state: "open", dueAt: null } : group);
  }
  if (starts.length > 0) return fire(group, around);
  return stay(group.dueAt !== null && stillLasts(group.dueAt, now, reopenWithin) ? group : null);
}
