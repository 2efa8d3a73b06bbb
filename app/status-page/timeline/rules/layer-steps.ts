import { type Status, type StatusByLayer, type StatusLayer, toCoverageStatus } from "~/status/status";

/** A layer's status from an instant (ms) on. */
export interface LayerStatusStep {
  at: number;
  status: Status | null;
}

/** The columns of a row that one layer's steps need. */
interface LayerChangeRow {
  from: Status | null;
  to: Status | null;
  at: number;
}

export const beginningOfTime = Number.NEGATIVE_INFINITY;

/**
 * Adds the next rows to the known steps, in the order in which they were recorded. A later row replaces everything from
 * its own start on. The first step is the status before the first row, and has no beginning.
 */
export function addLayerSteps(known: readonly LayerStatusStep[], rows: readonly LayerChangeRow[]): LayerStatusStep[] {
  const [first] = rows;
  const steps = known.length > 0 || !first ? [...known] : [{ at: beginningOfTime, status: first.from }];
  for (const { at, to: status } of rows) {
    while ((steps.at(-1)?.at ?? beginningOfTime) >= at) steps.pop();
    steps.push({ at, status });
  }
  return steps;
}

/** Returns the layer's value. `observed` always has a status, so a missing status is read as no data. */
export function layerValue(layer: StatusLayer, status: Status | null): Partial<StatusByLayer> {
  if (layer === "coverage") return { coverage: toCoverageStatus(status) };
  return layer === "observed" ? { observed: status ?? "no_data" } : { [layer]: status };
}
