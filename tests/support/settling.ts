import { emptyFlapHistory } from "~/alerts/rules/flap-history";
import type { RuleRecord } from "~/alerts/rules/rule-match";
import { settleInSteps } from "~/alerts/settling/rules/settle";
import type {
  FiringAlert,
  IncidentToOpen,
  SettleDecision,
  SettleFacts,
  SettleIncident,
} from "~/alerts/settling/rules/settle-facts";
import type { Status } from "~/status/status";
import { resultOfSteps } from "./steps";

export const start = Date.UTC(2026, 10, 20, 12);
const names = ["a", "b", "c"];

export function rule(change: Partial<RuleRecord> = {}): RuleRecord {
  const timing = { holdSeconds: 120, resolveAfterSeconds: 300, groupBy: ["team"], catchAll: true };
  const words = { publicTitle: "", publicBody: "", showsTitle: false };
  const components: RuleRecord["components"] = [{ componentId: "a", status: "major_outage" }];
  return {
    id: "r",
    sourceId: "s",
    position: 0,
    match: {},
    mode: "publish",
    components,
    ...timing,
    ...words,
    ...change,
  };
}

export const source = (
  id: string,
  change: Partial<SettleFacts["sources"][number]> = {},
): SettleFacts["sources"][number] => ({
  id,
  family: "source",
  mutedUntil: null,
  silentSince: null,
  dependsOn: null,
  heartbeatSeconds: null,
  lastHeardAt: start,
  silenceHours: null,
  expectedUntil: 0,
  quietMeansWell: true,
  hasSpoken: true,
  vouchesSince: null,
  ...change,
});

const byHand = { keptBy: "manual", coverage: "operational" } as const;
const watched = { keptBy: "watched", coverage: null } as const;

export function blank(rules: RuleRecord[]): SettleFacts {
  const isNamed = (id: string) =>
    rules.some(({ components }) => components.some(({ componentId }) => componentId === id));
  const components = names.map((id) => ({
    id,
    version: 0,
    observedStatus: "operational" as Status,
    observedSince: start,
    observedBefore: "operational" as Status,
    observedOpenedAt: null,
    dependsOn: null,
    coverageSince: start,
    coverageOpenedAt: null,
    ...(isNamed(id) ? watched : byHand),
  }));
  const sources: SettleFacts["sources"] = [source("s")];
  return {
    now: start,
    judgesSilence: true,
    alerts: [],
    rules,
    sources,
    groups: [],
    components,
    incidents: [],
    maintained: new Set(),
    mutedUntil: null,
    mutedComponents: new Map(),
    recoveredAt: null,
    observersChangedAt: new Map(),
    cutSources: new Set(),
  };
}

/** Returns an open incident as a machine opens it, without changes by people. */
export const incident = (id: string, change: Partial<SettleIncident> = {}): SettleIncident => ({
  id,
  version: 0,
  visibility: "published",
  status: "investigating",
  origin: "source",
  groupKey: "",
  title: "",
  titleSaid: null,
  alertTitle: "",
  impact: "none",
  impactOverride: null,
  startedAt: start,
  publishedAt: start,
  components: [],
  edited: false,
  editedParts: [],
  following: null,
  staleBefore: 0,
  closed: false,
  resolvedAt: null,
  resolvedBy: null,
  recoveredAt: null,
  updatedAt: start,
  ...change,
});

function openedFields({ alert, rule: _, sourceId: __, groupId, ...opened }: IncidentToOpen, now: number) {
  const publishedAt = opened.visibility === "published" ? now : null;
  const title = alert?.title ?? "";
  return { ...opened, groupKey: groupId, title, alertTitle: title, publishedAt, updatedAt: now };
}

/** Returns the facts after the decision was committed. */
function apply(facts: SettleFacts, decision: SettleDecision): SettleFacts {
  const observed = new Map(decision.observed.map((each) => [each.component.id, each.component]));
  const covered = new Map(decision.coverage.map((each) => [each.component.id, each.component]));
  const changed = new Map(decision.changed.map((each) => [each.id, each]));
  const calmed = new Set(decision.calmed.map((each) => each.alertId));
  const causes = new Map(decision.blamed.map((each) => [each.alertId, each.causeId]));
  const joined = new Map(decision.joined.map((each) => [each.alertId, each.incidentId]));
  const moved = new Map(decision.groups.map((each) => [each.id, each]));
  const kept = facts.groups.filter((each) => !moved.has(each.id) && !decision.removedGroups.includes(each.id));
  const opened = decision.opened.map((each) => ({ ...incident(each.id), ...openedFields(each, facts.now) }));
  const named = new Map(decision.moved.map((each) => [each.id, each.components]));
  const followed = new Map(decision.followed.map(({ id, following }) => [id, following]));
  return {
    ...facts,
    recoveredAt: null,
    observersChangedAt: decision.observersChangedAt,
    components: facts.components.map((each) => ({ ...each, ...observed.get(each.id), ...covered.get(each.id) })),
    incidents: [
      ...facts.incidents.map((each) => {
        const { change: _, ...fields } = changed.get(each.id) ?? { change: null };
        const components = named.get(each.id) ?? each.components;
        return { ...each, ...fields, components, following: followed.get(each.id) ?? each.following };
      }),
      ...opened,
    ],
    alerts: facts.alerts
      .filter((each) => !calmed.has(each.id))
      .map((each) => ({
        ...each,
        incidentId: joined.has(each.id) ? (joined.get(each.id) ?? null) : each.incidentId,
        causeId: causes.has(each.id) ? (causes.get(each.id) ?? null) : each.causeId,
      })),
    groups: [...kept, ...moved.values()],
  };
}

/** Returns a firing alert, of the source `s` unless another is given. */
export function firing(key: string, change: Partial<FiringAlert> = {}): FiringAlert {
  const words = { key, sourceId: "s", severity: null, title: key, labels: {} };
  const { sourceId = "s" } = change;
  const state = {
    startedAt: start,
    incidentId: null,
    dismissedAt: null,
    causeId: null,
    version: 0,
    ...emptyFlapHistory(),
  };
  return { id: `${sourceId}.${key}`, ...words, ...state, ...change };
}

let ids = 0;
export const settleOnce = (facts: SettleFacts) => {
  const decision = resultOfSteps(settleInSteps(facts, () => `i${++ids}`));
  return { decision, facts: apply(facts, decision) };
};
