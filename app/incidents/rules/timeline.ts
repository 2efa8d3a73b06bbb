/** Something that stands in an incident's timeline. */
export interface Entry {
  id: string;
  /** The instant that it stands at, ms. */
  at: number;
}

/** Lists that are each newest first, as one: newest first; what happened at the same instant in the order of the lists. */
export const inOneTimeline = <Each extends Entry>(...lists: readonly (readonly Each[])[]): Each[] =>
  lists.flat().sort((one, other) => other.at - one.at);

/** One firing of an alert; instants in ms. */
export interface Firing {
  alertId: string;
  title: string;
  firedAt: number;
  /** Null while it fires. */
  recoveredAt: number | null;
  /** It did not recover: what it comes from was deleted. */
  endedBySource?: boolean;
}

/** The alert of a firing as it is kept; `family` is null when what it comes from is gone. */
interface Ending {
  row: { endedAt: number | null; resolvedReceivedAt: number | null };
  family: string | null;
  recoveredAt: number | null;
}

/** Nobody said that it recovered, and what could have said so is deleted. */
export const isEndedBySource = ({ row, family, recoveredAt }: Ending): boolean =>
  family === null && recoveredAt !== null && recoveredAt === row.endedAt && (row.resolvedReceivedAt ?? 0) < recoveredAt;

/** A firing's beginning, or its end. */
export interface Turn extends Entry {
  firing: Firing;
  fired: boolean;
}

/** When each fired and when it recovered, newest first. */
export const turnsOf = (firings: readonly Firing[]): Turn[] =>
  firings
    .flatMap((firing): Turn[] => {
      const { alertId, firedAt, recoveredAt } = firing;
      const id = `${alertId} ${firedAt}`;
      return [
        ...(recoveredAt === null ? [] : [{ id: `${id} over`, at: recoveredAt, firing, fired: false }]),
        { id, at: firedAt, firing, fired: true },
      ];
    })
    .sort((one, other) => other.at - one.at);
