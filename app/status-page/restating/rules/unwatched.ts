import type { Span } from "../../timeline/rules/timeline";
import { joined, outside, within } from "./stretches";

export interface Watching {
  /** The component's past that is older than the coverage layer. */
  window: Span;
  /** Spans in which something observed it. */
  observed: readonly Span[];
  /** Times at which people set its status. */
  words: readonly number[];
  /** Spans in which its only monitor had no results. */
  unseen: readonly Span[];
}

/**
 * Returns the spans covered by people: a status that they set on an unobserved component holds until something observes
 * it.
 */
function spokenFor({ window, observed, words }: Watching): Span[] {
  const all = joined(observed);
  return words.flatMap((at) => {
    if (all.some(({ from, to }) => from <= at && at < to)) return [];
    const next = all.find(({ from }) => from > at);
    return [{ from: at, to: next?.from ?? window.to }];
  });
}

/** Returns the stretches in which the component's state is known to have been unknown. Ascending. */
export function unwatched(watching: Watching): Span[] {
  const { window, observed, unseen } = watching;
  const nobody = outside([...observed, ...spokenFor(watching)], window);
  return joined([...nobody, ...within(unseen, [window])]);
}
