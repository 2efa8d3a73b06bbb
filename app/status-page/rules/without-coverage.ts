import type { StatusByLayer } from "~/status/status";
import type { StatusChange } from "../timeline/rules/timeline";

interface CoverageHistory {
  changes: readonly StatusChange[];
  layers: StatusByLayer;
}

/** Returns the facts without the layer `coverage`, as when days older than that layer were packed. */
export const withoutCoverageLayer = ({ changes, layers }: CoverageHistory): CoverageHistory => ({
  changes: changes.filter(({ layer }) => layer !== "coverage"),
  layers: { ...layers, coverage: null },
});
