import type { Layers } from "~/status/status";
import type { Change } from "../timeline/rules/timeline";

interface CoverageHistory {
  changes: readonly Change[];
  layers: Layers;
}

/** Returns the facts without the layer `coverage`, as when days older than that layer were packed. */
export const withoutCoverage = ({ changes, layers }: CoverageHistory): CoverageHistory => ({
  changes: changes.filter(({ layer }) => layer !== "coverage"),
  layers: { ...layers, coverage: null },
});
