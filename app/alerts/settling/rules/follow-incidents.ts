import { isIncidentPartEdited } from "~/incidents/rules/edited-parts";
import { findMutedRules } from "~/mutes/rules/mute-rules";
import { statusRank } from "~/status/status";
import { isUnexpired } from "~/time/instants";
import { type AlertGroup, maintenanceRecheckMs } from "../../rules/alert-group";
import type { RuleRecord } from "../../rules/rule-match";
import { type IncidentFollowResult, impactOfSettledComponents, updateIncidentFromAlerts } from "./incident-follow";
import type { IncidentSettlingState } from "./incident-follow-state";
import { addToIncidentIndex, incidentsOfComponents } from "./incident-index";
import {
  decideTeamNews,
  decideVisitorNews,
  firstTeamNotificationState,
  type IncidentNewsFacts,
  reopenedTeamNotificationState,
  teamNotificationStateOf,
  withoutRecoveredComponents,
} from "./incident-news";
import { alertNameOf, mostSevereAlert } from "./incident-view";
import type { IncidentToOpen, SettleIncident } from "./settle-facts";
import {
  hasKnownCause,
  isGroupSourceSilent,
  isUndismissedAlert,
  type MatchedAlert,
  recordIncidentChange,
  type SettleState,
} from "./settle-incidents";

/** Maps alert → the incident to which it belongs now; alerts without one are left out. */
export function incidentByAlert(settling: SettleState, groups: readonly AlertGroup[]): Map<string, string> {
  const open = new Map(groups.filter((each) => each.state === "open").map((each) => [each.id, each.incidentId]));
  const found = new Map<string, string>();
  for (const each of settling.matched.filter(isUndismissedAlert)) {
    const cause = settling.byAlert.get(settling.causes.get(each.alert.id) ?? "");
    const known = each.alert.causeId === null ? settling.incidents.get(each.alert.incidentId ?? "") : undefined;
    const id = open.get(each.groupId) ?? (cause ? open.get(cause.groupId) : known?.closed === false ? known.id : null);
    if (id) found.set(each.alert.id, id);
  }
  return found;
}

/**
 * Maps incident → its alerts. The first to fire represents all alerts with the same effect and the same name, however
 * many there are.
 */
function membersOf(settling: SettleState, of: ReadonlyMap<string, string>): Map<string, MatchedAlert[]> {
  const found = new Map<string, Map<string, MatchedAlert>>();
  for (const each of settling.matched) {
    const id = of.get(each.alert.id);
    if (id === undefined) continue;
    const own = found.get(id) ?? new Map<string, MatchedAlert>();
    found.set(id, own);
    const { alert, rule } = each;
    const key = `${rule.id} ${alert.severity} ${hasKnownCause(settling, each)} ${alertNameOf(alert)}`;
    const known = own.get(key);
    if (!known || alert.startedAt < known.alert.startedAt) own.set(key, each);
  }
  return new Map([...found].map(([id, own]) => [id, [...own.values()]]));
}

interface FollowContext {
  members: ReadonlyMap<string, MatchedAlert[]>;
  muted: ReadonlySet<RuleRecord>;
  groups: readonly AlertGroup[];
}

const isMasked = ({ facts }: SettleState, { rule }: MatchedAlert) =>
  rule.components.length > 0 && rule.components.every(({ componentId }) => facts.maintained.has(componentId));

/** Returns when it may be reported; null while something silences it. A start in the future came from a wrong clock. */
function tellableAt(settling: SettleState, { muted }: FollowContext, member: MatchedAlert): number | null {
  if (hasKnownCause(settling, member) || muted.has(member.rule)) return null;
  if (isMasked(settling, member)) return settling.facts.now + maintenanceRecheckMs;
  const hold = member.rule.holdSeconds * 1000;
  const at = member.alert.startedAt + hold;
  return isUnexpired(at, settling.facts.now, hold) ? at : Math.min(at, settling.facts.now);
}

/** Returns the components whose alerts may still fire, because their sources are silent or were not read completely. */
function unknownOf(settling: SettleState, { groups }: FollowContext, { id }: SettleIncident): Set<string> {
  const own = groups.filter((each) => each.incidentId === id && each.state !== "waiting");
  const unsure = own.filter(
    (each) => isGroupSourceSilent(settling, each) || settling.facts.cutSources.has(each.sourceId),
  );
  const components = unsure.flatMap((each) => settling.rules.get(each.ruleId)?.components ?? []);
  return new Set([...components.map(({ componentId }) => componentId), ...(unsure.length > 0 ? [""] : [])]);
}

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((at): at is number => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

/** The decision about one incident that was open before this settling. */
interface IncidentDecision {
  followed: IncidentFollowResult;
  next: SettleIncident;
  following: IncidentSettlingState;
  news: ReturnType<typeof decideTeamNews>["news"];
  saysSo: boolean;
  dueAt: number | null;
}

/** Returns the news for the team and for visitors of what may be reported at this time. */
function newsOf(settling: SettleState, { next, told }: IncidentMove, before: SettleIncident, members: MatchedAlert[]) {
  const facts: IncidentNewsFacts = { now: settling.facts.now, members };
  return { team: decideTeamNews(next, told, facts), visitors: decideVisitorNews(next, before.components, facts) };
}

interface IncidentMove {
  next: SettleIncident;
  told: ReturnType<typeof firstTeamNotificationState>;
}

/** Returns when to look again at alerts that are too recent, or masked by maintenance, and would be news. */
function youngDue(
  settling: SettleState,
  around: FollowContext,
  moving: IncidentMove,
  before: SettleIncident,
): number | null {
  const { now } = settling.facts;
  const members = around.members.get(before.id) ?? [];
  const waiting = members.flatMap((each) => {
    const at = tellableAt(settling, around, each);
    return at !== null && at > now ? [{ each, at }] : [];
  });
  if (waiting.length === 0) return null;
  const { team, visitors } = newsOf(
    settling,
    moving,
    before,
    waiting.map(({ each }) => each),
  );
  const isNews = team.news !== null || team.dueAt !== null || visitors.saysSo || visitors.dueAt !== null;
  return isNews ? Math.min(...waiting.map(({ at }) => at)) : null;
}

/** Returns the incidents that may already cover what these alerts say. */
const othersOf = (settling: SettleState, members: readonly MatchedAlert[]): SettleIncident[] =>
  incidentsOfComponents(
    settling,
    members.flatMap(({ rule }) => rule.components),
  );

function decide(settling: SettleState, around: FollowContext, incident: SettleIncident): IncidentDecision {
  const { now, recoveredAt, rules, components: all } = settling.facts;
  const members = around.members.get(incident.id) ?? [];
  const others = othersOf(settling, members);
  const unknown = unknownOf(settling, around, incident);
  const reopens = settling.changed.get(incident.id)?.change === "reopened";
  const seen = incident.following?.adopts ? all : [];
  const followed = updateIncidentFromAlerts(incident, {
    now,
    recoveredAt,
    rules,
    members,
    others,
    reopens,
    unknown,
    seen,
  });
  const { components, over, raised, gone } = followed;
  const next = {
    ...incident,
    components,
    ...impactOfSettledComponents(incident, components),
    ...startAfter(incident, members, now),
  };
  const tellable = members.filter((each) => (tellableAt(settling, around, each) ?? Number.POSITIVE_INFINITY) <= now);
  const known = teamNotificationStateOf(incident) ?? firstTeamNotificationState(members, now);
  const told = withoutRecoveredComponents(reopens ? reopenedTeamNotificationState(known) : known, gone);
  const moving = { next, told };
  const { team, visitors } = newsOf(settling, moving, incident, tellable);
  const dueAt = earliest([followed.dueAt, team.dueAt, visitors.dueAt, youngDue(settling, around, moving, incident)]);
  const isRaised = Object.keys(raised).length > 0;
  const following = { over, ...(isRaised ? { raised } : {}), team: team.told, visitors: visitors.told };
  return { followed, next, following, news: team.news, saysSo: visitors.saysSo, dueAt };
}

/**
 * Starts a draft with the oldest alert that still fires, unless that is in the future: its form shows what will be
 * published.
 */
function startAfter(incident: SettleIncident, members: readonly MatchedAlert[], now: number) {
  const starts = members.map(({ alert }) => alert.startedAt).filter((at) => at <= now);
  const isFree = incident.visibility === "draft" && incident.origin !== "person" && starts.length > 0;
  return isFree ? { startedAt: Math.min(...starts) } : {};
}

const moves = (one: SettleIncident, other: SettleIncident): boolean =>
  one.impact !== other.impact || one.impactOverride !== other.impactOverride || one.startedAt !== other.startedAt;

/** Returns what renames an incident: it must be worse than before, and no person has named it. */
function retitling(incident: SettleIncident, { followed, news }: IncidentDecision, members: readonly MatchedAlert[]) {
  const isRaised = followed.steps.some(({ from, to }) => statusRank(to) > statusRank(from));
  const found = mostSevereAlert(members);
  if (
    !found ||
    !(isRaised || news) ||
    isIncidentPartEdited(incident.editedParts, "title") ||
    incident.origin === "person"
  )
    return null;
  const several = new Set(members.map(({ alert }) => alertNameOf(alert))).size > 1;
  return { alert: found.alert, rule: found.rule, several };
}

function write(
  settling: SettleState,
  incident: SettleIncident,
  decided: IncidentDecision,
  members: readonly MatchedAlert[],
): void {
  const { followed, next, following, news, saysSo } = decided;
  const { id } = incident;
  const retitled = retitling(incident, decided, members);
  if (followed.steps.length > 0 || moves(incident, next) || saysSo || retitled) {
    const status = saysSo && next.status === "monitoring" ? ("investigating" as const) : next.status;
    const alertTitle = retitled ? retitled.alert.title.slice(0, 255) : next.alertTitle;
    recordIncidentChange(settling, { ...next, status, alertTitle }, "moved");
    settling.moved.push({ id, steps: followed.steps, components: next.components, retitled, saysSo });
  }
  if (news) settling.news.push(news);
  if (JSON.stringify(following) === JSON.stringify(incident.following)) return;
  const known = settling.incidents.get(id) ?? next;
  settling.incidents.set(id, { ...known, following });
  settling.followed.push({ id, following });
}

/** Completes an incident that opens in this settling with all of its alerts, including those that they caused. */
function complete(settling: SettleState, opened: IncidentToOpen, members: readonly MatchedAlert[]): IncidentToOpen {
  const incident = settling.incidents.get(opened.id);
  if (!incident || incident.closed) return opened;
  const { now, recoveredAt, rules } = settling.facts;
  const others = othersOf(settling, members);
  const facts = { now, recoveredAt, rules, members, others, reopens: false, unknown: new Set<string>(), seen: [] };
  const { components } = updateIncidentFromAlerts(incident, facts);
  const { impact, impactOverride } = impactOfSettledComponents(incident, components);
  const said = Object.fromEntries(components.map(({ componentId, status }) => [componentId, status]));
  const visitors = opened.following.visitors && { at: now, components: said };
  const own = members.filter((each) => !hasKnownCause(settling, each));
  const following = { over: {}, team: firstTeamNotificationState(own, now), visitors };
  const startedAt = Math.min(opened.startedAt, ...members.map((each) => each.alert.startedAt));
  const found = mostSevereAlert(own);
  const named = found ? { alert: found.alert, rule: found.rule } : {};
  addToIncidentIndex(settling, opened.id, Object.keys(said));
  settling.incidents.set(opened.id, { ...incident, components, impact, impactOverride, following, startedAt });
  return { ...opened, ...named, components, impact, impactOverride, following, startedAt };
}

/**
 * Returns when to settle again because an incident dropped a component that another may have to name: each is followed
 * only once per settling.
 */
function freedDue({ facts, moved, incidents }: SettleState): number | null {
  const isFreed = moved.some(({ steps }) => steps.some(({ from, to }) => statusRank(to) < statusRank(from)));
  const open = [...incidents.values()].filter(({ closed }) => !closed);
  return isFreed && open.length > 1 ? facts.now + 1000 : null;
}

/**
 * Updates open incidents from their alerts: components, impact, texts, and the news for the team and visitors. Returns
 * the time at which one must be decided again.
 */
export function updateIncidentsFromAlerts(
  settling: SettleState,
  groups: readonly AlertGroup[],
  of: ReadonlyMap<string, string>,
): number | null {
  const members = membersOf(settling, of);
  const around: FollowContext = { members, muted: findMutedRules(settling.facts), groups };
  const isNew = new Set(settling.opened.map(({ id }) => id));
  const due: (number | null)[] = [];
  for (const incident of [...settling.incidents.values()]) {
    const isFollowing = members.has(incident.id) || incident.following !== null;
    if (incident.closed || isNew.has(incident.id) || !isFollowing) continue;
    const decided = decide(settling, around, incident);
    due.push(decided.dueAt);
    write(settling, incident, decided, members.get(incident.id) ?? []);
  }
  settling.opened = settling.opened.map((each) => complete(settling, each, members.get(each.id) ?? []));
  return earliest([...due, freedDue(settling)]);
}
