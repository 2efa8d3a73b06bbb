import { type AlertView, flappingStartTime, parseActiveCause } from "~/alerts/list";
import { alertGroupKeyOf, type RuleRecord, ruleForAlert } from "~/alerts/rules/rule-match";
import type { AlertOrigin } from "~/db/schema/index";
import { builtInAlertTitle } from "~/notifications/rules/own-title";
import type { IncidentOpening } from "~/status-page/rules/page-duties";
import type { firingAlertsOfPageQuery } from "./queries/now";

type FiringRow = Awaited<ReturnType<typeof firingAlertsOfPageQuery>>[number];

type OmittedAlertField =
  | "body"
  | "labels"
  | "firstSeenAt"
  | "lastSeenAt"
  | "incidentId"
  | "acknowledgedBy"
  | "flags"
  | "version";

/** A firing alert as Now shows it; its link leads into the tool that it came from. */
export interface NowAlert extends Omit<AlertView, OmittedAlertField> {
  /** Null when it is not acknowledged, or that person is gone. */
  acknowledgedByName: string | null;
}

/** Firing alerts that belong together: to one incident, or to one source while no incident is open. */
export interface FiringAlertGroup {
  key: string;
  sourceId: string;
  /** Null when it is gone. */
  sourceName: string | null;
  family: AlertOrigin | null;
  incidentId: string | null;
  /** The rule that matches the first of them; null when its source is gone. */
  rule: { id: string; mode: string; catchAll: boolean } | null;
  /** Names of the components that its alerts move. */
  moves: string[];
  /** Start of the alert that has fired longest. */
  since: number;
  /** Number of all; `alerts` are the newest of them. */
  total: number;
  alerts: NowAlert[];
}

/** Alerts that wait for the hold of their rule. */
export interface WaitingAlertGroup {
  key: string;
  sourceId: string;
  /** Title of the alert that will name it, else of its source; null when both are gone. */
  title: string | null;
  mode: string;
  /** Start of the alert that has fired longest. */
  since: number;
  dueAt: number | null;
  opening: IncidentOpening;
}

/** Group → number of alerts, start of the oldest, and number of those not dismissed. */
type FiringCounts = Record<string, [total: number, since: number, counting: number]>;

/** Sums over all groups: dismissed alerts are listed with the others, but do not count as firing. */
export function firingCountsOf(text: string) {
  const counts = JSON.parse(text) as FiringCounts;
  const all = Object.values(counts);
  const alertCount = all.reduce((sum, [total]) => sum + total, 0);
  return { counts, alertCount, firingCount: all.reduce((sum, [, , counting]) => sum + counting, 0) };
}

interface FiringContext {
  now: number;
  rules: RuleRecord[];
  counts: FiringCounts;
  /** Component id → its name. */
  names: ReadonlyMap<string, string>;
}

const matchable = ({ severity, title, labels }: FiringRow) => ({
  severity,
  title,
  labels: JSON.parse(labels) as Record<string, string>,
});

function alertOf(found: FiringRow, { now }: FiringContext): NowAlert {
  const { labels, incidentId: _in, turns, because, ...row } = found;
  const titleSaid = builtInAlertTitle({ ...row, labels: JSON.parse(labels) as Record<string, string> });
  const flappingSince = flappingStartTime(
    { turns: JSON.parse(turns) as number[], flappingSince: row.flappingSince },
    now,
  );
  return { ...row, titleSaid, flappingSince, state: "firing", endedAt: null, because: parseActiveCause(because, row) };
}

function groupOf(found: FiringRow, { rules, counts }: FiringContext): FiringAlertGroup {
  const { sourceId, sourceName, family, incidentId } = found;
  const key = incidentId ?? sourceId;
  const [total, since] = counts[key] ?? [1, found.startedAt];
  const rule = ruleForAlert(rules, sourceId, matchable(found));
  return {
    key,
    sourceId,
    sourceName,
    family,
    incidentId,
    since,
    rule: rule ? { id: rule.id, mode: rule.mode, catchAll: rule.catchAll } : null,
    moves: [],
    total,
    alerts: [],
  };
}

const movesOf = (found: FiringRow, { rules, names }: FiringContext): string[] =>
  (ruleForAlert(rules, found.sourceId, matchable(found))?.components ?? []).flatMap(
    ({ componentId }) => names.get(componentId) ?? [],
  );

/** Groups alerts: those without an incident first, then by start, newest first. */
export function groupFiringAlerts(found: readonly FiringRow[], around: FiringContext): FiringAlertGroup[] {
  const groups = new Map<string, FiringAlertGroup>();
  for (const each of found) {
    const key = each.incidentId ?? each.sourceId;
    const group = groups.get(key) ?? groupOf(each, around);
    group.alerts.push(alertOf(each, around));
    group.moves = [...new Set([...group.moves, ...movesOf(each, around)])];
    groups.set(key, group);
  }
  const handled = (group: FiringAlertGroup) => Number(group.incidentId !== null);
  return [...groups.values()].sort((one, other) => handled(one) - handled(other) || other.since - one.since);
}

interface WaitingAlertRow {
  id: string;
  sourceId: string;
  ruleId: string;
  dueAt: number | null;
  since: number;
  sourceName: string | null;
}

/** Returns the groups that open automatically, soonest first; those that only move components are left out. */
export function parseWaitingAlertGroups(
  stored: string,
  firing: readonly FiringRow[],
  rules: RuleRecord[],
): Omit<WaitingAlertGroup, "opening">[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const titles = new Map(
    firing.map((each) => {
      const alert = matchable(each);
      const rule = ruleForAlert(rules, each.sourceId, alert);
      return [rule ? `${rule.id} ${alertGroupKeyOf(rule, alert)}` : "", each.title] as const;
    }),
  );
  return (JSON.parse(stored) as WaitingAlertRow[])
    .flatMap(({ id, sourceId, ruleId, dueAt, since, sourceName }) => {
      const mode = known.get(ruleId)?.mode ?? "none";
      const title = titles.get(id) ?? sourceName;
      return mode === "none" ? [] : [{ key: id, sourceId, title, mode, since, dueAt }];
    })
    .sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0));
}
