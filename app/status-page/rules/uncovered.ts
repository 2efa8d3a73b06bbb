import type { Layers } from "~/status/status";
import type { Change } from "../timeline/rules/timeline";

interface Told {
  changes: readonly Change[];
  layers: Layers;
}

/** Returns the facts without the layer `coverage`, as when days older than that layer were packed. */
export const uncovered = ({ changes, layers }: Told): Told => ({
  changes: changes.filter(({ layer }) => layer !== "coverage"),
  layers: { ...layers, coverage: null },
});
