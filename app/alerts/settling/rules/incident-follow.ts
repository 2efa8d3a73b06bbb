import { isComponentEdited, isIncidentPartEdited } from "~/incidents/rules/edited-parts";
import { impactOfStatuses } from "~/incidents/rules/impact";
import { type Status, statusRank } from "~/status/status";
import type { RuleRecord } from "../../rules/rule-match";
import { componentsUncoveredByIncidents } from "./alert-joining";
import { type FiringAlertWithRule, worstAlertStatusByComponent } from "./incident-view";
import type { IncidentComponentStep, SettleComponent, SettleIncident } from "./settle-facts";

export interface IncidentFollowFacts {
  now: number;
  /** End of the last episode that is not settled yet; null when there is none. */
  recoveredAt: number | null;
  rules: readonly RuleRecord[];
  /** Firing alerts of the incident, also those caused by another alert. */
  members: readonly FiringAlertWithRule[];
  others: readonly SettleIncident[];
  /** True when it reopens: what does not fire now is over. */
  reopens: boolean;
  /** Components whose alerts may still fire: their senders are silent, or have more alerts than were read. */
  unknown: ReadonlySet<string>;
  /** Observed statuses of the components, for an incident that was open before its alerts were followed. */
  seen: readonly Pick<SettleComponent, "id" | "observedStatus" | "observedSince">[];
}

export interface IncidentFollowResult {
  components: SettleIncident["components"];
  steps: IncidentComponentStep[];
  /** Component → when its last alert stopped firing, or the last that is as bad as reported. */
  over: Record<string, number>;
  /** Component that is not operational → when it last got worse after the incident was opened. */
  raised: Record<string, number>;
  /** Components on which everything has recovered for long enough; "" stands for alerts that affect none. */
  gone: Set<string>;
  /** Time when the next of them is over for good; null when there is none. */
  dueAt: number | null;
}

/**
 * Returns the statuses that its alerts give components, without what another open incident or a person covers already.
 */
function wantedOf(incident: SettleIncident, { members, others }: IncidentFollowFacts): Map<string, Status> {
  const all = [...worstAlertStatusByComponent(members)].map(([componentId, status]) => ({ componentId, status }));
  const named = new Set(incident.components.map(({ componentId }) => componentId));
  const mode = incident.visibility === "published" ? "publish" : "draft";
  const own = all.filter(({ componentId }) => named.has(componentId));
  const more = componentsUncoveredByIncidents(
    all.filter(({ componentId }) => !named.has(componentId)),
    others.filter(({ id }) => id !== incident.id),
    mode,
  );
  return new Map([...own, ...more].map(({ componentId, status }) => [componentId, status]));
}

/**
 * Returns how long nothing may fire on a component until it has recovered, by its rules, in ms. Null when no rule
 * affects it any more: its monitor was deleted, so its recovery is never reported.
 */
function patienceOf(componentId: string, rules: readonly RuleRecord[]): number | null {
  const naming = rules.filter(({ components }) =>
    componentId === "" ? components.length === 0 : components.some((each) => each.componentId === componentId),
  );
  if (naming.length === 0 && componentId !== "") return null;
  return 1000 * Math.max(0, ...naming.map(({ resolveAfterSeconds }) => resolveAfterSeconds));
}

/** Returns since when a component was observed no worse than its alerts say now; null when that was not recorded. */
function seenSince(
  { componentId, to }: Pick<ComponentPosition, "componentId" | "to">,
  { seen }: IncidentFollowFacts,
): number | null {
  const found = seen.find(({ id }) => id === componentId);
  return found && statusRank(found.observedStatus) <= statusRank(to) ? found.observedSince : null;
}

/**
 * Returns since when its alerts have been over: as recorded, else as for the whole incident, else since the last news.
 */
function overSince(incident: SettleIncident, place: ComponentPosition, facts: IncidentFollowFacts): number {
  const { now, recoveredAt } = facts;
  const noted = incident.following?.over[place.componentId] ?? seenSince(place, facts) ?? incident.recoveredAt;
  return Math.min(now, noted ?? recoveredAt ?? now);
}

const firingIn = (members: readonly FiringAlertWithRule[]): Set<string> =>
  new Set(
    members.flatMap(({ rule }) =>
      rule.components.length > 0 ? rule.components.map((each) => each.componentId) : [""],
    ),
  );

interface ComponentPosition {
  componentId: string;
  from: Status;
  to: Status;
  isFree: boolean;
  /** True when the team was notified of it and nothing fires on it. */
  isQuiet: boolean;
}

/** Returns every component that the incident names, its alerts move, or the team was notified of. */
function placesOf(incident: SettleIncident, facts: IncidentFollowFacts): ComponentPosition[] {
  const wanted = wantedOf(incident, facts);
  const present = new Map(incident.components.map(({ componentId, status }) => [componentId, status]));
  const firing = firingIn(facts.members);
  const told = Object.keys(incident.following?.team?.parts ?? {});
  return [...new Set([...present.keys(), ...wanted.keys(), ...told])].map((componentId) => ({
    componentId,
    from: present.get(componentId) ?? "operational",
    to: wanted.get(componentId) ?? "operational",
    isFree: componentId !== "" && !isComponentEdited(incident.editedParts, componentId),
    isQuiet: told.includes(componentId) && !firing.has(componentId),
  }));
}

const withSteps = ({ components }: SettleIncident, steps: readonly IncidentComponentStep[]) => {
  const all = new Map(components.map(({ componentId, status }) => [componentId, status]));
  for (const { componentId, to } of steps) all.set(componentId, to);
  return [...all].map(([componentId, status]) => ({ componentId, status }));
};

/** Returns when each component that is not operational yet was last raised. */
function raisedAfter(
  incident: SettleIncident,
  components: SettleIncident["components"],
  steps: readonly IncidentComponentStep[],
) {
  const isWell = new Set(components.filter(({ status }) => statusRank(status) === 0).map((each) => each.componentId));
  const before = Object.entries(incident.following?.raised ?? {});
  const now = steps.flatMap(({ componentId, from, to, at }) =>
    statusRank(to) > statusRank(from) ? [[componentId, at] as const] : [],
  );
  return Object.fromEntries([...before, ...now].filter(([componentId]) => !isWell.has(componentId)));
}

/** Dates a step down at the recovery of its alerts, but not before the step up that it takes back. */
function loweredAt(incident: SettleIncident, componentId: string, since: number, now: number): number {
  const raised = incident.following?.raised?.[componentId] ?? incident.startedAt;
  return Math.min(now, Math.max(since, incident.startedAt, raised));
}

/**
 * Changes an incident's components by its alerts. A status gets worse at once; it gets better when no alert with it has
 * fired for as long as its rules require, dated at the recovery. Statuses that a person set stay.
 */
export function updateIncidentFromAlerts(incident: SettleIncident, facts: IncidentFollowFacts): IncidentFollowResult {
  const { now } = facts;
  const over: Record<string, number> = {};
  const gone = new Set<string>();
  const steps: IncidentComponentStep[] = [];
  const ends: number[] = [];
  for (const place of placesOf(incident, facts)) {
    const { componentId, from, to, isFree, isQuiet } = place;
    const isRaised = isFree && statusRank(to) > statusRank(from);
    if (isRaised) steps.push({ componentId, from, to, at: now });
    const isLower = isFree && statusRank(to) < statusRank(from);
    if (isRaised || facts.unknown.has(componentId) || !(isLower || isQuiet)) continue;
    const since = overSince(incident, place, facts);
    const patience = facts.reopens ? 0 : patienceOf(componentId, facts.rules);
    if (patience === null) continue;
    const end = facts.reopens ? now : since + patience;
    if (end > now) {
      over[componentId] = since;
      ends.push(end);
      continue;
    }
    const at = facts.reopens ? now : loweredAt(incident, componentId, since, now);
    if (isLower) steps.push({ componentId, from, to, at });
    if (isQuiet) gone.add(componentId);
  }
  const dueAt = ends.length > 0 ? Math.min(...ends) : null;
  const components = withSteps(incident, steps);
  return { components, steps, over, raised: raisedAfter(incident, components, steps), gone, dueAt };
}

/**
 * Returns the impact by the components now; updates record the worst (incidents/rules/impact). An impact set without
 * components is replaced by that of components; an impact set by a person stays.
 */
export function impactOfSettledComponents(incident: SettleIncident, components: SettleIncident["components"]) {
  if (components.length === 0) return { impact: incident.impact, impactOverride: incident.impactOverride };
  const isPersons = isIncidentPartEdited(incident.editedParts, "impact");
  const impact = impactOfStatuses(components.map(({ status }) => status));
  return { impact, impactOverride: isPersons ? incident.impactOverride : null };
}
