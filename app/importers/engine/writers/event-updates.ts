import { type ComparedUpdate, matchUpdates } from "../../rules/matched-updates";
import type { KeyedUpdate } from "../../rules/update-keys";
import type { ImportWriteFacts, WrittenImportThing } from "../noun-writer";

/** An incident or maintenance that a step writes, as it is stored. */
export interface ImportedEventEntry<Update> {
  entry: Pick<WrittenImportThing, "action" | "updates" | "isLast">;
  ourId: string;
  here: { updates: readonly Update[] };
}

/** An update that a step adds or corrects, under its id. */
export interface WrittenEventUpdate<Update> {
  id: string;
  eventId: string;
  update: Update;
}

/** Sorts the entries of a step: those that it makes, those that it changes, and all that are known already. */
const entriesByAction = <Entry extends ImportedEventEntry<unknown>>(written: readonly Entry[]) => ({
  made: written.filter(({ entry }) => entry.action === "make" && entry.updates.from === 0),
  changed: written.filter(({ entry }) => entry.action === "change" && entry.isLast),
  knownIds: written.filter(({ entry }) => entry.action === "change").map(({ ourId }) => ourId),
});

/** Returns the updates that are new, and known ones that the origin has corrected since, under their ids. */
function updatesOfEvents<Update extends ComparedUpdate & KeyedUpdate>(
  written: readonly ImportedEventEntry<Update>[],
  stored: readonly (ComparedUpdate & { id: string; eventId: string })[],
  { derivedId }: ImportWriteFacts,
): { added: WrittenEventUpdate<Update>[]; corrected: WrittenEventUpdate<Update>[] } {
  const storedByEvent = Map.groupBy(stored, ({ eventId }) => eventId);
  const matched = written.map(({ entry, ourId: eventId, here }) => ({
    eventId,
    ...matchUpdates(here.updates, storedByEvent.get(eventId) ?? [], entry.updates),
  }));
  return {
    added: matched.flatMap(({ eventId, added }) =>
      added.map((update) => ({ id: derivedId(eventId, update.key), eventId, update })),
    ),
    corrected: matched.flatMap(({ eventId, changed }) => changed.map(({ id, update }) => ({ id, eventId, update }))),
  };
}

type StoredUpdate = ComparedUpdate & { id: string; eventId: string };

/** Plans what a step writes of events; the updates of those that are known already are read first. */
export async function planEventWrites<Update extends ComparedUpdate & KeyedUpdate, Entry extends object>(
  written: readonly (Entry & ImportedEventEntry<Update>)[],
  facts: ImportWriteFacts,
  readStored: (knownIds: readonly string[]) => Promise<readonly (readonly StoredUpdate[])[]>,
) {
  const { made, changed, knownIds } = entriesByAction(written);
  const [stored = []] = knownIds.length === 0 ? [] : await readStored(knownIds);
  return { made, changed, updates: updatesOfEvents<Update>(written, stored, facts) };
}
