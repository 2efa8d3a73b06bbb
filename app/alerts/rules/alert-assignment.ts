import type { TeamUnmailedReason } from "~/status-page/rules/page-duties";
import type { RuleMode, RuleRecord } from "./rule-match";
import { builtInAlertKeyPrefix, testAlertKeyPrefix } from "./signal";

export const unassignedReasons = ["no_rule", "no_component"] as const;
/** Reason why an alert reaches no component: its source has no rule made for it, or the matching rule names none. */
export type UnassignedReason = (typeof unassignedReasons)[number];

/** States who is notified of an alert, or why nobody is. Instants in UTC ms. */
export type AlertNotificationState =
  | { state: "told" }
  /** The alert is part of the message about the alert that caused it. */
  | { state: "with_cause" }
  | { state: "holding"; until: number }
  | { state: "muted"; by: "page" | "source" | "components"; until: number }
  | { state: "dismissed" }
  | { state: "maintenance" }
  /** Its rule only changes statuses. */
  | { state: "not_notified" }
  | { state: "quiet_hours"; until: number }
  | { state: "nobody"; why: TeamUnmailedReason };

type AssignedRule = Pick<RuleRecord, "mode" | "catchAll" | "holdSeconds"> & { components: readonly string[] };

export interface AssignmentDecision {
  unassigned: UnassignedReason | null;
  told: AlertNotificationState;
}

/** A channel that is enabled. */
export interface EnabledChannelReach {
  events: readonly string[];
  /** End of the quiet hours in progress; null when there are none. */
  quietUntil: number | null;
}

export interface AssignmentDecisionFacts {
  now: number;
  alert: {
    severity: string | null;
    key: string;
    startedAt: number;
    dismissedAt: number | null;
    /** True when it fires because of another alert. */
    isFolded: boolean;
  };
  /** `source`: an external tool, which has a catch-all rule. */
  family: "source" | "monitor" | "heartbeat";
  rule: AssignedRule | null;
  /** Visibility of the open incident that it belongs to, and how many components that names. */
  incident: { visibility: string; components: number } | null;
  /** Time when its group opens; null when no hold is known. */
  dueAt: number | null;
  /** End of each mute, in ms; a mute whose end has passed is over. */
  mutes: { page: number | null; source: number | null; components: ReadonlyMap<string, number> };
  maintained: ReadonlySet<string>;
  reach: { unmailed: TeamUnmailedReason | null; channels: readonly EnabledChannelReach[] };
}

/** True unless the alert is only information, which is shown but needs no action. */
const isTask = ({ severity, key }: Pick<AssignmentDecisionFacts["alert"], "severity" | "key">): boolean =>
  severity !== "info" && !key.startsWith(builtInAlertKeyPrefix) && !key.startsWith(testAlertKeyPrefix);

/** Returns why the rule's alerts reach no component; a source's catch-all rule counts as no rule. */
function unmoved(rule: { catchAll: boolean; moves: boolean } | null, family: AssignmentDecisionFacts["family"] | null) {
  if (rule?.moves) return null;
  return rule === null || (rule.catchAll && family === "source") ? ("no_rule" as const) : ("no_component" as const);
}

/**
 * Returns why an alert is unassigned: its rule opens no incident and changes no component. The team is notified of it
 * at once, because no other message reports it.
 */
export function unassignedReasonOfRule(
  rule: { catchAll: boolean; moves: boolean; mode: RuleMode } | null,
  alert: Pick<AssignmentDecisionFacts["alert"], "severity" | "key">,
  family: AssignmentDecisionFacts["family"] | null,
): UnassignedReason | null {
  return isTask(alert) && (rule?.mode ?? "none") === "none" ? unmoved(rule, family) : null;
}

interface AssignedAlert {
  alert: Omit<AssignmentDecisionFacts["alert"], "startedAt">;
  family: AssignmentDecisionFacts["family"];
  rule: Pick<AssignedRule, "catchAll" | "components"> | null;
  incident: AssignmentDecisionFacts["incident"];
}

/**
 * Returns why it is shown on no component at present: a published incident shows it on the components it names, a draft
 * does not.
 */
export function currentUnassignedReason({ rule, alert, family, incident }: AssignedAlert): UnassignedReason | null {
  const isSaid = incident?.visibility === "published" && incident.components > 0;
  if (!isTask(alert) || alert.dismissedAt !== null || alert.isFolded || isSaid) return null;
  return unmoved(rule && { catchAll: rule.catchAll, moves: rule.components.length > 0 }, family);
}

/** Returns the longest of its mutes; its components count only when each of them is muted. */
function muteOf({ now, mutes, rule }: AssignmentDecisionFacts): AlertNotificationState | null {
  const ends = (rule?.components ?? []).map((id) => mutes.components.get(id) ?? 0);
  const all = [
    { by: "page" as const, until: mutes.page ?? 0 },
    { by: "source" as const, until: mutes.source ?? 0 },
    { by: "components" as const, until: ends.length > 0 ? Math.min(...ends) : 0 },
  ];
  const longest = all.reduce((found, each) => (each.until > found.until ? each : found));
  return longest.until > now ? { state: "muted", ...longest } : null;
}

/**
 * Returns the kind of notice that reports it: about an incident, about an unassigned alert, or else a channel's news
 * only.
 */
function noticeOf({ rule, incident, alert, family }: AssignmentDecisionFacts): string {
  const visibility = incident?.visibility ?? rule?.mode ?? "none";
  if (visibility === "draft") return "draft_opened";
  if (visibility !== "none") return "incident_opened";
  const moves = (rule?.components.length ?? 0) > 0;
  return unassignedReasonOfRule(rule && { ...rule, moves }, alert, family) ? "unassigned" : "alert_fired";
}

/** Returns whom that notice reaches now. */
function reachOf(facts: AssignmentDecisionFacts): AlertNotificationState {
  const kind = noticeOf(facts);
  const { unmailed, channels } = facts.reach;
  const wanting = channels.filter(({ events }) => events.includes(kind) || events.includes("alert_fired"));
  const isMailed = kind !== "alert_fired";
  if ((isMailed && unmailed === null) || wanting.some(({ quietUntil }) => quietUntil === null))
    return { state: "told" };
  const ends = wanting.flatMap(({ quietUntil }) => quietUntil ?? []);
  if (ends.length > 0) return { state: "quiet_hours", until: Math.min(...ends) };
  return isMailed && unmailed !== null ? { state: "nobody", why: unmailed } : { state: "not_notified" };
}

/** Returns the end of the hold of its rule for which it waits; null when it does not wait. */
function holdOf({ now, alert, rule, incident, dueAt }: AssignmentDecisionFacts): number | null {
  if (incident !== null || rule === null || rule.mode === "none") return null;
  const until = dueAt ?? alert.startedAt + rule.holdSeconds * 1000;
  return until > now ? until : null;
}

const isMaintained = ({ rule, maintained, incident }: AssignmentDecisionFacts): boolean =>
  incident === null && rule !== null && rule.components.length > 0 && rule.components.every((id) => maintained.has(id));

function toldOf(facts: AssignmentDecisionFacts): AlertNotificationState {
  const { alert } = facts;
  if (alert.dismissedAt !== null) return { state: "dismissed" };
  if (alert.isFolded) return { state: "with_cause" };
  const muted = muteOf(facts);
  if (muted) return muted;
  if (isMaintained(facts)) return { state: "maintenance" };
  const until = holdOf(facts);
  return until === null ? reachOf(facts) : { state: "holding", until };
}

/** Decides whether a firing alert reaches a component and a person; if not, why not and until when. */
export const decideAssignment = (facts: AssignmentDecisionFacts): AssignmentDecision => ({
  unassigned: currentUnassignedReason(facts),
  told: toldOf(facts),
});
