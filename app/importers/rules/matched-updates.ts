import type { KeyedUpdate } from "./update-keys";
import { eventUpdateKeys } from "./update-keys";

/** A change of a component that an update tells. */
interface ToldChange {
  componentId: string;
  from: string;
  to: string;
  at?: number;
}

/** An update as far as two of them are compared. */
export interface ComparedUpdate {
  status: string;
  body: string;
  shownAt: number;
  changes?: readonly ToldChange[];
}

const changeText = (changes: readonly ToldChange[] = []): string =>
  JSON.stringify(changes.map(({ componentId, from, to, at = null }) => [componentId, from, to, at]));

const areEqual = (one: ComparedUpdate, other: ComparedUpdate): boolean =>
  one.body === other.body && one.status === other.status && changeText(one.changes) === changeText(other.changes);

/**
 * Compares the updates that came, from one number up to before another, with those that are stored; both in order of
 * time. An update is known by its time, and by its number among those of that time.
 */
export function matchUpdates<Came extends ComparedUpdate & KeyedUpdate>(
  came: readonly Came[],
  stored: readonly (ComparedUpdate & { id: string })[],
  { from, to }: { from: number; to: number },
): { added: Came[]; changed: { id: string; update: Came }[] } {
  const keys = eventUpdateKeys(stored);
  const storedByKey = new Map(stored.map((each, index) => [keys[index]?.key ?? "", each]));
  const added: Came[] = [];
  const changed: { id: string; update: Came }[] = [];
  for (const update of came.slice(from, to)) {
    const known = storedByKey.get(update.key);
    if (!known) added.push(update);
    else if (!areEqual(known, update)) changed.push({ id: known.id, update });
  }
  return { added, changed };
}
