import { impactOf } from "~/incidents/rules/impact";
import { isYoung, stillLasts } from "~/time/instants";
import { type AlertGroup, reopenWithin } from "../../rules/alert-group";
import type { RuleFact } from "../../rules/rule-match";
import type {
  ChangedIncident,
  FiringAlert,
  OpenedIncident,
  SettleFacts,
  SettleIncident,
  SettleSource,
} from "./settle-facts";

export interface Matched {
  alert: FiringAlert;
  rule: RuleFact;
  groupId: string;
}

/** A settling at work: `incidents` by id, changed in place while groups take their steps. */
export interface Settling {
  facts: SettleFacts;
  newId: () => string;
  matched: Matched[];
  /** The same by source; a group's members are all of one. */
  bySource: ReadonlyMap<string, Matched[]>;
  sources: ReadonlyMap<string, SettleSource>;
  rules: ReadonlyMap<string, RuleFact>;
  /** The same by alert. */
  byAlert: ReadonlyMap<string, Matched>;
  /** Alert → the alert that it fires because of. */
  causes: ReadonlyMap<string, string>;
  incidents: Map<string, SettleIncident>;
  opened: OpenedIncident[];
  changed: Map<string, ChangedIncident>;
}

export const isFiring = ({ alert }: Matched) => alert.dismissedAt === null;

export const isFolded = ({ causes }: Settling, { alert }: Matched) => causes.has(alert.id);

const membersOf = ({ bySource }: Settling, group: AlertGroup) =>
  (bySource.get(group.sourceId) ?? []).filter((each) => each.groupId === group.id && isFiring(each));

function markChanged(settling: Settling, incident: SettleIncident, change: ChangedIncident["change"]): void {
  settling.incidents.set(incident.id, incident);
  const { id, visibility, status, closed, resolvedAt, resolvedBy, recoveredAt } = incident;
  settling.changed.set(id, { id, change, visibility, status, closed, resolvedAt, resolvedBy, recoveredAt });
}

function reopen(settling: Settling, incident: SettleIncident): string {
  const back = {
    ...incident,
    status: "investigating" as const,
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
  const members = membersOf(settling, group);
  const visibility = rule.mode === "publish" ? "published" : "draft";
  const alert = loudest(members) ?? null;
  const opened: OpenedIncident = {
    id: settling.newId(),
    alert,
    rule,
    visibility,
    impact: rule.components.length > 0 ? impactOf(rule.components.map((each) => each.status)) : "minor",
    impactOverride: rule.components.length > 0 ? null : "minor",
    startedAt: Math.min(settling.facts.now, ...members.map((each) => each.alert.startedAt)),
    origin: settling.sources.get(group.sourceId)?.family === "source" ? "source" : "monitor",
    sourceId: group.sourceId,
    groupId: group.id,
    components: rule.components,
  };
  settling.opened.push(opened);
  const blank = { edited: false, closed: false, resolvedAt: null, resolvedBy: null, recoveredAt: null };
  const { id, startedAt, components } = opened;
  settling.incidents.set(id, {
    id,
    version: 0,
    visibility,
    status: "investigating" as const,
    updatedAt: 0,
    startedAt,
    components,
    ...blank,
  });
  return id;
}

/** Join the group's open incident, else an open published one naming a component, else reopen, else create. */
export function incidentFor(settling: Settling, group: AlertGroup, rule: RuleFact): string {
  const own = group.incidentId ? settling.incidents.get(group.incidentId) : undefined;
  if (own && !own.closed) return own.id;
  for (const { alert } of membersOf(settling, group)) {
    const known = alert.incidentId ? settling.incidents.get(alert.incidentId) : undefined;
    if (known && !known.closed) return known.id;
  }
  const named = new Set(rule.components.map((each) => each.componentId));
  for (const each of settling.incidents.values()) {
    const open = !each.closed && each.visibility === "published";
    if (open && each.components.some(({ componentId }) => named.has(componentId))) return each.id;
  }
  const isFresh = isYoung(own?.resolvedAt ?? 0, settling.facts.now, reopenWithin);
  if (own?.resolvedBy === "machine" && own.visibility === "published" && isFresh) return reopen(settling, own);
  return create(settling, group, rule);
}

/** Recovered for as long as its rule says; an end that lies further ahead is of a clock that was wrong. */
function isOver({ facts, rules }: Settling, { state, dueAt, ruleId }: AlertGroup): boolean {
  const rule = rules.get(ruleId);
  const longest = rule ? rule.resolveAfterSeconds * 1000 : Number.POSITIVE_INFINITY;
  return state === "recovering" && (dueAt === null || !stillLasts(dueAt, facts.now, longest));
}

/** Of what is paused or silent nobody knows that it is over. */
const isUnknown = ({ sources }: Settling, { sourceId }: AlertGroup) =>
  (sources.get(sourceId)?.silentSince ?? null) !== null;

/** An unedited published incident resolves itself, an unedited draft is dismissed, an edited one waits for a person. */
function conclude(settling: Settling, incident: SettleIncident, own: AlertGroup[]): Map<string, AlertGroup | null> {
  const { now } = settling.facts;
  const closing = { ...incident, closed: true, resolvedAt: now, resolvedBy: "machine" as const };
  if (incident.edited) return new Map(own.map((each) => [each.id, { ...each, dueAt: null }]));
  if (incident.visibility === "published") {
    markChanged(settling, { ...closing, status: "resolved" }, "resolved");
    return new Map(own.map((each) => [each.id, { ...each, state: "resolved", dueAt: now + reopenWithin }]));
  }
  markChanged(settling, { ...closing, visibility: "dismissed" }, "dismissed");
  return new Map(own.map((each) => [each.id, null]));
}

/** Looks at each incident with all its groups: firing, not known, recovered, or recovered for long enough. */
function settleIncident(
  settling: Settling,
  incident: SettleIncident,
  own: AlertGroup[],
): Map<string, AlertGroup | null> {
  const { now, recoveredAt } = settling.facts;
  const firing = own.some((each) => each.state === "open");
  if (!firing && own.some((each) => isUnknown(settling, each))) return new Map();
  const recovered = firing ? null : (incident.recoveredAt ?? Math.min(now, recoveredAt ?? now));
  const known = { ...incident, recoveredAt: recovered };
  if (recovered !== incident.recoveredAt) markChanged(settling, known, firing ? "firing" : "recovered");
  return !firing && own.every((each) => isOver(settling, each)) ? conclude(settling, known, own) : new Map();
}

export function settleIncidents(settling: Settling, groups: AlertGroup[]): AlertGroup[] {
  let left = groups;
  for (const incident of [...settling.incidents.values()].filter((each) => !each.closed)) {
    const own = left.filter((each) => each.incidentId === incident.id && each.state !== "waiting");
    if (own.length === 0) continue;
    const outcome = settleIncident(settling, incident, own);
    left = left.flatMap((each) => (outcome.has(each.id) ? (outcome.get(each.id) ?? []) : each));
  }
  return left;
}
