import { type QuietHours, quietEnd } from "~/notifications/rules/quiet-hours";
import { type AlertSeverity, alertSeverities, isSevereEnough } from "~/status/severity";

/** Whom one message about a firing went to, UTC ms; by their ids. */
export interface EscalationStep {
  at: number;
  channelIds: string[];
  personIds: string[];
}

export interface EscalationPolicy extends QuietHours {
  /** ms */
  after: number;
  every: number;
  times: number;
  /** Alerts below it are nobody's; null = all are. */
  minimumSeverity: string | null;
  /** In quiet hours what is below it waits; null = everything does. */
  quietBreak: string | null;
}

/** An alert that fires and that nobody has acknowledged. */
export interface Unacknowledged {
  id: string;
  sourceId: string;
  startedAt: number;
  severity: string | null;
  /** When we heard that it fires. */
  heardAt: number;
  /** null = it is not muted. */
  mutedUntil: number | null;
  told: readonly EscalationStep[];
}

export interface Escalation {
  tell: Unacknowledged[];
  /** When it is looked at again; null = nothing waits. */
  dueAt: number | null;
}

/** Of one message. */
const mostTogether = 100;
/** A mute may be ended before its time, which nobody tells us. */
const lookAtMuted = 120_000;

const severityIn = (text: string | null): AlertSeverity | null => alertSeverities.find((each) => each === text) ?? null;

/** When it is told next, by how often and when it was; null = often enough. */
function nextOf({ after, every, times }: EscalationPolicy, { heardAt, told }: Unacknowledged): number | null {
  const last = told.at(-1);
  if (last === undefined) return heardAt + after;
  return told.length < times ? last.at + every : null;
}

const isBreaking = ({ quietBreak }: EscalationPolicy, severity: AlertSeverity | null) =>
  quietBreak !== null && isSevereEnough(severity, quietBreak);

/** When it may be told at the earliest: not while it is muted, and in quiet hours only what breaks them. */
function earliest(policy: EscalationPolicy, alert: Unacknowledged, zone: string, now: number): number {
  const muted = alert.mutedUntil === null ? now : Math.min(alert.mutedUntil, now + lookAtMuted);
  const quiet = isBreaking(policy, severityIn(alert.severity)) ? null : quietEnd(policy, zone, now);
  return Math.max(now, muted, quiet ?? now);
}

/** Of what nobody has acknowledged: what is told now, all in one message, and when to look again. */
export function escalate(
  policy: EscalationPolicy,
  alerts: readonly Unacknowledged[],
  { now, zone }: { now: number; zone: string },
): Escalation {
  const concerned = alerts.filter(({ severity }) => isSevereEnough(severityIn(severity), policy.minimumSeverity));
  const planned = concerned.flatMap((alert) => {
    const next = nextOf(policy, alert);
    return next === null ? [] : [{ alert, at: next <= now ? earliest(policy, alert, zone, now) : next }];
  });
  const due = planned.filter(({ at }) => at <= now);
  const tell = due.slice(0, mostTogether).map(({ alert }) => alert);
  const again = policy.times > 1 && tell.length > 0 ? [now + policy.every] : [];
  const later = [...planned.filter(({ at }) => at > now).map(({ at }) => at), ...again];
  if (due.length > tell.length) return { tell, dueAt: now + 1 };
  return { tell, dueAt: later.length > 0 ? Math.min(...later) : null };
}
