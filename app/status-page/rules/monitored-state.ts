import type { Status, StatuspageBanner } from "~/status/status";
import { type BannerIncident, bannerOfStatuses } from "./banner";

/** The status of a component or a group, and whether it is monitored. */
export interface MonitoredState {
  status: Status;
  /** Set when nothing vouches for it, and it is not known to be worse than operational. */
  unmonitored?: true | undefined;
}

/** Returns the status of a component or group; null when nothing and no person vouches for it. */
export const visibleStatus = ({ status, unmonitored }: MonitoredState): Status | null => (unmonitored ? null : status);

/** Returns those with known data. */
export const componentsWithKnownStatus = <T extends MonitoredState>(all: readonly T[]): T[] =>
  all.filter((each) => !each.unmonitored);

/** Returns true when nothing vouches for any of them, or there is none. */
export const areAllUnmonitored = (components: readonly MonitoredState[]): boolean =>
  componentsWithKnownStatus(components).length === 0;

const nothingKnown = bannerOfStatuses(["no_data"], []);

/**
 * Returns the banner over what is known: "all operational" only when all of it is monitored, and never for an
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
