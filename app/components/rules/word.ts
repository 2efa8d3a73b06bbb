import type { CoverageStatus } from "~/status/status";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import type { StatusKeeper } from "./fields";

interface WatchedComponent {
  id: string;
  keptBy: StatusKeeper | null;
  coverage: CoverageStatus;
}

export interface KeeperChange {
  /** Changed columns of its row. */
  fields: { keptBy?: StatusKeeper | null; keptAnswered?: boolean; coverage?: CoverageStatus; coverageSince?: number };
  rows: LayerChange[];
}

/** Archives a component: nothing observes it from now on, so it has no coverage unless people keep it manually. */
export const keeperChangeOnArchive = (component: WatchedComponent, now: number): KeeperChange => {
  const { fields, rows } = keptFrom(component, component.keptBy, now);
  const { keptBy: _, keptAnswered: __, ...coverage } = fields;
  return { fields: coverage, rows };
};

const nothing: KeeperChange = { fields: {}, rows: [] };

/** Returns who keeps it from now on, and its coverage that follows. */
function keptFrom({ id, coverage: from }: WatchedComponent, keptBy: StatusKeeper | null, now: number): KeeperChange {
  const answer = { keptBy, keptAnswered: keptBy !== null };
  const to = keptBy === "manual" ? "operational" : "no_data";
  if (to === from) return { fields: answer, rows: [] };
  return {
    fields: { ...answer, coverage: to, coverageSince: now },
    rows: [{ componentId: id, layer: "coverage", from, to, at: now }],
  };
}

/**
 * Returns the change when a person sets a component's status. Without an observer, people keep it manually from then
 * on; for an observed component the status counts only while it is set.
 */
export const keeperChangeOnStatus = (component: WatchedComponent, isObserved: boolean, now: number): KeeperChange =>
  isObserved || component.coverage === "operational" ? nothing : keptFrom(component, "manual", now);

/**
 * An admin chooses who keeps a component. An observer gives it coverage whatever was chosen, so that it is watched;
 * choosing people for such a component is refused before.
 */
export const keeperChangeOnChoice = (
  component: WatchedComponent,
  chosen: StatusKeeper | null,
  isObserved: boolean,
  now: number,
): KeeperChange =>
  isObserved ? { fields: { keptBy: "watched", keptAnswered: true }, rows: [] } : keptFrom(component, chosen, now);
