import { type AlertGroup, reopenWithin, stepGroup } from "./alert-group";
import { impactOf } from "./impact";
import { observedChanges } from "./observed";
import { groupKeyOf, type RuleFact, ruleFor } from "./rule-match";
import type {
  ChangedIncident,
  FiringAlert,
  OpenedIncident,
  SettleDecision,
  SettleFacts,
  SettleIncident,
} from "./settle-facts";
import { ownKeyPrefix, testKeyPrefix } from "./signal";
import { nextSilence, silentComponents } from "./silence";

interface Matched {
  alert: FiringAlert;
  rule: RuleFact;
  groupId: string;
}

interface Settling {
  facts: SettleFacts;
  newId: () => string;
  matched: Matched[];
  /** By id; changed in place while groups take their steps. */
  incidents: Map<string, SettleIncident>;
  opened: OpenedIncident[];
  changed: Map<string, ChangedIncident>;
}

const groupIdOf = (rule: RuleFact, alert: FiringAlert) => `${rule.id} ${groupKeyOf(rule, alert)}`;

/** Our own alerts about a source, and tests of it, say nothing of the components: no rule sees them. */
function matchAll({ alerts, rules }: SettleFacts): Matched[] {
  return alerts.flatMap((alert) => {
    if (alert.key.startsWith(ownKeyPrefix) || alert.key.startsWith(testKeyPrefix)) return [];
    const rule = ruleFor(rules, alert.sourceId, alert);
    return rule ? [{ alert, rule, groupId: groupIdOf(rule, alert) }] : [];
  });
}

const isFiring = ({ alert }: Matched) => alert.dismissedAt === null;

const membersOf = (settling: Settling, groupId: string) =>
  settling.matched.filter((each) => each.groupId === groupId && isFiring(each));

function newGroups({ facts, matched }: Settling): AlertGroup[] {
  const known = new Set(facts.groups.map((each) => each.id));
  const found = new Map<string, AlertGroup>();
  for (const each of matched.filter(isFiring)) {
    const { groupId: id, rule, alert } = each;
    if (known.has(id) || rule.mode === "none") continue;
    const firstFiredAt = Math.min(alert.startedAt, found.get(id)?.firstFiredAt ?? alert.startedAt);
    const dueAt = facts.now + rule.holdSeconds * 1000;
    const group = { id, sourceId: rule.sourceId, ruleId: rule.id, groupKey: groupKeyOf(rule, alert) };
    found.set(id, { ...group, state: "waiting", firstFiredAt, dueAt, incidentId: null, version: 0 });
  }
  return [...found.values()];
}

const isMasked = (rule: RuleFact | null, { maintained }: SettleFacts) =>
  rule !== null && rule.components.length > 0 && rule.components.every((each) => maintained.has(each.componentId));

function markChanged(settling: Settling, incident: SettleIncident, change: ChangedIncident["change"]): void {
  settling.incidents.set(incident.id, incident);
  const { id, visibility, status, closed, resolvedAt, resolvedBy, recoveredAt } = incident;
  settling.changed.set(id, { id, change, visibility, status, closed, resolvedAt, resolvedBy, recoveredAt });
}

function reopen(settling: Settling, incident: SettleIncident): string {
  const back = {
    ...incident,
    status: "investigating",
    closed: false,
    resolvedAt: null,
    resolvedBy: null,
    recoveredAt: null,
  };
  markChanged(settling, back, "reopened");
  return incident.id;
}

const loudness = ["critical", "error", "warning", "info"];
const rankOf = ({ severity }: FiringAlert) => {
  const place = loudness.indexOf(severity ?? "");
  return place < 0 ? loudness.length : place;
};

/** The alert that names the incident: the most severe, then the first to fire. */
const loudest = (members: readonly Matched[]): FiringAlert | undefined =>
  members
    .map(({ alert }) => alert)
    .sort(
      (one, other) => rankOf(one) - rankOf(other) || one.startedAt - other.startedAt || (one.key < other.key ? -1 : 1),
    )[0];

function create(settling: Settling, group: AlertGroup, rule: RuleFact): string {
  const members = membersOf(settling, group.id);
  const visibility = rule.mode === "publish" ? "published" : "draft";
  const title = (loudest(members)?.title ?? "").slice(0, 255);
  const opened: OpenedIncident = {
    id: settling.newId(),
    title,
    visibility,
    impact: rule.components.length > 0 ? impactOf(rule.components.map((each) => each.status)) : "minor",
    impactOverride: rule.components.length > 0 ? null : "minor",
    startedAt: Math.min(settling.facts.now, ...members.map((each) => each.alert.startedAt)),
    sourceId: group.sourceId,
    groupId: group.id,
    components: rule.components,
  };
  settling.opened.push(opened);
  const blank = { edited: false, closed: false, resolvedAt: null, resolvedBy: null, recoveredAt: null };
  const { id, components } = opened;
  settling.incidents.set(id, {
    id,
    title,
    version: 0,
    visibility,
    status: "investigating",
    updatedAt: 0,
    components,
    ...blank,
  });
  return id;
}

/** Join the group's open incident, else an open published one naming a component, else reopen, else create. */
function incidentFor(settling: Settling, group: AlertGroup, rule: RuleFact): string {
  const own = group.incidentId ? settling.incidents.get(group.incidentId) : undefined;
  if (own && !own.closed) return own.id;
  for (const { alert } of membersOf(settling, group.id)) {
    const known = alert.incidentId ? settling.incidents.get(alert.incidentId) : undefined;
    if (known && !known.closed) return known.id;
  }
  const named = new Set(rule.components.map((each) => each.componentId));
  for (const each of settling.incidents.values()) {
    const open = !each.closed && each.visibility === "published";
    if (open && each.components.some(({ componentId }) => named.has(componentId))) return each.id;
  }
  const resolvedAgo = settling.facts.now - (own?.resolvedAt ?? 0);
  if (own?.resolvedBy === "machine" && own.visibility === "published" && resolvedAgo < reopenWithin)
    return reopen(settling, own);
  return create(settling, group, rule);
}

/** Starts of what keeps a group firing: its members, and alerts of its incident that another grouping took from it. */
function startsOf({ matched }: Settling, group: AlertGroup): number[] {
  const mine = ({ alert, groupId }: Matched) =>
    groupId === group.id ||
    (group.state === "open" && group.incidentId !== null && alert.incidentId === group.incidentId);
  return matched.filter((each) => isFiring(each) && mine(each)).map((each) => each.alert.startedAt);
}

function step(settling: Settling, group: AlertGroup): AlertGroup | null {
  const { facts } = settling;
  const starts = startsOf(settling, group);
  if (starts.length === 0 && facts.cutSources.has(group.sourceId)) return group;
  const rule = facts.rules.find((each) => each.id === group.ruleId) ?? null;
  const incident = group.incidentId ? settling.incidents.get(group.incidentId) : undefined;
  const { next, opens } = stepGroup(group, {
    now: facts.now,
    starts,
    rule,
    incident: incident ? { closed: incident.closed, closedAt: incident.resolvedAt ?? incident.updatedAt } : null,
    mutedUntil: facts.sources.find((each) => each.id === group.sourceId)?.mutedUntil ?? null,
    masked: isMasked(rule, facts),
  });
  return next && opens && rule ? { ...next, incidentId: incidentFor(settling, next, rule) } : next;
}

const isOver = (group: AlertGroup, now: number) =>
  group.state === "recovering" && (group.dueAt === null || group.dueAt <= now);

/** An unedited published incident resolves itself, an unedited draft is dismissed, an edited one waits for a person. */
function conclude(settling: Settling, incident: SettleIncident, own: AlertGroup[]): Map<string, AlertGroup | null> {
  const { now } = settling.facts;
  const closing = { ...incident, closed: true, resolvedAt: now, resolvedBy: "machine" };
  if (incident.edited) return new Map(own.map((each) => [each.id, { ...each, dueAt: null }]));
  if (incident.visibility === "published") {
    markChanged(settling, { ...closing, status: "resolved" }, "resolved");
    return new Map(own.map((each) => [each.id, { ...each, state: "resolved", dueAt: now + reopenWithin }]));
  }
  markChanged(settling, { ...closing, visibility: "dismissed" }, "dismissed");
  return new Map(own.map((each) => [each.id, null]));
}

/** Looks at each incident with all its groups: firing, recovered, or recovered for long enough. */
function settleIncident(
  settling: Settling,
  incident: SettleIncident,
  own: AlertGroup[],
): Map<string, AlertGroup | null> {
  const { now, recoveredAt } = settling.facts;
  const firing = own.some((each) => each.state === "open");
  const recovered = firing ? null : (incident.recoveredAt ?? Math.min(now, recoveredAt ?? now));
  const known = { ...incident, recoveredAt: recovered };
  if (recovered !== incident.recoveredAt) markChanged(settling, known, firing ? "firing" : "recovered");
  return !firing && own.every((each) => isOver(each, now)) ? conclude(settling, known, own) : new Map();
}

function settleIncidents(settling: Settling, groups: AlertGroup[]): AlertGroup[] {
  let left = groups;
  for (const incident of [...settling.incidents.values()].filter((each) => !each.closed)) {
    const own = left.filter((each) => each.incidentId === incident.id && each.state !== "waiting");
    if (own.length === 0) continue;
    const outcome = settleIncident(settling, incident, own);
    left = left.flatMap((each) => (outcome.has(each.id) ? (outcome.get(each.id) ?? []) : each));
  }
  return left;
}

function joins(settling: Settling, groups: AlertGroup[]): SettleDecision["joined"] {
  const open = new Map(groups.filter((each) => each.state === "open").map((each) => [each.id, each.incidentId]));
  return settling.matched.filter(isFiring).flatMap(({ alert, groupId }) => {
    const incidentId = open.get(groupId);
    if (!incidentId || alert.incidentId === incidentId) return [];
    return [{ alertId: alert.id, startedAt: alert.startedAt, incidentId }];
  });
}

const given = (incidents: Iterable<SettleIncident>) =>
  [...incidents].filter((each) => !each.closed && each.visibility === "published").map((each) => each.components);

const isSame = (one: AlertGroup, other: AlertGroup | undefined) =>
  other !== undefined && one.state === other.state && one.dueAt === other.dueAt && one.incidentId === other.incidentId;

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at): at is number => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/**
 * Settling (protocols §5): from what fires now to the observed layer, to groups, to incidents. Pure; applied to its
 * own outcome it changes nothing until something new comes or `dueAt` is reached.
 */
export function decideSettle(facts: SettleFacts, newId: () => string): SettleDecision {
  const incidents = new Map(facts.incidents.map((each) => [each.id, each]));
  const settling: Settling = { facts, newId, matched: matchAll(facts), incidents, opened: [], changed: new Map() };
  const unread = facts.rules.filter((each) => facts.cutSources.has(each.sourceId));
  const held = new Set(unread.flatMap((each) => each.components.map(({ componentId }) => componentId)));
  const silent = silentComponents(facts.sources, facts.rules, facts.now);
  const giving = settling.matched.map(({ alert, rule }) => ({
    startedAt: alert.startedAt,
    dismissed: alert.dismissedAt !== null,
    components: rule.components,
  }));
  const stepped = [...facts.groups, ...newGroups(settling)].flatMap((group) => step(settling, group) ?? []);
  const groups = settleIncidents(settling, stepped);
  const known = new Map(facts.groups.map((each) => [each.id, each]));
  return {
    observed: observedChanges(facts.components, {
      alerts: giving,
      silent,
      held,
      recoveredAt: facts.recoveredAt,
      now: facts.now,
    }),
    groups: groups.filter((each) => !isSame(each, known.get(each.id))),
    removedGroups: facts.groups.filter(({ id }) => !groups.some((each) => each.id === id)).map(({ id }) => id),
    opened: settling.opened,
    changed: [...settling.changed.values()],
    joined: joins(settling, groups),
    before: given(facts.incidents),
    after: given(settling.incidents.values()),
    dueAt: earliest([...groups.map((each) => each.dueAt), nextSilence(facts.sources, facts.now)]),
  };
}
