/** An entry of an incident's timeline. */
export interface TimelineEntry {
  id: string;
  /** Time of the entry, ms. */
  at: number;
}

/**
 * Merges lists that are each sorted newest first into one such list; entries of the same time are in the order of the
 * lists.
 */
export const mergeTimelines = <Each extends TimelineEntry>(...lists: readonly (readonly Each[])[]): Each[] =>
  lists.flat().sort((one, other) => other.at - one.at);

/** One firing of an alert; instants in ms. */
export interface AlertFiring {
  alertId: string;
  title: string;
  firedAt: number;
  /** Null while it fires. */
  recoveredAt: number | null;
  /** True when it did not recover, but its origin was deleted. */
  endedBySource?: boolean;
}

/** The alert of a firing as stored; `family` is null when its origin is gone. */
interface FiringEnd {
  row: { endedAt: number | null; resolvedReceivedAt: number | null };
  family: string | null;
  recoveredAt: number | null;
}

/** True when no recovery was reported, and the origin that could have reported it is deleted. */
export const isEndedByOriginDeletion = ({ row, family, recoveredAt }: FiringEnd): boolean =>
  family === null && recoveredAt !== null && recoveredAt === row.endedAt && (row.resolvedReceivedAt ?? 0) < recoveredAt;

/** The start or the end of a firing. */
export interface FiringEntry extends TimelineEntry {
  firing: AlertFiring;
  fired: boolean;
}

/** Returns when each fired and recovered, newest first. */
export const firingTimelineEntries = (firings: readonly AlertFiring[]): FiringEntry[] =>
  firings
    .flatMap((firing): FiringEntry[] => {
      const { alertId, firedAt, recoveredAt } = firing;
      const id = `${alertId} ${firedAt}`;
      return [
        ...(recoveredAt === null ? [] : [{ id: `${id} over`, at: recoveredAt, firing, fired: false }]),
        { id, at: firedAt, firing, fired: true },
      ];
    })
    .sort((one, other) => other.at - one.at);
