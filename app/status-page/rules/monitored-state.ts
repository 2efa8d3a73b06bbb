import type { Status, StatuspageBanner } from "~/status/status";
import { type BannerIncident, bannerOfStatuses } from "./banner";

/** The status of a component or a group, and whether it is monitored. */
export interface MonitoredState {
  status: Status;
  /** Set when nothing observes it, and it is not known to be worse than operational. */
  unmonitored?: true | undefined;
}

/** Returns the status of a component or group; null when no observer and no person reports it. */
export const visibleStatus = ({ status, unmonitored }: MonitoredState): Status | null => (unmonitored ? null : status);

/** Returns the components or groups with known data. */
export const componentsWithKnownStatus = <T extends MonitoredState>(all: readonly T[]): T[] =>
  all.filter((each) => !each.unmonitored);

/** True when none of them is observed, or there is none. */
export const areAllUnmonitored = (components: readonly MonitoredState[]): boolean =>
  componentsWithKnownStatus(components).length === 0;

const nothingKnown = bannerOfStatuses(["no_data"], []);

/**
 * Returns the banner for what is known. It says "all operational" only if everything is monitored, and never on an
 * unmonitored page.
 */
export function visibleBanner(
  components: readonly MonitoredState[],
  open: readonly BannerIncident[],
): StatuspageBanner {
  const known = componentsWithKnownStatus(components);
  const told = bannerOfStatuses(
    known.map(({ status }) => status),
    open,
  );
  if (told.state !== "operational") return told;
  if (known.length === 0) return nothingKnown;
  return known.length === components.length ? told : { indicator: "none", state: "operational_monitored" };
}
