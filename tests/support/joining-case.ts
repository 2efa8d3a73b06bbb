import type { RuleRecord } from "~/alerts/rules/rule-match";
import { firstTeamNotificationState } from "~/alerts/settling/rules/incident-news";
import type { FiringAlert, SettleFacts, SettleIncident } from "~/alerts/settling/rules/settle-facts";
import { allIncidentParts } from "~/incidents/rules/edited-parts";
import type { Case, Outcome } from "./joining-table";
import { noticesIn } from "./settled-notices";
import { blank, firing, incident, rule, settleOnce, source, start } from "./settling";

const minute = 60_000;
const now = start + 60 * minute;
const [own, db] = ["r", "db"];

const mapped: Record<Case["says"], RuleRecord["components"]> = {
  "as bad": [{ componentId: "a", status: "major_outage" }],
  less: [{ componentId: "a", status: "degraded_performance" }],
  nothing: [{ componentId: "c", status: "partial_outage" }],
};

/** Returns the rule of the alert, and that of the incident's alerts; a single one when the group is the same. */
function rulesOf({ says, group, rule: mode }: Case): RuleRecord[] {
  const timing = { holdSeconds: 0, groupBy: [] };
  const joining = rule({ id: own, mode, ...timing });
  if (group === "own") return [joining];
  const of = group === "cause" ? { sourceId: db } : { catchAll: false, match: { labels: { job: "known" } } };
  return [rule({ id: "known", components: mapped[says], ...timing, ...of }), joining];
}

const knownRule = (rules: readonly RuleRecord[]): RuleRecord => rules[0] as RuleRecord;

function oldAlert({ group }: Case): FiringAlert {
  const labels: Record<string, string> = { alertname: "Known", job: group === "own" ? "" : "known" };
  const sourceId = group === "cause" ? db : "s";
  return firing("old", { sourceId, labels, startedAt: now - 30 * minute, incidentId: "known" });
}

function newAlert({ group, alerts }: Case): FiringAlert {
  const hadCause = group === "cause" && alerts === "recovered" ? { causeId: "db.old", incidentId: "known" } : {};
  return firing("new", { severity: "critical", labels: { alertname: "New" }, startedAt: now - minute, ...hadCause });
}

/** Returns false for a person's incident that no alert has joined. */
const hadAlerts = ({ openedBy, alerts, group }: Case) =>
  openedBy !== "a person" || alerts === "recovered" || group !== "another";

/** Returns what the team knows of the incident; `told`: also the name of the alert. */
function followingOf(each: Case, rules: RuleRecord[], told: boolean): SettleIncident["following"] {
  const said: RuleRecord = { ...knownRule(rules), components: mapped[each.says] };
  const joining = rules.find(({ id }) => id === own) ?? said;
  const known = [{ alert: oldAlert(each), rule: said }];
  const named = told ? [{ alert: newAlert(each), rule: { ...joining, components: mapped[each.says] } }] : [];
  if (!told && !hadAlerts(each)) return null;
  const at = now - 20 * minute;
  const components = Object.fromEntries(mapped[each.says].map(({ componentId, status }) => [componentId, status]));
  return { over: {}, team: firstTeamNotificationState([...known, ...named], at), visitors: { at, components } };
}

function incidentOf(each: Case, rules: RuleRecord[], told: boolean): SettleIncident {
  const isPersons = each.openedBy === "a person";
  const isSpoken = each.openedBy !== "alerts";
  return incident("known", {
    visibility: each.visibleAs,
    publishedAt: each.visibleAs === "published" ? now - 30 * minute : null,
    origin: isPersons ? "person" : "source",
    edited: isSpoken,
    editedParts: isPersons ? allIncidentParts : isSpoken ? ["text"] : [],
    impact: "critical",
    components: mapped[each.says],
    startedAt: now - 30 * minute,
    recoveredAt: each.alerts === "recovered" ? now - minute : null,
    following: followingOf(each, rules, told),
  });
}

function factsOf(each: Case, told: boolean): SettleFacts {
  const rules = rulesOf(each);
  const old = knownRule(rules);
  const isFiring = each.alerts === "firing";
  const group = {
    ...{ id: `${old.id} []`, sourceId: old.sourceId, ruleId: old.id, groupKey: "[]", incidentId: "known", version: 0 },
    ...{ firstFiredAt: now - 30 * minute, state: isFiring ? ("open" as const) : ("recovering" as const) },
    dueAt: isFiring ? null : now + 4 * minute,
  };
  const ofCause = each.group === "cause" ? { dependsOn: db } : {};
  return {
    ...blank(rules),
    now,
    sources: [source("s", ofCause), source(db)],
    alerts: [...(isFiring && hadAlerts(each) ? [oldAlert(each)] : []), newAlert(each)],
    groups: hadAlerts(each) ? [group] : [],
    incidents: [incidentOf(each, rules, told)],
  };
}

/** Returns the outcome for the alert, and the notices to the team and to visitors. `told`: the team knows its name. */
function settled(each: Case, told: boolean) {
  const facts = factsOf(each, told);
  const { decision } = settleOnce(facts);
  const joined = decision.joined.find(({ alertId }) => alertId === "s.new")?.incidentId ?? null;
  const stays = joined === null && facts.alerts.some(({ id, incidentId }) => id === "s.new" && incidentId === "known");
  const kinds = new Set(noticesIn(facts, decision).map(({ kind, audience }) => `${audience} ${kind}`));
  const opens = kinds.has("team incident_opened") || kinds.has("team draft_opened");
  const isUpdated = kinds.has("subscribers incident_update");
  return {
    alert: joined === "known" || stays ? "joins" : decision.opened.length > 0 ? "opens its own" : "is nobody's",
    team: opens ? "opened" : kinds.has("team incident_worsened") ? "worse" : "nobody",
    visitors: isUpdated ? (kinds.has("team incident_opened") ? "opened" : "update") : "nothing",
  };
}

/** Returns the result of settling the case. */
export function outcomeOf(each: Case): Outcome {
  const { alert, team, visitors } = settled(each, false);
  return { alert, team, visitors, sameName: settled(each, true).team };
}
