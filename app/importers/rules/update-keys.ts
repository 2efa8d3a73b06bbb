/** The name of an update among those of its thing, by which a later run finds it again. */
export interface KeyedUpdate {
  key: string;
}

/** Returns the name of each update: its time, and its number among those of that time. */
export function eventUpdateKeys(updates: readonly { shownAt: number }[]): (KeyedUpdate & { number: number })[] {
  const counts = new Map<number, number>();
  return updates.map(({ shownAt }) => {
    const number = counts.get(shownAt) ?? 0;
    counts.set(shownAt, number + 1);
    return { key: `update ${shownAt} ${number}`, number };
  });
}
