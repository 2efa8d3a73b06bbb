import { quietHoursEnd } from "~/notifications/rules/quiet-hours";
import { teamUnmailedReason } from "~/status-page/rules/page-duties";
import type { AssignmentFactsRow } from "./queries/assignment";
import {
  type AlertNotificationState,
  type AssignmentDecision,
  type AssignmentDecisionFacts,
  decideAssignment,
} from "./rules/alert-assignment";
import { alertGroupKeyOf, type RuleRecord, ruleForAlert } from "./rules/rule-match";

type RuleColumn = "id" | "sourceId" | "position" | "match" | "mode" | "holdSeconds" | "groupBy" | "catchAll";

interface Rule extends Pick<RuleRecord, RuleColumn> {
  updatedAt: number;
  components: string[];
}

/** A maintenance window in progress. */
export interface OngoingMaintenance {
  id: string;
  title: string;
  until: number;
}

/** A firing alert with the facts that decide who is notified of it. */
export interface AssignableAlert {
  sourceId: string;
  family: AssignmentDecisionFacts["family"] | null;
  key: string;
  severity: string | null;
  title: string;
  labels: Record<string, string>;
  startedAt: number;
  dismissedAt: number | null;
  incidentId: string | null;
  because: object | null;
}

/** The people and components that an alert reaches, and the facts that decided it. */
export interface AlertAssignment extends AssignmentDecision {
  rule: Pick<Rule, "id" | "mode" | "catchAll" | "updatedAt" | "components"> | null;
  /** The maintenance window that its components are in; null when there is none. */
  maintenance: OngoingMaintenance | null;
}

export type { AlertNotificationState };

const rulesIn = (text: string): Rule[] =>
  (JSON.parse(text) as (Omit<Rule, "catchAll"> & { catchAll: number })[]).map((each) => ({
    ...each,
    mode: each.mode === "publish" || each.mode === "none" ? each.mode : "draft",
    catchAll: each.catchAll !== 0,
  }));

function reachIn({ channels, timeZone, people, mailers, failingSince }: AssignmentFactsRow, now: number) {
  const all = JSON.parse(channels) as { events: string[]; quietFrom: string; quietUntil: string }[];
  return {
    unmailed: teamUnmailedReason({ mailers, people, failing: failingSince !== null }),
    channels: all.map(({ events, ...hours }) => ({ events, quietUntil: quietHoursEnd(hours, timeZone, now) })),
  };
}

/** Prepares, from one read of a page, a function that returns whom each of its firing alerts reaches. */
export function alertAssignmentResolver(
  row: AssignmentFactsRow,
  now: number,
): (alert: AssignableAlert) => AlertAssignment {
  const rules = rulesIn(row.rules);
  const muted = new Map(JSON.parse(row.mutes) as [string, number][]);
  const underway = new Map(
    (JSON.parse(row.underway) as (OngoingMaintenance & { componentId: string })[]).map(({ componentId, ...each }) => [
      componentId,
      each,
    ]),
  );
  const open = new Map(
    (JSON.parse(row.unclosed) as { id: string; visibility: string; components: number }[]).map((each) => [
      each.id,
      each,
    ]),
  );
  const waiting = new Map(JSON.parse(row.waiting) as [string, number | null][]);
  const common = { now, maintained: new Set(underway.keys()), reach: reachIn(row, now) };
  return (alert) => {
    const rule = ruleForAlert(rules, alert.sourceId, alert);
    const { severity, key, startedAt, dismissedAt, family } = alert;
    const assigned = decideAssignment({
      ...common,
      family: family ?? "source",
      alert: { severity, key, startedAt, dismissedAt, isFolded: alert.because !== null },
      rule,
      incident: open.get(alert.incidentId ?? "") ?? null,
      dueAt: rule ? (waiting.get(`${rule.id} ${alertGroupKeyOf(rule, alert)}`) ?? null) : null,
      mutes: { page: row.mutedUntil, source: muted.get(alert.sourceId) ?? null, components: muted },
    });
    const [first = ""] = rule?.components ?? [];
    return { ...assigned, rule, maintenance: underway.get(first) ?? null };
  };
}
