import { isUnmonitoredNow, type Status, type StatusByLayer, statusRank } from "~/status/status";
import { dayMs } from "~/time/durations";
import { findMatchingComponents } from "./component-search";
import type { StatusKeeper } from "./fields";

/** A monitor, a heartbeat, or a rule of a source, which can change a component. */
export interface ComponentWatcher {
  family: "monitor" | "heartbeat" | "source";
  sourceId: string;
  name: string;
  /** Null for the catch-all of a source, which is found on the page of the source. */
  ruleId: string | null;
}

/** A component as a table of them shows it. */
export interface ComponentTableRow {
  id: string;
  name: string;
  groupId: string | null;
  layers: StatusByLayer;
  effective: Status;
  keptBy: StatusKeeper | null;
  manualUntil: number | null;
  mutedUntil: number | null;
  watcher: ComponentWatcher | null;
  /** Number of further monitors, heartbeats and sources that change it. */
  moreWatchers: number;
  /** Hundredths of a percent; null = no data. */
  uptime: number | null;
  /** Last known change of its status (ms). */
  changedAt: number;
  version: number;
}

/** A component is observed by a monitor, heartbeat or rule, or it is kept by people, or neither. */
export const componentWatchKinds = ["watched", "manual", "unwatched"] as const;
export type ComponentWatchKind = (typeof componentWatchKinds)[number];

export const componentWatchKindOf = ({
  watcher,
  keptBy,
}: Pick<ComponentTableRow, "watcher" | "keptBy">): ComponentWatchKind => {
  if (watcher) return "watched";
  return keptBy === "manual" ? "manual" : "unwatched";
};

/** Value of the filter by group for components outside of all groups. */
export const noGroupFilter = "none";

/** Value of the filter by status for every status but operational; what nobody monitors is not affected. */
export const affectedStatusFilter = "affected";

/** Filters as the URL contains them; absent or empty = all. An unknown value matches nothing. */
export interface ComponentTableFilter {
  text?: string;
  group?: string;
  status?: string;
  watch?: string;
}

const isOfStatus = ({ effective, layers }: ComponentTableRow, status: string): boolean =>
  status === affectedStatusFilter ? effective !== "operational" && !isUnmonitoredNow(layers) : effective === status;

/** Returns the components that all filters let pass, in their order. */
export function filterComponents<Row extends ComponentTableRow>(
  rows: readonly Row[],
  groups: readonly { id: string; name: string }[],
  { text = "", group = "", status = "", watch = "" }: ComponentTableFilter,
): Row[] {
  return findMatchingComponents(rows, groups, text).filter(
    (row) =>
      (group === "" || (row.groupId ?? noGroupFilter) === group) &&
      (status === "" || isOfStatus(row, status)) &&
      (watch === "" || componentWatchKindOf(row) === watch),
  );
}

/** Columns by which it can be sorted, and the page's own order. */
export const componentSortKeys = ["order", "name", "status", "uptime", "changed"] as const;
export type ComponentSortKey = (typeof componentSortKeys)[number];

/** A key in the URL may be any text. */
export const isComponentSortKey = (key: string): key is ComponentSortKey =>
  (componentSortKeys as readonly string[]).includes(key);

interface ComponentSort {
  key: ComponentSortKey;
  descending: boolean;
}

const names = new Intl.Collator("en", { numeric: true });

const byName = (one: ComponentTableRow, other: ComponentTableRow): number =>
  names.compare(one.name, other.name) || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Compares two values; whatever the direction, none comes last. */
function byValue(one: number | null, other: number | null, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return descending ? other - one : one - other;
}

const valueIn = {
  status: ({ effective }: ComponentTableRow) => statusRank(effective),
  uptime: ({ uptime }: ComponentTableRow) => uptime,
  changed: ({ changedAt }: ComponentTableRow) => changedAt,
};

/** Sorts components, equal ones by name and then id; by `order` they stay as they are. */
export function sortComponents<Row extends ComponentTableRow>(
  rows: readonly Row[],
  { key, descending }: ComponentSort,
): Row[] {
  if (key === "order") return [...rows];
  if (key === "name") return rows.toSorted((one, other) => (descending ? byName(other, one) : byName(one, other)));
  const value = valueIn[key];
  return rows.toSorted((one, other) => byValue(value(one), value(other), descending) || byName(one, other));
}

interface StatusChangeTimes {
  /** When it took its status, if that was on the day of the document. */
  since: number | null;
  observedSince: number;
  coverageSince: number;
  /** A letter for each day of the document, today's last; "" = it has none. */
  days: string;
  builtAt: number;
}

/** Returns how many days at the end are like the last one; 0 when all are, so that the change is older. */
function steadyDaysOf(days: string): number {
  const last = days.at(-1);
  const other = [...days].findLastIndex((letter) => letter !== last);
  return other < 0 ? 0 : days.length - 1 - other;
}

/**
 * Returns the last known change of a component's status. What people, incidents and maintenance changed before today is
 * known to the day: that day has another letter in the document than those after it.
 */
export function lastStatusChange({ since, observedSince, coverageSince, days, builtAt }: StatusChangeTimes): number {
  const exact = Math.max(observedSince, coverageSince);
  if (since !== null && exact <= builtAt) return since;
  const steady = steadyDaysOf(days);
  const onDay = steady === 0 ? 0 : builtAt - steady * dayMs;
  return exact >= onDay - dayMs ? exact : onDay;
}
