import type { Banner, Status } from "~/status/status";
import { banner, type RaisingIncident } from "./banner";

/** A component, or a group, as far as it is known how it is. */
export interface Monitored {
  status: Status;
  /** Nobody vouches for it, and it is not known to be worse than well. */
  unmonitored?: true | undefined;
}

/** Its status, or a group's; null where nothing and nobody vouches for it. */
export const statusSeen = ({ status, unmonitored }: Monitored): Status | null => (unmonitored ? null : status);

/** Those of which something is known. */
export const monitoredOf = <T extends Monitored>(all: readonly T[]): T[] => all.filter((each) => !each.unmonitored);

/** Nobody vouches for any of them, or there is none. */
export const isUnmonitored = (components: readonly Monitored[]): boolean => monitoredOf(components).length === 0;

const nothingKnown = banner(["no_data"], []);

/** The ladder's sentence, over what is known: that all is well where all of it is monitored, and of a page that is not monitored never. */
export function bannerSeen(components: readonly Monitored[], open: readonly RaisingIncident[]): Banner {
  const known = monitoredOf(components);
  const told = banner(
    known.map(({ status }) => status),
    open,
  );
  if (told.state !== "operational") return told;
  if (known.length === 0) return nothingKnown;
  return known.length === components.length ? told : { indicator: "none", state: "operational_monitored" };
}
