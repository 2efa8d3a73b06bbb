import type { StatusKeeper } from "~/components/rules/fields";
import { earliestStartDate } from "~/components/rules/unwatched-days";
import type { CoverageStatus, SettableStatus } from "~/status/status";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { dayOf } from "~/time/day";
import type { MovedComponent } from "./move-document";
import type { ThingArrival } from "./planned-thing";

/** The keeper of a component's status, and what they say about it now. */
export interface ImportedKeeperState {
  keptBy: StatusKeeper | null;
  keptAnswered: boolean;
  coverage: CoverageStatus;
  manualStatus: SettableStatus | null;
}

const unwatched: ImportedKeeperState = {
  keptBy: null,
  keptAnswered: false,
  coverage: "no_data",
  manualStatus: null,
};
const handKept: ImportedKeeperState = {
  keptBy: "manual",
  keptAnswered: true,
  coverage: "operational",
  manualStatus: null,
};

/**
 * Returns the standing in which a component comes, with the status that people set. One that they kept by hand is kept
 * so here; nobody vouches for one whose word is not known here, or that a monitor watched, until a monitor here does.
 */
export function importedKeeperState({
  keptBy,
  manualStatus,
}: Pick<MovedComponent, "keptBy" | "manualStatus">): ImportedKeeperState {
  const isSet = manualStatus !== null && manualStatus !== "no_data" && manualStatus !== "operational";
  const set = { manualStatus: isSet ? manualStatus : null };
  if (keptBy === "watched" || manualStatus === "no_data") return { ...unwatched, ...set };
  return { ...handKept, ...set };
}

/** Returns the standing that the past of a new component has: people who kept it by hand vouch for it. */
export const keeperStateBeforeImport = ({ keptBy }: Pick<MovedComponent, "keptBy">): ImportedKeeperState =>
  keptBy === "manual" ? handKept : unwatched;

/** Returns the rows of the timeline that lead from one standing to the other. */
export function keeperStateLayerChanges(
  componentId: string,
  from: Pick<ImportedKeeperState, "coverage" | "manualStatus">,
  to: Pick<ImportedKeeperState, "coverage" | "manualStatus">,
  at: number,
): LayerChange[] {
  const manual: LayerChange = { componentId, layer: "manual", from: from.manualStatus, to: to.manualStatus, at };
  const coverage: LayerChange = { componentId, layer: "coverage", from: from.coverage, to: to.coverage, at };
  return [manual, coverage].filter((each) => each.from !== each.to);
}

/** Returns what a change says of a component; null = nothing, as somebody else keeps it here. */
function changedStandingOf(
  thing: Pick<MovedComponent, "keptBy" | "manualStatus">,
  here: ImportedKeeperState,
): ImportedKeeperState | null {
  const next = importedKeeperState(thing);
  if (thing.keptBy === "watched") return here.keptBy === "manual" ? null : { ...here, manualStatus: next.manualStatus };
  return here.keptBy === "watched" || here.coverage === null ? null : next;
}

/**
 * Returns the standing that a change brings to a component; null = it stays. Of one that people keep by hand it stays
 * where a monitor or source here has observed it since; of a watched one only the status that people set comes.
 */
export function nextKeeperState(
  thing: Pick<MovedComponent, "keptBy" | "manualStatus">,
  here: ImportedKeeperState,
): ImportedKeeperState | null {
  const next = changedStandingOf(thing, here);
  return next && keeperStateLayerChanges("", here, next, 0).length > 0 ? next : null;
}

/**
 * Returns the first counted day of a new component: today when the origin says none. The days of a watched one are no
 * data at first and written one by one, so that it begins at most ten years ago.
 */
export function movedComponentStartDate(
  { countedFromMs, isHandKept }: Pick<ThingArrival, "countedFromMs" | "isHandKept">,
  zone: string,
  now: number,
): string {
  const today = dayOf(zone, now);
  const date = dayOf(zone, Math.max(0, Math.min(countedFromMs ?? now, now)));
  const earliest = earliestStartDate(today);
  return !isHandKept && date < earliest ? earliest : date;
}
