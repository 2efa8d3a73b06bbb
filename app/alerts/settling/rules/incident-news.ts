import { isIncidentPartEdited } from "~/incidents/rules/edited-parts";
import { type AlertSeverity, severityRankOf } from "~/status/severity";
import { type Impact, type Status, statusRank } from "~/status/status";
import { fnvHash } from "~/text/short-hash";
import { minuteMs } from "~/time/durations";
import { isUnexpired } from "~/time/instants";
import type { TeamComponentReport, TeamNotificationState, VisitorNotificationState } from "./incident-follow-state";
import { alertNameOf, type FiringAlertWithRule, highestAlertSeverity } from "./incident-view";
import type { IncidentTeamNews, SettleIncident } from "./settle-facts";

/**
 * Shortest pause between two messages about an incident to the team, and between two automatic updates to visitors; ms.
 */
export const teamMessagePauseMs = 5 * minuteMs;
export const visitorUpdatePauseMs = 15 * minuteMs;

/** Most alert names kept per incident; alerts beyond are reported by number, severity and components. */
const maxNamesKept = 200;

/** Key of alerts that move no component. */
const noComponent = "";

const hashed = ({ rule, alert }: FiringAlertWithRule): string =>
  fnvHash(`${rule.id} ${alertNameOf(alert)}`).toString(36);

const partsOf = ({ rule }: FiringAlertWithRule): { componentId: string; status: Status }[] =>
  rule.components.length > 0 ? rule.components : [{ componentId: noComponent, status: "operational" }];

const worse = (one: Status, other: Status): Status => (statusRank(other) > statusRank(one) ? other : one);

const namesIn = (parts: TeamNotificationState["parts"]): Set<string> =>
  new Set(Object.values(parts).flatMap(({ names }) => names));

/** Returns what the team was notified of, with these alerts added. */
function withMembers(
  parts: TeamNotificationState["parts"],
  members: readonly FiringAlertWithRule[],
): TeamNotificationState["parts"] {
  const all: Record<string, TeamComponentReport> = Object.fromEntries(
    Object.entries(parts).map(([id, { status, names }]) => [id, { status, names: [...names] }]),
  );
  const known = namesIn(parts);
  for (const member of members) {
    const name = hashed(member);
    const isNew = !known.has(name) && known.size < maxNamesKept;
    if (isNew) known.add(name);
    for (const [index, { componentId, status }] of partsOf(member).entries()) {
      const part = all[componentId] ?? { status, names: [] };
      const names = isNew && index === 0 ? [...part.names, name] : part.names;
      all[componentId] = { status: worse(part.status, status), names };
    }
  }
  return all;
}

/** Returns what the first message about an incident reports. */
export const firstTeamNotificationState = (
  members: readonly FiringAlertWithRule[],
  now: number,
): TeamNotificationState => ({
  at: now,
  severity: highestAlertSeverity(members),
  parts: withMembers({}, members),
});

const byImpact: Record<Impact, AlertSeverity> = {
  none: "info",
  minor: "warning",
  major: "error",
  critical: "critical",
};

/** Returns what a person's incident reports without alerts: its impact and its components. */
function toldByItself({ components, impact, impactOverride }: SettleIncident): TeamNotificationState {
  const parts = components.map(({ componentId, status }): [string, TeamComponentReport] => [
    componentId,
    { status, names: [] },
  ]);
  return { at: 0, severity: byImpact[impactOverride ?? impact], parts: Object.fromEntries(parts) };
}

/** Returns what the team knows of an incident; null when its earlier alerts count as reported. */
export const teamNotificationStateOf = (incident: SettleIncident): TeamNotificationState | null =>
  incident.following?.team ?? (incident.following?.adopts ? null : toldByItself(incident));

/** Removes components that have recovered for good, so that their return is news. */
export function withoutRecoveredComponents(
  told: TeamNotificationState,
  gone: ReadonlySet<string>,
): TeamNotificationState {
  if (!Object.keys(told.parts).some((id) => gone.has(id))) return told;
  return { ...told, parts: Object.fromEntries(Object.entries(told.parts).filter(([id]) => !gone.has(id))) };
}

/** Resets what was reported before a reopening: all that fires in the incident is news again after the usual pause. */
export const reopenedTeamNotificationState = (told: TeamNotificationState): TeamNotificationState => ({
  ...told,
  severity: "info",
  parts: {},
});

export interface IncidentNewsFacts {
  now: number;
  /** Alerts that may be reported: they have fired for as long as their rule's hold, and nothing silences them. */
  members: readonly FiringAlertWithRule[];
}

export interface TeamNewsDecision {
  /** Null when there is no news, or not yet. */
  news: IncidentTeamNews | null;
  told: TeamNotificationState;
  /** Time when the news may be sent; null when there is none. */
  dueAt: number | null;
}

function newIn(told: TeamNotificationState, members: readonly FiringAlertWithRule[]) {
  const known = namesIn(told.parts);
  const isFull = known.size >= maxNamesKept;
  const fresh = members.filter((each) => !isFull && !known.has(hashed(each)));
  const components = new Set<string>();
  for (const { componentId, status } of members.flatMap(partsOf)) {
    const part = told.parts[componentId];
    const isWorse = part === undefined || statusRank(status) > statusRank(part.status);
    if (isWorse && componentId !== noComponent) components.add(componentId);
  }
  const severity = highestAlertSeverity(members);
  const isLouder = members.length > 0 && severityRankOf(severity) > severityRankOf(told.severity);
  return { components: [...components], names: new Set(fresh.map(hashed)).size, severity, isLouder };
}

/**
 * Decides the news for the team about an open incident: a worse severity, a component that is new or worse, an alert
 * with another name. Sent at once the first time, then once in five minutes with all that is new.
 */
export function decideTeamNews(
  incident: SettleIncident,
  told: TeamNotificationState,
  { now, members }: IncidentNewsFacts,
): TeamNewsDecision {
  const { isLouder, ...found } = newIn(told, members);
  if (!isLouder && found.components.length === 0 && found.names === 0) return { news: null, told, dueAt: null };
  const dueAt = told.pausedUntil ?? now;
  if (isUnexpired(dueAt, now, teamMessagePauseMs)) return { news: null, told, dueAt };
  const severity = severityRankOf(found.severity) > severityRankOf(told.severity) ? found.severity : told.severity;
  return {
    news: { incidentId: incident.id, after: Math.min(told.at, now), ...found },
    told: { at: now, pausedUntil: now + teamMessagePauseMs, severity, parts: withMembers(told.parts, members) },
    dueAt: null,
  };
}

export interface VisitorNewsDecision {
  saysSo: boolean;
  told: VisitorNotificationState | null;
  dueAt: number | null;
}

/**
 * Decides whether visitors get an automatic update that more is affected: a component is worse than the last update
 * said, and has been for as long as its rule's hold. Not when a person writes the updates.
 */
export function decideVisitorNews(
  incident: SettleIncident,
  before: SettleIncident["components"],
  { now, members }: IncidentNewsFacts,
): VisitorNewsDecision {
  const isSpoken = incident.edited || isIncidentPartEdited(incident.editedParts, "text");
  const kept = incident.following?.visitors ?? null;
  if (incident.visibility !== "published" || isSpoken) return { saysSo: false, told: kept, dueAt: null };
  const told = kept ?? { at: incident.publishedAt ?? now, components: said(before) };
  const lasting = new Map<string, Status>();
  for (const { componentId, status } of members.flatMap(partsOf))
    lasting.set(componentId, worse(lasting.get(componentId) ?? "operational", status));
  const isWorse = incident.components.some(({ componentId, status }) => {
    const sure = statusRank(lasting.get(componentId) ?? "operational") >= statusRank(status);
    return sure && statusRank(status) > statusRank(told.components[componentId] ?? "operational");
  });
  if (!isWorse) return { saysSo: false, told, dueAt: null };
  const dueAt = told.at + visitorUpdatePauseMs;
  if (dueAt > now && told.at <= now) return { saysSo: false, told, dueAt };
  return { saysSo: true, told: { at: now, components: said(incident.components) }, dueAt: null };
}

const said = (components: SettleIncident["components"]): Record<string, Status> =>
  Object.fromEntries(components.map(({ componentId, status }) => [componentId, status]));
