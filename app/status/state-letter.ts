import type { Impact, Status } from "./status";

/** A status by its letter: operational, degraded, partial, major, maintenance, no data. */
export type StatusLetter = "o" | "d" | "p" | "m" | "x" | "n";

/** A status, or scheduled work (w), or an announcement (a). */
export type StateLetter = StatusLetter | "w" | "a";

export const stateLetterByStatus: Readonly<Record<Status, StatusLetter>> = {
  operational: "o",
  no_data: "n",
  under_maintenance: "x",
  degraded_performance: "d",
  partial_outage: "p",
  major_outage: "m",
};

export const stateLetterByImpact = {
  none: "a",
  minor: "d",
  major: "p",
  critical: "m",
} as const satisfies Record<Impact, StateLetter>;

/** Letters whose mark has corners; operational and no data are round. */
export type CorneredStateLetter = Exclude<StateLetter, "o" | "n">;

const square = [-0.85, -0.85, 0.85, -0.85, 0.85, 0.85, -0.85, 0.85];

/** Outlines of the marks on pages, across and down from the centre, in radii (status-page/views/styles/states.css). */
const corners: Record<CorneredStateLetter, readonly number[]> = {
  d: [0, -1, 1, 0.8, -1, 0.8],
  p: [0, -1, 1, 0, 0, 1, -1, 0],
  m: [-0.42, -1, 0.42, -1, 1, -0.42, 1, 0.42, 0.42, 1, -0.42, 1, -1, 0.42, -1, -0.42],
  x: square,
  w: square,
  a: square,
};

/** Returns corners across and down from the centre, in radii. */
export const stateMarkCorners = (letter: CorneredStateLetter): readonly number[] => corners[letter];

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Returns the outline around this centre as the data of an SVG path: a state is never shown by its colour alone. */
export function stateOutlinePath(letter: CorneredStateLetter, x: number, y: number, radius: number): string {
  const points = corners[letter].map((part, index) => rounded((index % 2 === 0 ? x : y) + part * radius));
  return `M${points.join(" ")}z`;
}
