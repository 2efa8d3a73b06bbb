import type { Span } from "../../timeline/rules/timeline";

/** A component whose past was restated, as its row says it. */
export interface RestatedPast {
  /** UTC ms; null or absent = it was not. */
  restatedAt?: number | null;
  restatedStretches?: readonly (readonly [number, number])[] | null;
}

/** The stretches of its past of which nobody knew, as they were restated. */
export const restatedSpans = ({ restatedStretches }: RestatedPast): Span[] =>
  (restatedStretches ?? []).map(([from, to]) => ({ from, to }));

/** When the figures of a span were restated; null where none of it was. */
export function restatedAt(past: RestatedPast, { from, to }: Span): number | null {
  const isTouched = restatedSpans(past).some((each) => each.from < to && each.to > from);
  return isTouched ? (past.restatedAt ?? null) : null;
}

/** What a report says of all its components at once: until when figures were restated, and when that was done last. */
export function restatedTogether(pasts: readonly RestatedPast[], span: Span): { until: number; at: number } | null {
  const found = pasts.flatMap((past) => restatedAt(past, span) ?? []);
  if (found.length === 0) return null;
  const ends = pasts.flatMap((past) => restatedSpans(past).map(({ to }) => to));
  return { until: Math.max(...ends), at: Math.max(...found) };
}
