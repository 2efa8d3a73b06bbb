import type { Coverage } from "~/status/status";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import type { StatusKeeper } from "./fields";

interface WatchedComponent {
  id: string;
  keptBy: StatusKeeper | null;
  coverage: Coverage;
}

export interface KeeperWord {
  /** Changed columns of its row. */
  fields: { keptBy?: StatusKeeper | null; keptAnswered?: boolean; coverage?: Coverage; coverageSince?: number };
  rows: LayerChange[];
}

/** Archives a component: nothing observes it from now on, so it has no coverage unless people keep it manually. */
export const coverageAfterLeaving = (component: WatchedComponent, now: number): KeeperWord => {
  const { fields, rows } = keptFrom(component, component.keptBy, now);
  const { keptBy: _, keptAnswered: __, ...coverage } = fields;
  return { fields: coverage, rows };
};

const nothing: KeeperWord = { fields: {}, rows: [] };

/** Returns who keeps it from now on, and its coverage that follows. */
function keptFrom({ id, coverage: from }: WatchedComponent, keptBy: StatusKeeper | null, now: number): KeeperWord {
  const answer = { keptBy, keptAnswered: keptBy !== null };
  const to = keptBy === "manual" ? "operational" : "no_data";
  if (to === from) return { fields: answer, rows: [] };
  return {
    fields: { ...answer, coverage: to, coverageSince: now },
    rows: [{ componentId: id, layer: "coverage", from, to, at: now }],
  };
}

/**
 * A person sets a component's status. Without an observer, people keep it manually from then on; for a watched one the
 * status counts only while it lasts.
 */
export const wordOf = (component: WatchedComponent, isObserved: boolean, now: number): KeeperWord =>
  isObserved || component.coverage === "operational" ? nothing : keptFrom(component, "manual", now);

/**
 * An admin chooses who keeps a component. An observer gives it coverage whatever was chosen, so that it is watched;
 * choosing people for such a component is refused before.
 */
export const choiceOf = (
  component: WatchedComponent,
  chosen: StatusKeeper | null,
  isObserved: boolean,
  now: number,
): KeeperWord =>
  isObserved ? { fields: { keptBy: "watched", keptAnswered: true }, rows: [] } : keptFrom(component, chosen, now);
