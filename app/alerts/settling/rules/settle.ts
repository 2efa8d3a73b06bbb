import { mutedRules, muteEndOf, nextMuteEndTime } from "~/mutes/rules/mute-rules";
import { coverageChanges, coverageReturnTimes } from "~/status-page/timeline/rules/coverage";
import {
  type ObservedFacts,
  observedLayerChanges,
  observedReturnTimes,
} from "~/status-page/timeline/rules/observed-changes";
import { type AlertGroup, advanceAlertGroup } from "../../rules/alert-group";
import { alertGroupKeyOf, type RuleRecord, ruleForAlert } from "../../rules/rule-match";
import { isDeliveryAlertKey, testAlertKeyPrefix } from "../../rules/signal";
import { canRejoinIncident } from "./alert-joining";
import { calmedFlappingAlerts, nextFlappingEndTime, withoutCalmedFlappingAlerts } from "./calmed-alerts";
import { rootCauseByAlert } from "./cause";
import { incidentByAlert, updateIncidentsFromAlerts } from "./follow-incidents";
import { buildIncidentIndex } from "./incident-index";
import type { FiringAlert, SettleDecision, SettleFacts, SettleIncident, StatusGivingIncident } from "./settle-facts";
import {
  hasKnownCause,
  hasLostCause,
  incidentForAlertGroup,
  isUndismissedAlert,
  type MatchedAlert,
  type SettleState,
  settleIncidents,
} from "./settle-incidents";
import {
  componentsWithMonitorOrHeartbeat,
  knownSilentComponents,
  nextSourceSilenceTime,
  observersByComponent,
  reportFlagByComponent,
  silentSinceByComponent,
  vouchingStartByComponent,
} from "./silence";
import { findSilencedChanges } from "./silenced-notifications";

const groupIdOf = (rule: RuleRecord, alert: FiringAlert) => `${rule.id} ${alertGroupKeyOf(rule, alert)}`;

/**
 * Matches alerts with rules. Tests, and alerts about unreadable deliveries, say nothing about components, so no rule
 * sees them.
 */
function matchAll({ alerts, rules }: SettleFacts): MatchedAlert[] {
  const ofSource = Map.groupBy(rules, (rule) => rule.sourceId);
  return alerts.flatMap((alert) => {
    if (isDeliveryAlertKey(alert.key) || alert.key.startsWith(testAlertKeyPrefix)) return [];
    const rule = ruleForAlert(ofSource.get(alert.sourceId) ?? [], alert.sourceId, alert);
    return rule ? [{ alert, rule, groupId: groupIdOf(rule, alert) }] : [];
  });
}

function newGroups(settling: SettleState): AlertGroup[] {
  const { facts, matched } = settling;
  const known = new Set(facts.groups.map((each) => each.id));
  const found = new Map<string, AlertGroup>();
  for (const each of matched.filter((one) => isUndismissedAlert(one) && !hasKnownCause(settling, one))) {
    const { groupId: id, rule, alert } = each;
    if (known.has(id) || rule.mode === "none") continue;
    const firstFiredAt = Math.min(alert.startedAt, found.get(id)?.firstFiredAt ?? alert.startedAt);
    const dueAt = facts.now + rule.holdSeconds * 1000;
    const group = { id, sourceId: rule.sourceId, ruleId: rule.id, groupKey: alertGroupKeyOf(rule, alert) };
    found.set(id, { ...group, state: "waiting", firstFiredAt, dueAt, incidentId: null, version: 0 });
  }
  return [...found.values()];
}

const isMasked = (rule: RuleRecord | null, { maintained }: SettleFacts) =>
  rule !== null && rule.components.length > 0 && rule.components.every((each) => maintained.has(each.componentId));

const hasOpenIncident = ({ incidents }: SettleState, { state, incidentId }: AlertGroup): boolean =>
  (state === "open" || state === "recovering") && incidents.get(incidentId ?? "")?.closed === false;

/**
 * Returns the alert's start; one first seen after its incident was closed counts as later, however early it started.
 */
function startIn({ incidents }: SettleState, { incidentId }: AlertGroup, { alert }: MatchedAlert): number {
  const wasThere = alert.incidentId === incidentId || incidents.get(incidentId ?? "")?.closed !== true;
  return wasThere ? alert.startedAt : Number.POSITIVE_INFINITY;
}

/**
 * Returns the starts of the alerts that keep a group firing. Folded alerts keep only an incident that is already open.
 * So do alerts of that incident that are now in another group; once it is closed they belong to that group only.
 */
function startsOf(settling: SettleState, group: AlertGroup): number[] {
  const keeps = hasOpenIncident(settling, group);
  const mine = settling.bySource.get(group.sourceId) ?? [];
  const isRegrouped = ({ alert }: MatchedAlert) =>
    keeps && group.state === "open" && alert.incidentId === group.incidentId;
  const members = mine.filter((each) => isUndismissedAlert(each) && (each.groupId === group.id || isRegrouped(each)));
  return members
    .filter((each) => keeps || !hasKnownCause(settling, each))
    .map((each) => startIn(settling, group, each));
}

/** Returns the incident of a group, unless it waits for a person and covers less than what fires again. */
function incidentOf({ incidents }: SettleState, group: AlertGroup, rule: RuleRecord | null, fires: boolean) {
  const own = incidents.get(group.incidentId ?? "");
  const isRelapse = fires && group.state === "recovering" && own !== undefined && !own.closed;
  return isRelapse && rule !== null && !canRejoinIncident(own, rule) ? undefined : own;
}

function step(settling: SettleState, group: AlertGroup): AlertGroup | null {
  const { facts } = settling;
  const starts = startsOf(settling, group);
  if (starts.length === 0 && facts.cutSources.has(group.sourceId)) return group;
  const rule = settling.rules.get(group.ruleId) ?? null;
  const incident = incidentOf(settling, group, rule, starts.length > 0);
  const { next, opens } = advanceAlertGroup(group, {
    now: facts.now,
    starts,
    rule,
    incident: incident ? { closed: incident.closed, closedAt: incident.resolvedAt ?? incident.updatedAt } : null,
    mutedUntil: muteEndOf(facts, settling.sources.get(group.sourceId), rule?.components ?? []),
    masked: isMasked(rule, facts),
  });
  return next && opens && rule ? { ...next, incidentId: incidentForAlertGroup(settling, next, rule) } : next;
}

/** Assigns each alert to its incident; an alert whose cause has recovered leaves the incident of that cause. */
function joins(settling: SettleState, of: ReadonlyMap<string, string>): SettleDecision["joined"] {
  return settling.matched.filter(isUndismissedAlert).flatMap(({ alert }) => {
    const { id: alertId, startedAt, incidentId: before } = alert;
    const incidentId = of.get(alertId) ?? null;
    const hasLeft = before !== null && hasLostCause(settling.causes, alert);
    if (incidentId === before || (incidentId === null && !hasLeft)) return [];
    return [{ alertId, startedAt, incidentId }];
  });
}

/** Lists the alerts whose cause is another one than before, or none any more. */
const blamed = ({ matched, causes }: SettleState): SettleDecision["blamed"] =>
  matched.filter(isUndismissedAlert).flatMap(({ alert }) => {
    const causeId = causes.get(alert.id) ?? null;
    return causeId === alert.causeId ? [] : [{ alertId: alert.id, causeId }];
  });

const giving = (incidents: Iterable<SettleIncident>): StatusGivingIncident[] =>
  [...incidents]
    .filter((each) => !each.closed && each.visibility === "published")
    .map(({ id, startedAt, components }) => ({
      id,
      startedAt,
      components: components.map(({ componentId, status }) => ({ componentId, status })),
    }));

const isSame = (one: AlertGroup, other: AlertGroup | undefined) =>
  other !== undefined && one.state === other.state && one.dueAt === other.dueAt && one.incidentId === other.incidentId;

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at): at is number => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Returns when to settle again. A group that waits although its hold is over waits for the end of a mute. */
function dueAtOf({ facts }: SettleState, groups: readonly AlertGroup[]): number | null {
  const ahead = groups.map(({ dueAt }) => (dueAt !== null && dueAt > facts.now ? dueAt : null));
  const mute = facts.alerts.length > 0 ? nextMuteEndTime(facts) : null;
  return earliest([
    ...ahead,
    mute,
    silence(facts).left ? facts.now : null,
    nextSourceSilenceTime(facts.sources, facts.now),
  ]);
}

/** Returns the silent components; `left` is true when one is left to the tick. */
function silence({ sources, rules, components, now, judgesSilence }: SettleFacts) {
  const observers = observersByComponent(sources, rules);
  const all = silentSinceByComponent(observers, now);
  const silent = judgesSilence ? all : knownSilentComponents(all, observers, components);
  return { silent, left: silent.size < all.size };
}

type Observers = ReturnType<typeof observersByComponent>;

function observedFacts({ facts, matched }: SettleState, observers: Observers): ObservedFacts {
  const unread = facts.rules.filter((each) => facts.cutSources.has(each.sourceId));
  const { now, recoveredAt, observersChangedAt: changedAt } = facts;
  return {
    alerts: matched.map(({ alert, rule }) => ({
      startedAt: alert.startedAt,
      dismissed: alert.dismissedAt !== null,
      components: rule.components,
    })),
    silent: silence(facts).silent,
    watched: componentsWithMonitorOrHeartbeat(observers),
    held: new Set(unread.flatMap((each) => each.components.map(({ componentId }) => componentId))),
    vouchedSince: vouchingStartByComponent(observers, now),
    changedAt,
    recoveredAt,
    now,
  };
}

interface ObservationChanges extends Pick<SettleDecision, "observed" | "coverage" | "observersChangedAt"> {
  /** Time to look again at a component whose observers were added or removed; null when there is none. */
  dueAt: number | null;
}

/** Returns both layers that follow from what observes a component. */
function vouching(settling: SettleState): ObservationChanges {
  const { components, rules, sources, now, recoveredAt, observersChangedAt } = settling.facts;
  const observers = observersByComponent(sources, rules);
  const facts = observedFacts(settling, observers);
  const { vouchedSince, changedAt, silent } = facts;
  const covering = {
    observed: reportFlagByComponent(observers),
    silent,
    vouchedSince,
    changedAt,
    spokeAt: recoveredAt,
    now,
  };
  const waits = [observedReturnTimes(components, facts), coverageReturnTimes(components, covering)];
  return {
    observed: observedLayerChanges(components, facts),
    coverage: coverageChanges(components, covering),
    observersChangedAt: new Map([...observersChangedAt].filter(([id]) => waits.some((each) => each.has(id)))),
    dueAt: earliest(waits.flatMap((each) => [...each.values()])),
  };
}

/**
 * Maps incident → the components on which one of its alerts fires, as the last settling left them; without alerts whose
 * cause is over.
 */
function firingOn(matched: readonly MatchedAlert[], causes: SettleState["causes"]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { alert, rule } of matched.filter(isUndismissedAlert)) {
    if (alert.incidentId === null || hasLostCause(causes, alert)) continue;
    const known = found.get(alert.incidentId) ?? new Set();
    found.set(alert.incidentId, new Set([...known, ...rule.components.map(({ componentId }) => componentId)]));
  }
  return found;
}

function settlingOf(facts: SettleFacts, newId: () => string): SettleState {
  const matched = matchAll(facts);
  const causes = rootCauseByAlert(matched, { ...facts, muted: mutedRules(facts) });
  const firing = firingOn(matched, causes);
  return {
    facts,
    newId,
    matched,
    opened: [],
    changed: new Map(),
    firingOn: firing,
    ...buildIncidentIndex(facts.incidents, firing),
    moved: [],
    followed: [],
    news: [],
    bySource: Map.groupBy(matched, ({ alert }) => alert.sourceId),
    sources: new Map(facts.sources.map((each) => [each.id, each])),
    rules: new Map(facts.rules.map((each) => [each.id, each])),
    byAlert: new Map(matched.map((each) => [each.alert.id, each])),
    causes,
    incidents: new Map(facts.incidents.map((each) => [each.id, each])),
  };
}

/**
 * Decides a settling: from what fires now to the observed layer, to groups, to incidents. Pure; applied to its own
 * outcome it changes nothing until something new arrives or `dueAt` is reached.
 */
export function decideSettle(read: SettleFacts, newId: () => string): SettleDecision {
  const calmed = calmedFlappingAlerts(read);
  const facts = withoutCalmedFlappingAlerts(read, calmed);
  const settling = settlingOf(facts, newId);
  const stepped = [...facts.groups, ...newGroups(settling)].flatMap((group) => step(settling, group) ?? []);
  const groups = settleIncidents(settling, stepped);
  const belonging = incidentByAlert(settling, groups);
  const followsAt = updateIncidentsFromAlerts(settling, groups, belonging);
  const known = new Map(facts.groups.map((each) => [each.id, each]));
  const left = new Set(groups.map((each) => each.id));
  const { dueAt, ...vouched } = vouching(settling);
  return {
    ...vouched,
    groups: groups.filter((each) => !isSame(each, known.get(each.id))),
    removedGroups: facts.groups.map(({ id }) => id).filter((id) => !left.has(id)),
    opened: settling.opened,
    changed: [...settling.changed.values()],
    ...findSilencedChanges(settling),
    calmed,
    moved: settling.moved,
    followed: settling.followed,
    news: settling.news,
    joined: joins(settling, belonging),
    blamed: blamed(settling),
    before: giving(facts.incidents),
    after: giving(settling.incidents.values()),
    dueAt: earliest([dueAtOf(settling, groups), nextFlappingEndTime(facts, calmed), dueAt, followsAt]),
  };
}
