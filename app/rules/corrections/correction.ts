import { type Status, severityOf, worst } from "../basics/status";
import { restatedOne, valueAt } from "../snapshot/incident-story";
import type { LayerChange } from "../snapshot/snapshot-facts";
import type { Step } from "../timeline/layer-steps";
import type { Span } from "../timeline/timeline";

/** What a source reported of a component for a while. Instants in ms; `to` is infinite while it still does. */
export interface Reported extends Span {
  sourceId: string;
  status: Status;
}

/** A stretch in which nothing counts that this source reported. */
export interface Voided extends Span {
  sourceId: string;
}

/** What the observed layer of one component is stated from; steps in order of time. */
export interface Statements {
  /** What was reported, all corrections aside. */
  reported: readonly Step[];
  /** What the timeline says today. */
  present: readonly Step[];
  /** What each source reported in the stretch, as far as it moves this component. */
  reports: readonly Reported[];
  /** The corrections that stand from now on. */
  voids: readonly Voided[];
}

const covers = ({ from, to }: Span, at: number): boolean => from <= at && at < to;

/** Never worse than it was reported, and never better than what other sources reported; nobody can void a silence. */
function truthAt({ reported, reports, voids }: Statements, at: number): Status | null {
  const said = valueAt(reported, at);
  const taken = new Set(voids.filter((each) => covers(each, at)).map(({ sourceId }) => sourceId));
  if (taken.size === 0 || said === null || said === "no_data") return said;
  const left = reports.filter((each) => covers(each, at) && !taken.has(each.sourceId));
  const other = worst(left.map(({ status }) => status)) ?? "operational";
  return severityOf(other) < severityOf(said) ? other : said;
}

/** The instants of the stretch at which something may change. */
function edgesOf({ reported, reports, voids }: Statements, { from, to }: Span): number[] {
  const all = [...reported.map(({ at }) => at), ...[...reports, ...voids].flatMap((each) => [each.from, each.to])];
  return [...new Set([from, ...all.filter((at) => at > from && at < to)])].sort((one, other) => one - other);
}

/**
 * The rows that restate a component's observed layer in a stretch, when a correction is made there or undone. What is
 * outside of the stretch is said again as it is today. No row where nothing changes.
 */
export function correctedChanges(componentId: string, stretch: Span, statements: Statements): LayerChange[] {
  const { present } = statements;
  const inside = edgesOf(statements, stretch).map((at) => ({ at, status: truthAt(statements, at) }));
  const after = [
    ...present.filter(({ at }) => at < stretch.from),
    ...inside,
    { at: stretch.to, status: valueAt(present, stretch.to) },
    ...present.filter(({ at }) => at > stretch.to),
  ];
  return restatedOne(present, after, { componentId, layer: "observed" });
}
