import { type Layer, type Layers, type Status, toCoverage } from "~/status/status";

/** What a layer says from an instant (ms) on. */
export interface Step {
  at: number;
  status: Status | null;
}

/** A row as far as one layer's steps are concerned. */
interface Row {
  from: Status | null;
  to: Status | null;
  at: number;
}

export const always = Number.NEGATIVE_INFINITY;

/**
 * The next rows, in the order in which they are known, on top of the steps so far. Later knowledge replaces everything
 * from its own start on; the first step is what the first row came from, and reaches back without end.
 */
export function addSteps(known: readonly Step[], rows: readonly Row[]): Step[] {
  const [first] = rows;
  const steps = known.length > 0 || !first ? [...known] : [{ at: always, status: first.from }];
  for (const { at, to: status } of rows) {
    while ((steps.at(-1)?.at ?? always) >= at) steps.pop();
    steps.push({ at, status });
  }
  return steps;
}

/** `observed` always says something: a row without a word is one that we do not know. */
export function said(layer: Layer, status: Status | null): Partial<Layers> {
  if (layer === "coverage") return { coverage: toCoverage(status) };
  return layer === "observed" ? { observed: status ?? "no_data" } : { [layer]: status };
}
