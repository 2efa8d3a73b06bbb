import type { Layers } from "~/status/status";
import type { Change } from "../timeline/rules/timeline";

interface Told {
  changes: readonly Change[];
  layers: Layers;
}

/** The same as it was read when days were packed that are older than the layer `coverage`. */
export const uncovered = ({ changes, layers }: Told): Told => ({
  changes: changes.filter(({ layer }) => layer !== "coverage"),
  layers: { ...layers, coverage: null },
});
