import type { Unreached } from "~/status-page/rules/now";
import type { RuleFact, RuleMode } from "./rule-match";
import { ownKeyPrefix, testKeyPrefix } from "./signal";

export const unassignedReasons = ["no_rule", "no_component"] as const;
/** Why an alert reaches no component: no rule of its source was made for it, or the rule that takes it names none. */
export type UnassignedReason = (typeof unassignedReasons)[number];

/** Who is notified of an alert, or by whose choice nobody is. Instants in UTC ms. */
export type AlertTold =
  | { state: "told" }
  /** In the message about the alert that it fires because of. */
  | { state: "with_cause" }
  | { state: "holding"; until: number }
  | { state: "muted"; by: "page" | "source" | "components"; until: number }
  | { state: "dismissed" }
  | { state: "maintenance" }
  /** Its rule only changes statuses. */
  | { state: "not_notified" }
  | { state: "quiet_hours"; until: number }
  | { state: "nobody"; why: Unreached };

type RuleOf = Pick<RuleFact, "mode" | "catchAll" | "holdSeconds"> & { components: readonly string[] };

export interface Assignment {
  unassigned: UnassignedReason | null;
  told: AlertTold;
}

/** A channel that is on. */
export interface Reaching {
  events: readonly string[];
  /** When quiet hours that are going on end; null = it is not quiet. */
  quietUntil: number | null;
}

export interface AssignedFacts {
  now: number;
  alert: {
    severity: string | null;
    key: string;
    startedAt: number;
    dismissedAt: number | null;
    /** It fires because of another alert. */
    isFolded: boolean;
  };
  /** `source` = a tool outside, which has a rule for what no other takes. */
  family: "source" | "monitor" | "heartbeat";
  rule: RuleOf | null;
  /** The open incident that it belongs to, and how many components that names. */
  incident: { visibility: string; components: number } | null;
  /** When its group opens; null = it waits for no hold that is known. */
  dueAt: number | null;
  /** Until when each is muted; what is over counts as not muted. */
  mutes: { page: number | null; source: number | null; components: ReadonlyMap<string, number> };
  /** Components in maintenance. */
  maintained: ReadonlySet<string>;
  reach: { unmailed: Unreached | null; channels: readonly Reaching[] };
}

/** What is only for information is shown, and is nobody's task. */
const isTask = ({ severity, key }: Pick<AssignedFacts["alert"], "severity" | "key">): boolean =>
  severity !== "info" && !key.startsWith(ownKeyPrefix) && !key.startsWith(testKeyPrefix);

/** Why what this rule takes reaches no component; the rule for everything else of a source stands for no rule. */
function unmoved(rule: { catchAll: boolean; moves: boolean } | null, family: AssignedFacts["family"] | null) {
  if (rule?.moves) return null;
  return rule === null || (rule.catchAll && family === "source") ? ("no_rule" as const) : ("no_component" as const);
}

/**
 * Why an alert is nobody's that its rule neither opens an incident for nor shows on a component: of that the team is told at
 * once, as nothing else tells it.
 */
export function unassignedBy(
  rule: { catchAll: boolean; moves: boolean; mode: RuleMode } | null,
  alert: Pick<AssignedFacts["alert"], "severity" | "key">,
  family: AssignedFacts["family"] | null,
): UnassignedReason | null {
  return isTask(alert) && (rule?.mode ?? "none") === "none" ? unmoved(rule, family) : null;
}

interface Shown {
  alert: Omit<AssignedFacts["alert"], "startedAt">;
  family: AssignedFacts["family"];
  rule: Pick<RuleOf, "catchAll" | "components"> | null;
  incident: AssignedFacts["incident"];
}

/** Why it is shown on no component as it is now: a published incident that names some shows it on those, a draft to nobody. */
export function unassignedReason({ rule, alert, family, incident }: Shown): UnassignedReason | null {
  const isSaid = incident?.visibility === "published" && incident.components > 0;
  if (!isTask(alert) || alert.dismissedAt !== null || alert.isFolded || isSaid) return null;
  return unmoved(rule && { catchAll: rule.catchAll, moves: rule.components.length > 0 }, family);
}

/** What mutes it, the longest of all; its components only where each of them is muted. */
function muteOf({ now, mutes, rule }: AssignedFacts): AlertTold | null {
  const ends = (rule?.components ?? []).map((id) => mutes.components.get(id) ?? 0);
  const all = [
    { by: "page" as const, until: mutes.page ?? 0 },
    { by: "source" as const, until: mutes.source ?? 0 },
    { by: "components" as const, until: ends.length > 0 ? Math.min(...ends) : 0 },
  ];
  const longest = all.reduce((found, each) => (each.until > found.until ? each : found));
  return longest.until > now ? { state: "muted", ...longest } : null;
}

/** The notice that tells of it: of an incident, that it is nobody's, or else the news of channels alone. */
function noticeOf({ rule, incident, alert, family }: AssignedFacts): string {
  const visibility = incident?.visibility ?? rule?.mode ?? "none";
  if (visibility === "draft") return "draft_opened";
  if (visibility !== "none") return "incident_opened";
  const moves = (rule?.components.length ?? 0) > 0;
  return unassignedBy(rule && { ...rule, moves }, alert, family) ? "unassigned" : "alert_fired";
}

/** Whom that notice reaches now. */
function reachOf(facts: AssignedFacts): AlertTold {
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

/** Until when it waits for the hold of its rule; null = it does not. */
function holdOf({ now, alert, rule, incident, dueAt }: AssignedFacts): number | null {
  if (incident !== null || rule === null || rule.mode === "none") return null;
  const until = dueAt ?? alert.startedAt + rule.holdSeconds * 1000;
  return until > now ? until : null;
}

const isMaintained = ({ rule, maintained, incident }: AssignedFacts): boolean =>
  incident === null && rule !== null && rule.components.length > 0 && rule.components.every((id) => maintained.has(id));

function toldOf(facts: AssignedFacts): AlertTold {
  const { alert } = facts;
  if (alert.dismissedAt !== null) return { state: "dismissed" };
  if (alert.isFolded) return { state: "with_cause" };
  const muted = muteOf(facts);
  if (muted) return muted;
  if (isMaintained(facts)) return { state: "maintenance" };
  const until = holdOf(facts);
  return until === null ? reachOf(facts) : { state: "holding", until };
}

/** Whether a firing alert reaches a component and a person; where it does not, by name why and until when. */
export const assignmentOf = (facts: AssignedFacts): Assignment => ({
  unassigned: unassignedReason(facts),
  told: toldOf(facts),
});
