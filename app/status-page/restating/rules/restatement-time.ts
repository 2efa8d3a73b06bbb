import type { TimeSpan } from "../../timeline/rules/timeline";

/** The columns of a component's row that record that its history was corrected. */
export interface RestatementColumns {
  /** UTC ms; null or absent = it was not restated. */
  restatedAt?: number | null;
  restatedStretches?: readonly (readonly [number, number])[] | null;
}

/** Returns the stretches of its past that were restated as unknown. */
export const restatedSpans = ({ restatedStretches }: RestatementColumns): TimeSpan[] =>
  (restatedStretches ?? []).map(([from, to]) => ({ from, to }));

/** Returns when the figures of a span were restated; null when none of it was. */
export function restatementTime(past: RestatementColumns, { from, to }: TimeSpan): number | null {
  const isTouched = restatedSpans(past).some((each) => each.from < to && each.to > from);
  return isTouched ? (past.restatedAt ?? null) : null;
}

/** Returns, for a report on all its components, until when figures were restated, and when that was last done. */
export function restatementOfReport(
  pasts: readonly RestatementColumns[],
  span: TimeSpan,
): { until: number; at: number } | null {
  const found = pasts.flatMap((past) => restatementTime(past, span) ?? []);
  if (found.length === 0) return null;
  const ends = pasts.flatMap((past) => restatedSpans(past).map(({ to }) => to));
  return { until: Math.max(...ends), at: Math.max(...found) };
}
