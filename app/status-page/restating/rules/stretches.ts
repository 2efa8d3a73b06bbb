import type { Span } from "../../timeline/rules/timeline";

/** Returns the spans in ascending order without overlaps; adjacent ones are merged and empty ones left out. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (to <= from) continue;
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

/** Returns the parts of the window that no span covers. */
export function spansOutside(spans: readonly Span[], window: Span): Span[] {
  const found: Span[] = [];
  let at = window.from;
  for (const { from, to } of joinSpans(spans)) {
    if (from >= window.to) break;
    if (from > at) found.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  return at < window.to ? [...found, { from: at, to: window.to }] : found;
}

/** Returns the parts that both lists cover. */
export const intersectSpans = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  joinSpans(
    spans.flatMap((one) =>
      others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })),
    ),
  );

/**
 * Returns how many ms of each window the spans cover; the windows are ascending and do not overlap. One pass along
 * both.
 */
export function lengthsIn(spans: readonly Span[], windows: readonly Span[]): number[] {
  const all = joinSpans(spans);
  let first = 0;
  return windows.map((window) => {
    while (first < all.length && (all[first] as Span).to <= window.from) first += 1;
    let length = 0;
    for (let at = first; at < all.length && (all[at] as Span).from < window.to; at += 1) {
      const { from, to } = all[at] as Span;
      length += Math.min(to, window.to) - Math.max(from, window.from);
    }
    return length;
  });
}

/** Returns the same for one window. */
export const lengthIn = (spans: readonly Span[], window: Span): number => lengthsIn(spans, [window])[0] ?? 0;
