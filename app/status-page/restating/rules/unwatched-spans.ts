import type { TimeSpan } from "../../timeline/rules/timeline";
import { intersectSpans, joinSpans, spansOutside } from "./stretches";

export interface UnwatchedSpanFacts {
  /** The component's past that is older than the coverage layer. */
  window: TimeSpan;
  /** Spans in which something observed it. */
  observed: readonly TimeSpan[];
  /** Times at which people set its status. */
  words: readonly number[];
  /** Spans in which its only monitor had no results. */
  unseen: readonly TimeSpan[];
}

/**
 * Returns the spans covered by people: a status that they set on an unobserved component holds until something observes
 * it.
 */
function spokenFor({ window, observed, words }: UnwatchedSpanFacts): TimeSpan[] {
  const all = joinSpans(observed);
  return words.flatMap((at) => {
    if (all.some(({ from, to }) => from <= at && at < to)) return [];
    const next = all.find(({ from }) => from > at);
    return [{ from: at, to: next?.from ?? window.to }];
  });
}

/** Returns the stretches in which the component's state is known to have been unknown. Ascending. */
export function unwatchedSpans(watching: UnwatchedSpanFacts): TimeSpan[] {
  const { window, observed, unseen } = watching;
  const nobody = spansOutside([...observed, ...spokenFor(watching)], window);
  return joinSpans([...nobody, ...intersectSpans(unseen, [window])]);
}
