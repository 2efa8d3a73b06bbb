import { type Status, worstStatus } from "~/status/status";
import type { LayerStatusStep } from "~/status-page/timeline/rules/layer-steps";
import type { MovedMonitor } from "./move-document";

export type MonitoredSpan = MovedMonitor["history"][number];

/** The past of a component by the histories of the monitors that observe it. */
export interface MonitoredLayerHistory {
  /** Steps of the observed status; operational where nothing is known. */
  observed: LayerStatusStep[];
  /** Steps of coverage: null where the history knows the state, no data elsewhere. */
  coverage: LayerStatusStep[];
  /** Start of the first known stretch. */
  since: number;
}

const saysNothing = ({ status, from, to }: MonitoredSpan, until: number): boolean =>
  status === "no_data" || from >= Math.min(to ?? until, until);

/** Only a check observes: a stretch of maintenance there was not checked, and is known to be none of its outages. */
const observedStatus = (status: Status): Status => (status === "under_maintenance" ? "operational" : status);

/** Adds a step where the status changes. */
function addStep(steps: LayerStatusStep[], at: number, status: Status | null): void {
  if (steps.at(-1)?.status !== status) steps.push({ at, status });
}

/**
 * Returns a component's past until an instant: known exactly where a stretch of a monitor says so, by the worst of
 * them. Null when none says anything.
 */
export function layerHistoryFromSpans(
  stretches: readonly MonitoredSpan[],
  until: number,
): MonitoredLayerHistory | null {
  const known = stretches.filter((each) => !saysNothing(each, until));
  if (known.length === 0) return null;
  const ends = known.map(({ from, to, status }) => ({ from, to: Math.min(to ?? until, until), status }));
  const moves = ends
    .flatMap(({ from, to, status }) => [
      { at: from, status: observedStatus(status), by: 1 },
      { at: to, status: observedStatus(status), by: -1 },
    ])
    .sort((one, other) => one.at - other.at);
  const present = new Map<Status, number>();
  const [observed, coverage]: [LayerStatusStep[], LayerStatusStep[]] = [[], []];
  for (const [index, { at, status, by }] of moves.entries()) {
    present.set(status, (present.get(status) ?? 0) + by);
    if (moves[index + 1]?.at === at) continue;
    const worst = worstStatus([...present].flatMap(([each, count]) => (count > 0 ? [each] : [])));
    addStep(observed, at, worst ?? "operational");
    addStep(coverage, at, worst === null ? "no_data" : null);
  }
  return { observed, coverage, since: moves[0]?.at ?? until };
}
