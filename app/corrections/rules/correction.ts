import { type Status, statusRank, worstStatus } from "~/status/status";
import { layerChangesBetweenSteps, layerStatusAt, layerStatusesAt } from "~/status-page/rules/incident-story";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import type { LayerStatusStep } from "~/status-page/timeline/rules/layer-steps";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";

/** A source's report about a component. Instants in ms; `to` is infinite while it lasts. */
export interface ReportedSpan extends TimeSpan {
  sourceId: string;
  status: Status;
}

/** A period in which this source's reports do not count. */
export interface VoidedSpan extends TimeSpan {
  sourceId: string;
}

/** The facts from which the observed layer of one component is restated; steps in order of time. */
export interface ObservedLayerFacts {
  /** The layer as reported, without any corrections. */
  reported: readonly LayerStatusStep[];
  /** The layer as the timeline has it now. */
  present: readonly LayerStatusStep[];
  /** Each source's reports in the period, as far as they affect this component. */
  reports: readonly ReportedSpan[];
  /** The corrections in effect after this change. */
  voids: readonly VoidedSpan[];
}

const covers = ({ from, to }: TimeSpan, at: number): boolean => from <= at && at < to;

type TakenSourceIds = ReadonlySet<string>;

/**
 * Returns a function for the reports of all sources but the given ones, to be called with instants in order. A source
 * may have fired two thousand times for each of a hundred components, so it counts the reports in effect.
 */
function reportsOfOthers(reports: readonly ReportedSpan[]): (at: number, taken: TakenSourceIds) => Status {
  const turns = reports
    .flatMap(({ from, to, ...said }) => [
      { at: from, by: 1, ...said },
      { at: to, by: -1, ...said },
    ])
    .sort((one, other) => (one.at === other.at ? 0 : one.at - other.at));
  const standing = new Map<string, Map<Status, number>>();
  let next = 0;
  return (at, taken) => {
    for (let turn = turns[next]; turn && turn.at <= at; turn = turns[++next]) {
      const own = standing.get(turn.sourceId) ?? new Map<Status, number>();
      standing.set(turn.sourceId, own.set(turn.status, (own.get(turn.status) ?? 0) + turn.by));
    }
    const left = [...standing].filter(([sourceId]) => !taken.has(sourceId)).flatMap(([, own]) => [...own]);
    return worstStatus(left.flatMap(([status, count]) => (count > 0 ? [status] : []))) ?? "operational";
  };
}

/** Longest time until a recovery is settled, in ms; until then the layer has the status from before it. */
const settleDelayMs = 120_000;

/** Returns the reports with which the layer is explained: each until its end was settled. */
function explaining({ reported, reports }: Pick<ObservedLayerFacts, "reported" | "reports">): ReportedSpan[] {
  let next = 0;
  const byEnd = reports.toSorted((one, other) => (one.to === other.to ? 0 : one.to - other.to));
  return byEnd.map((each) => {
    while ((reported[next]?.at ?? Number.POSITIVE_INFINITY) < each.to) next++;
    const seen = reported[next]?.at ?? each.to;
    return seen - each.to <= settleDelayMs ? { ...each, to: seen } : each;
  });
}

const nobody: TakenSourceIds = new Set();

/**
 * Returns the true statuses: never worse than reported, and never better than other sources reported; a silence cannot
 * be voided. A status that no known report explains came from a deleted source, so it stays.
 */
function truthsAt({ reported, reports, voids }: ObservedLayerFacts, times: readonly number[]): LayerStatusStep[] {
  const said = layerStatusesAt(reported, times);
  const others = reportsOfOthers(reports);
  const known = reportsOfOthers(explaining({ reported, reports }));
  return times.map((at, index) => {
    const status = said[index] ?? null;
    const taken = new Set(voids.filter((each) => covers(each, at)).map(({ sourceId }) => sourceId));
    if (taken.size === 0 || status === null || status === "no_data") return { at, status };
    if (statusRank(known(at, nobody)) < statusRank(status)) return { at, status };
    const other = others(at, taken);
    return { at, status: statusRank(other) < statusRank(status) ? other : status };
  });
}

/** Returns the instants in the period at which something may change. */
function edgesOf({ reported, reports, voids }: ObservedLayerFacts, { from, to }: TimeSpan): number[] {
  const all = [...reported.map(({ at }) => at), ...[...reports, ...voids].flatMap((each) => [each.from, each.to])];
  return [...new Set([from, ...all.filter((at) => at > from && at < to)])].sort((one, other) => one - other);
}

/**
 * Returns the rows that restate a component's observed layer in a period, when a correction is made there or undone.
 * Outside of that period the layer is restated as it is now. No row when nothing changes.
 */
export function correctedLayerChanges(
  componentId: string,
  stretch: TimeSpan,
  statements: ObservedLayerFacts,
): LayerChange[] {
  const { present } = statements;
  const inside = truthsAt(statements, edgesOf(statements, stretch));
  const after = [
    ...present.filter(({ at }) => at < stretch.from),
    ...inside,
    { at: stretch.to, status: layerStatusAt(present, stretch.to) },
    ...present.filter(({ at }) => at > stretch.to),
  ];
  return layerChangesBetweenSteps(present, after, { componentId, layer: "observed" });
}
