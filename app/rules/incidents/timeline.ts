/** Something that stands in an incident's timeline. */
export interface Entry {
  id: string;
  /** The instant that it stands at, ms. */
  at: number;
}

/** Lists that are each newest first, as one: newest first; what happened at the same instant in the order of the lists. */
export const inOneTimeline = <Each extends Entry>(...lists: readonly (readonly Each[])[]): Each[] =>
  lists.flat().sort((one, other) => other.at - one.at);
