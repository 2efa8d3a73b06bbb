import type { ChartMarkedState } from "./response-path";

/** The kinds that are filled with a pattern; an incident is a plain area. */
export type ChartPatternKind = ChartMarkedState | "maintenance";

/**
 * Patterns that fill a band besides its colour: diagonals, dots, level lines, upright lines. In units of the drawing,
 * which repeat.
 */
export const chartBandPatternByKind: Record<ChartPatternKind, { width: number; height: number; d: string }> = {
  down: { width: 8, height: 8, d: "M-2,2L2,-2M0,8L8,0M6,10L10,6" },
  degraded: { width: 6, height: 6, d: "M1.5,1.5h.1M4.5,4.5h.1" },
  no_data: { width: 8, height: 6, d: "M0,3H8" },
  maintenance: { width: 9, height: 8, d: "M4.5,0V8" },
};
