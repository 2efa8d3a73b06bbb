import { type QuietHours, quietHoursEnd } from "~/notifications/rules/quiet-hours";
import { type AlertSeverity, alertSeverities, isSevereEnough } from "~/status/severity";

/** Ids of the recipients of one message about a firing. `at` is when it was sent, in UTC ms. */
export interface EscalationStep {
  at: number;
  channelIds: string[];
  personIds: string[];
}

export interface EscalationPolicy extends QuietHours {
  /** Time before the first message, in ms; `every`: time between messages. */
  after: number;
  every: number;
  times: number;
  /** Lowest severity of alerts that escalate; null = all do. */
  minimumSeverity: string | null;
  /** Lowest severity that is notified during quiet hours; null = all alerts wait. */
  quietBreak: string | null;
}

/** A firing alert that is not acknowledged. */
export interface UnacknowledgedAlert {
  id: string;
  sourceId: string;
  startedAt: number;
  severity: string | null;
  /** Instant at which we received the alert. */
  heardAt: number;
  /** End of its mute; null when it is not muted. */
  mutedUntil: number | null;
  told: readonly EscalationStep[];
}

export interface EscalationPlan {
  tell: UnacknowledgedAlert[];
  /** Instant of the next check; null when nothing is pending. */
  dueAt: number | null;
}

/** Maximum number of alerts in a message. */
const maxAlertsPerMessage = 100;
/** Interval for checking muted alerts, in ms: a mute may be ended early, without a signal to this engine. */
const mutedRecheckMs = 120_000;

const severityIn = (text: string | null): AlertSeverity | null => alertSeverities.find((each) => each === text) ?? null;

/** Returns the time of the next message by the policy and the earlier messages, or null if no more are due. */
function nextOf({ after, every, times }: EscalationPolicy, { heardAt, told }: UnacknowledgedAlert): number | null {
  const last = told.at(-1);
  if (last === undefined) return heardAt + after;
  return told.length < times ? last.at + every : null;
}

const isBreaking = ({ quietBreak }: EscalationPolicy, severity: AlertSeverity | null) =>
  quietBreak !== null && isSevereEnough(severity, quietBreak);

/** Returns the earliest instant for a message: not during a mute, and during quiet hours only for severe alerts. */
function earliest(policy: EscalationPolicy, alert: UnacknowledgedAlert, zone: string, now: number): number {
  const muted = alert.mutedUntil === null ? now : Math.min(alert.mutedUntil, now + mutedRecheckMs);
  const quiet = isBreaking(policy, severityIn(alert.severity)) ? null : quietHoursEnd(policy, zone, now);
  return Math.max(now, muted, quiet ?? now);
}

/** Returns the unacknowledged alerts to notify now, all in one message, and the next check. */
export function planEscalation(
  policy: EscalationPolicy,
  alerts: readonly UnacknowledgedAlert[],
  { now, zone }: { now: number; zone: string },
): EscalationPlan {
  const concerned = alerts.filter(({ severity }) => isSevereEnough(severityIn(severity), policy.minimumSeverity));
  const planned = concerned.flatMap((alert) => {
    const next = nextOf(policy, alert);
    return next === null ? [] : [{ alert, at: next <= now ? earliest(policy, alert, zone, now) : next }];
  });
  const due = planned.filter(({ at }) => at <= now);
  const tell = due.slice(0, maxAlertsPerMessage).map(({ alert }) => alert);
  const again = policy.times > 1 && tell.length > 0 ? [now + policy.every] : [];
  const later = [...planned.filter(({ at }) => at > now).map(({ at }) => at), ...again];
  if (due.length > tell.length) return { tell, dueAt: now + 1 };
  return { tell, dueAt: later.length > 0 ? Math.min(...later) : null };
}
