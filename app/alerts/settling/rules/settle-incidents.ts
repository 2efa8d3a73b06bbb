import { impactOfStatuses } from "~/incidents/rules/impact";
import { statusRank } from "~/status/status";
import { isRecentInstant, isUnexpired } from "~/time/instants";
import { type AlertGroup, incidentReopenWindowMs } from "../../rules/alert-group";
import type { RuleRecord } from "../../rules/rule-match";
import { canJoinIncident, canRejoinIncident, componentsUncoveredByIncidents } from "./alert-joining";
import { addToIncidentIndex, type IncidentIndex, idsOfComponentRefs, incidentsOfComponents } from "./incident-index";
import { firstTeamNotificationState } from "./incident-news";
import { type FiringAlertWithRule, mostSevereAlert } from "./incident-view";
import type {
  IncidentStatusChanges,
  IncidentTeamNews,
  IncidentToOpen,
  SettleAlertSender,
  SettleDecision,
  SettledIncidentChange,
  SettleFacts,
  SettleIncident,
} from "./settle-facts";

export interface MatchedAlert extends FiringAlertWithRule {
  groupId: string;
}

/** A settling in progress: `incidents` by id, changed in place while groups take their steps. */
export interface SettleState extends IncidentIndex {
  facts: SettleFacts;
  newId: () => string;
  matched: MatchedAlert[];
  /** `matched` by source; all members of a group belong to one source. */
  bySource: ReadonlyMap<string, MatchedAlert[]>;
  sources: ReadonlyMap<string, SettleAlertSender>;
  rules: ReadonlyMap<string, RuleRecord>;
  /** `matched` by alert. */
  byAlert: ReadonlyMap<string, MatchedAlert>;
  /** Alert → the alert that causes it. */
  causes: ReadonlyMap<string, string>;
  incidents: Map<string, SettleIncident>;
  opened: IncidentToOpen[];
  changed: Map<string, SettledIncidentChange>;
  /** Incident → the components on which one of its alerts fires; it grows while groups join. */
  firingOn: Map<string, Set<string>>;
  moved: IncidentStatusChanges[];
  followed: SettleDecision["followed"];
  news: IncidentTeamNews[];
}

export const isUndismissedAlert = ({ alert }: FiringAlertWithRule) => alert.dismissedAt === null;

export const hasKnownCause = ({ causes }: SettleState, { alert }: MatchedAlert) => causes.has(alert.id);

/**
 * True when the alert that caused this one is over, or another has replaced it: then this one leaves the cause's
 * incident.
 */
export const hasLostCause = (causes: SettleState["causes"], { id, causeId }: MatchedAlert["alert"]): boolean =>
  causeId !== null && causes.get(id) !== causeId;

const membersOf = ({ bySource }: SettleState, group: AlertGroup) =>
  (bySource.get(group.sourceId) ?? []).filter((each) => each.groupId === group.id && isUndismissedAlert(each));

const isMark = (change: SettledIncidentChange["change"]) => change === "recovered" || change === "firing";

/** Records a change. A later mark does not replace an earlier change that people see. */
export function recordIncidentChange(
  settling: SettleState,
  incident: SettleIncident,
  change: SettledIncidentChange["change"],
): void {
  settling.incidents.set(incident.id, incident);
  addToIncidentIndex(settling, incident.id, idsOfComponentRefs(incident.components));
  const known = settling.changed.get(incident.id)?.change;
  const { id, visibility, status, closed, resolvedAt, resolvedBy, recoveredAt, startedAt, groupKey } = incident;
  const { title, titleSaid, alertTitle, impact, impactOverride, staleBefore } = incident;
  settling.changed.set(id, {
    id,
    visibility,
    status,
    closed,
    resolvedAt,
    resolvedBy,
    recoveredAt,
    startedAt,
    groupKey,
    title,
    titleSaid,
    alertTitle,
    impact,
    impactOverride,
    staleBefore,
    change: known !== undefined && !isMark(known) && (isMark(change) || change === "moved") ? known : change,
  });
}

function reopen(settling: SettleState, incident: SettleIncident): string {
  const back = {
    ...incident,
    status: "investigating" as const,
    closed: false,
    resolvedAt: null,
    resolvedBy: null,
    recoveredAt: null,
    staleBefore: incident.version + 1,
  };
  recordIncidentChange(settling, back, "reopened");
  return incident.id;
}

/** Detaches an incident from its group, which may then open another (index `incident_open_group`). */
function leave(settling: SettleState, incident: SettleIncident | undefined): void {
  if (incident && !incident.closed && incident.groupKey !== "")
    recordIncidentChange(settling, { ...incident, groupKey: "" }, "moved");
}

const startOf = ({ facts }: SettleState, members: readonly FiringAlertWithRule[]) =>
  Math.min(facts.now, ...members.map((each) => each.alert.startedAt));

function openedBy(settling: SettleState, group: AlertGroup, rule: RuleRecord): IncidentToOpen {
  const members = membersOf(settling, group);
  const visibility = rule.mode === "publish" ? "published" : "draft";
  const { now } = settling.facts;
  const said = componentsUncoveredByIncidents(
    rule.components,
    incidentsOfComponents(settling, rule.components),
    rule.mode,
  );
  const components = said.length > 0 ? [...said] : rule.components;
  const bySeverity = components.map((each) => [each.componentId, each.status] as const);
  return {
    id: settling.newId(),
    alert: mostSevereAlert(members)?.alert ?? null,
    rule,
    visibility,
    impact: components.length > 0 ? impactOfStatuses(components.map((each) => each.status)) : "minor",
    impactOverride: components.length > 0 ? null : "minor",
    startedAt: startOf(settling, members),
    origin: settling.sources.get(group.sourceId)?.family === "source" ? "source" : "monitor",
    sourceId: group.sourceId,
    groupId: group.id,
    components,
    following: {
      over: {},
      team: firstTeamNotificationState(members, now),
      visitors: visibility === "published" ? { at: now, components: Object.fromEntries(bySeverity) } : null,
    },
  };
}

function create(settling: SettleState, group: AlertGroup, rule: RuleRecord): string {
  const opened = openedBy(settling, group, rule);
  const { id, visibility, startedAt, components, origin, impact, impactOverride, following } = opened;
  settling.opened.push(opened);
  addToIncidentIndex(settling, id, idsOfComponentRefs(components));
  settling.places.set(id, settling.places.size);
  settling.incidents.set(id, {
    id,
    visibility,
    startedAt,
    components,
    origin,
    impact,
    impactOverride,
    following,
    version: 0,
    status: "investigating" as const,
    updatedAt: 0,
    staleBefore: 0,
    groupKey: group.id,
    title: "",
    titleSaid: null,
    alertTitle: opened.alert?.title ?? "",
    editedParts: [],
    edited: false,
    closed: false,
    resolvedAt: null,
    resolvedBy: null,
    recoveredAt: null,
    publishedAt: visibility === "published" ? settling.facts.now : null,
  });
  return id;
}

/**
 * Returns the open incident to which an alert of the group belongs already: its group was another, or a person attached
 * it.
 */
function alertsIncident(settling: SettleState, group: AlertGroup, rule: RuleRecord): SettleIncident | undefined {
  const own = membersOf(settling, group).filter(({ alert }) => alert.causeId === null);
  const known = own.map(({ alert }) => settling.incidents.get(alert.incidentId ?? ""));
  return known.find((each) => each !== undefined && !each.closed && canRejoinIncident(each, rule));
}

/**
 * Returns the incidents of causes that are over. An alert that depended on one gets its own incident, unless something
 * else still fires there.
 */
const leftBy = (settling: SettleState, group: AlertGroup): Set<string | null> =>
  new Set(
    membersOf(settling, group)
      .filter(({ alert }) => hasLostCause(settling.causes, alert))
      .map(({ alert }) => alert.incidentId),
  );

function chosen(settling: SettleState, group: AlertGroup, rule: RuleRecord): string {
  const own = settling.incidents.get(group.incidentId ?? "");
  if (own && !own.closed && canRejoinIncident(own, rule)) return own.id;
  const known = alertsIncident(settling, group, rule);
  if (known) return known.id;
  const left = leftBy(settling, group);
  for (const incident of incidentsOfComponents(settling, rule.components)) {
    const firingOn = settling.firingOn.get(incident.id) ?? new Set();
    const isLeft = left.has(incident.id) && firingOn.size === 0;
    if (incident.id !== own?.id && !isLeft && canJoinIncident({ incident, firingOn }, rule)) return incident.id;
  }
  const isFresh = isRecentInstant(own?.resolvedAt ?? 0, settling.facts.now, incidentReopenWindowMs);
  if (own?.closed && own.resolvedBy === "machine" && own.visibility === "published" && isFresh)
    return reopen(settling, own);
  leave(settling, own);
  return create(settling, group, rule);
}

/** Returns the incident to which a group's alerts belong after its hold (docs/spec.md, "Who joins what"). */
export function incidentForAlertGroup(settling: SettleState, group: AlertGroup, rule: RuleRecord): string {
  const id = chosen(settling, group, rule);
  const known = settling.firingOn.get(id) ?? new Set();
  const firing = membersOf(settling, group).flatMap((each) => each.rule.components);
  const down = firing.filter(({ status }) => statusRank(status) > 0).map(({ componentId }) => componentId);
  settling.firingOn.set(id, new Set([...known, ...down]));
  addToIncidentIndex(settling, id, down);
  return id;
}

/**
 * True when the group has been recovered for as long as its rule requires. An end further in the future came from a
 * wrong clock.
 */
function isOver({ facts, rules }: SettleState, { state, dueAt, ruleId }: AlertGroup): boolean {
  const rule = rules.get(ruleId);
  const longest = rule ? rule.resolveAfterSeconds * 1000 : Number.POSITIVE_INFINITY;
  return state === "recovering" && (dueAt === null || !isUnexpired(dueAt, facts.now, longest));
}

/** True when the group's source is paused or silent, so that its recovery cannot be known. */
export const isGroupSourceSilent = ({ sources }: SettleState, { sourceId }: AlertGroup) =>
  (sources.get(sourceId)?.silentSince ?? null) !== null;

/** Resolves an unedited published incident and dismisses an unedited draft; an edited incident waits for a person. */
function conclude(settling: SettleState, incident: SettleIncident, own: AlertGroup[]): Map<string, AlertGroup | null> {
  const { now } = settling.facts;
  const closing = { ...incident, closed: true, resolvedAt: now, resolvedBy: "machine" as const };
  if (incident.edited) return new Map(own.map((each) => [each.id, { ...each, dueAt: null }]));
  if (incident.visibility === "published") {
    recordIncidentChange(settling, { ...closing, status: "resolved", staleBefore: incident.version + 1 }, "resolved");
    return new Map(own.map((each) => [each.id, { ...each, state: "resolved", dueAt: now + incidentReopenWindowMs }]));
  }
  recordIncidentChange(
    settling,
    { ...closing, visibility: "dismissed", staleBefore: incident.version + 1 },
    "dismissed",
  );
  return new Map(own.map((each) => [each.id, null]));
}

/** Judges an incident by all its groups: firing, unknown, recovered, or recovered for long enough. */
function settleIncident(
  settling: SettleState,
  incident: SettleIncident,
  own: AlertGroup[],
): Map<string, AlertGroup | null> {
  const { now, recoveredAt } = settling.facts;
  const firing = own.some((each) => each.state === "open");
  if (!firing && own.some((each) => isGroupSourceSilent(settling, each))) return new Map();
  const recovered = firing ? null : (incident.recoveredAt ?? Math.min(now, recoveredAt ?? now));
  const known = { ...incident, recoveredAt: recovered };
  if (recovered !== incident.recoveredAt) recordIncidentChange(settling, known, firing ? "firing" : "recovered");
  return !firing && own.every((each) => isOver(settling, each)) ? conclude(settling, known, own) : new Map();
}

export function settleIncidents(settling: SettleState, groups: AlertGroup[]): AlertGroup[] {
  const ofIncident = Map.groupBy(
    groups.filter(({ state }) => state !== "waiting"),
    ({ incidentId }) => incidentId,
  );
  const outcome = new Map<string, AlertGroup | null>();
  for (const incident of [...settling.incidents.values()].filter((each) => !each.closed)) {
    const own = ofIncident.get(incident.id);
    if (own) for (const [id, group] of settleIncident(settling, incident, own)) outcome.set(id, group);
  }
  return groups.flatMap((each) => (outcome.has(each.id) ? (outcome.get(each.id) ?? []) : each));
}
