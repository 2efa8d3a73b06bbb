import type { TimeSpan } from "../../timeline/rules/timeline";

/** Returns the spans in ascending order without overlaps. Adjacent spans are merged and empty ones are left out. */
export function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const found: TimeSpan[] = [];
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (to <= from) continue;
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

/** Returns the parts of the window that no span covers. */
export function spansOutside(spans: readonly TimeSpan[], window: TimeSpan): TimeSpan[] {
  const found: TimeSpan[] = [];
  let at = window.from;
  for (const { from, to } of joinSpans(spans)) {
    if (from >= window.to) break;
    if (from > at) found.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  return at < window.to ? [...found, { from: at, to: window.to }] : found;
}

/** Returns the parts that both lists cover. */
export const intersectSpans = (spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] =>
  joinSpans(
    spans.flatMap((one) =>
      others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })),
    ),
  );

/**
 * Returns how many ms of each window the spans cover; the windows are ascending and do not overlap. One pass along
 * both.
 */
export function coveredLengthsIn(spans: readonly TimeSpan[], windows: readonly TimeSpan[]): number[] {
  const all = joinSpans(spans);
  let first = 0;
  return windows.map((window) => {
    while (first < all.length && (all[first] as TimeSpan).to <= window.from) first += 1;
    let length = 0;
    for (let at = first; at < all.length && (all[at] as TimeSpan).from < window.to; at += 1) {
      const { from, to } = all[at] as TimeSpan;
      length += Math.min(to, window.to) - Math.max(from, window.from);
    }
    return length;
  });
}

/** Returns the covered length within one window, in ms. */
export const coveredLengthIn = (spans: readonly TimeSpan[], window: TimeSpan): number =>
  coveredLengthsIn(spans, [window])[0] ?? 0;
