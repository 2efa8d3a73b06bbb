import { findMutedRules, muteEndOf, nextMuteEndTime } from "~/mutes/rules/mute-rules";
import { type AlertGroup, advanceAlertGroup } from "../../rules/alert-group";
import { alertGroupKeyOf, type RuleRecord, ruleForAlert } from "../../rules/rule-match";
import { isDeliveryAlertKey, testAlertKeyPrefix } from "../../rules/signal";
import { canRejoinIncident } from "./alert-joining";
import { findCalmedFlappingAlerts, nextFlappingEndTime, withoutCalmedFlappingAlerts } from "./calmed-alerts";
import { rootCauseByAlert } from "./cause";
import { incidentByAlert, updateIncidentsFromAlerts } from "./follow-incidents";
import { buildIncidentIndex } from "./incident-index";
import { earliestKnownTime, observationChangesOf, silentComponentsOf } from "./observation-changes";
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
import { nextSourceSilenceTime } from "./silence";
import { findSilencedChanges } from "./silenced-notifications";

const groupIdOf = (rule: RuleRecord, alert: FiringAlert) => `${rule.id} ${alertGroupKeyOf(rule, alert)}`;

/**
 * Matches alerts with rules. Tests, and alerts about unreadable deliveries, affect no component, so they are left out.
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
 * Returns the alert's start. An alert that was first seen after its incident was closed counts as later, however early
 * it started.
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

/** Returns when to settle again. A group that waits although its hold is over waits for the end of a mute. */
function dueAtOf({ facts }: SettleState, groups: readonly AlertGroup[]): number | null {
  const ahead = groups.map(({ dueAt }) => (dueAt !== null && dueAt > facts.now ? dueAt : null));
  const mute = facts.alerts.length > 0 ? nextMuteEndTime(facts) : null;
  return earliestKnownTime([
    ...ahead,
    mute,
    silentComponentsOf(facts).left ? facts.now : null,
    nextSourceSilenceTime(facts.sources, facts.now),
  ]);
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
  const causes = rootCauseByAlert(matched, { ...facts, muted: findMutedRules(facts) });
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

/** Groups between two pauses of a settling. */
const groupsInStep = 40;

function* steppedGroups(settling: SettleState): Generator<void, AlertGroup[]> {
  const stepped: AlertGroup[] = [];
  for (const [index, group] of [...settling.facts.groups, ...newGroups(settling)].entries()) {
    if (index % groupsInStep === 0) yield;
    const next = step(settling, group);
    if (next) stepped.push(next);
  }
  return stepped;
}

/**
 * Decides a settling: from what fires now to the observed layer, to groups, to incidents; in steps between which a
 * caller may let other work go first. Pure; applied to its own outcome it changes nothing until something new arrives
 * or `dueAt` is reached.
 */
export function* settleInSteps(read: SettleFacts, newId: () => string): Generator<void, SettleDecision> {
  const calmed = findCalmedFlappingAlerts(read);
  const facts = withoutCalmedFlappingAlerts(read, calmed);
  const settling = settlingOf(facts, newId);
  const groups = settleIncidents(settling, yield* steppedGroups(settling));
  yield;
  const belonging = incidentByAlert(settling, groups);
  const followsAt = updateIncidentsFromAlerts(settling, groups, belonging);
  yield;
  const known = new Map(facts.groups.map((each) => [each.id, each]));
  const left = new Set(groups.map((each) => each.id));
  const { dueAt, ...vouched } = observationChangesOf(settling);
  yield;
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
    dueAt: earliestKnownTime([dueAtOf(settling, groups), nextFlappingEndTime(facts, calmed), dueAt, followsAt]),
  };
}
