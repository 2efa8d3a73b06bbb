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
}

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
