import type { Span } from "../../timeline/rules/timeline";
import { joined, outside, within } from "./stretches";

export interface Watching {
  /** The component's past that is older than coverage. */
  window: Span;
  /** When something observed it. */
  observed: readonly Span[];
  /** When people said how it is. */
  words: readonly number[];
  /** When the one monitor that observed it knew nothing. */
  unseen: readonly Span[];
}

/** What people say of a component that nothing observes holds until something does. */
function spokenFor({ window, observed, words }: Watching): Span[] {
  const all = joined(observed);
  return words.flatMap((at) => {
    if (all.some(({ from, to }) => from <= at && at < to)) return [];
    const next = all.find(({ from }) => from > at);
    return [{ from: at, to: next?.from ?? window.to }];
  });
}

/** The stretches in which it is known that nobody knew how the component was. Ascending. */
export function unwatched(watching: Watching): Span[] {
  const { window, observed, unseen } = watching;
  const nobody = outside([...observed, ...spokenFor(watching)], window);
  return joined([...nobody, ...within(unseen, [window])]);
}
