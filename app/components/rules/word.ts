import type { Coverage } from "~/status/status";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import type { KeptBy } from "./fields";

interface SpokenOf {
  id: string;
  keptBy: KeptBy | null;
  coverage: Coverage;
}

export interface Word {
  /** What of its row changes. */
  fields: { keptBy?: KeptBy | null; keptAnswered?: boolean; coverage?: Coverage; coverageSince?: number };
  rows: LayerChange[];
}

/** It is taken off its page, and out of what observes it: from then on nobody vouches, unless people keep it by hand. */
export const leaving = (component: SpokenOf, now: number): Word => {
  const { fields, rows } = keptFrom(component, component.keptBy, now);
  const { keptBy: _, keptAnswered: __, ...coverage } = fields;
  return { fields: coverage, rows };
};

const nothing: Word = { fields: {}, rows: [] };

/** Who keeps it from now on, and who vouches for it with that. */
function keptFrom({ id, coverage: from }: SpokenOf, keptBy: KeptBy | null, now: number): Word {
  const answer = { keptBy, keptAnswered: keptBy !== null };
  const to = keptBy === "manual" ? "operational" : "no_data";
  if (to === from) return { fields: answer, rows: [] };
  return {
    fields: { ...answer, coverage: to, coverageSince: now },
    rows: [{ componentId: id, layer: "coverage", from, to, at: now }],
  };
}

/**
 * A person says how a component is. Where nothing observes it, people keep it by hand from then on; what is watched they
 * speak for only while what they set lasts.
 */
export const wordOf = (component: SpokenOf, isObserved: boolean, now: number): Word =>
  isObserved || component.coverage === "operational" ? nothing : keptFrom(component, "manual", now);

/**
 * An admin says who keeps a component. What observes one vouches for it whatever was chosen, so that it is watched; that
 * people keep such a component by hand is refused before.
 */
export const choiceOf = (component: SpokenOf, chosen: KeptBy | null, isObserved: boolean, now: number): Word =>
  isObserved ? { fields: { keptBy: "watched", keptAnswered: true }, rows: [] } : keptFrom(component, chosen, now);
