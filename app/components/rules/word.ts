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
  fields: { keptBy?: KeptBy; coverage?: Coverage; coverageSince?: number };
  rows: LayerChange[];
}

const nothing: Word = { fields: {}, rows: [] };

/**
 * A person says how a component is. Where nothing observes it, people keep it by hand from then on; what is watched they
 * speak for only while what they set lasts.
 */
export function wordOf({ id, coverage: from }: SpokenOf, isObserved: boolean, now: number): Word {
  if (isObserved || from === "operational") return nothing;
  const to = "operational" as const;
  return {
    fields: { keptBy: "hand", coverage: to, coverageSince: now },
    rows: [{ componentId: id, layer: "coverage", from, to, at: now }],
  };
}
