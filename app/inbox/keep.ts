import { resultsByPart, statementsOf } from "~/db/named-results";
import { executeBatch } from "~/platform/cells/cell-database";
import { type HeldRow, heldEntries, keepEntry } from "./queries/entries";
import { type InboxEntry, roomOfKind } from "./rules/inbox-entry";

/** Keeps an entry; returns false when its owner has no room left. An entry that is kept twice is stored once. */
export function keepInCell(storage: DurableObjectStorage, entry: InboxEntry): boolean {
  const parts = keepEntry(entry, roomOfKind[entry.kind]);
  const { found } = resultsByPart(parts, executeBatch(storage, statementsOf(parts)));
  return found.some(({ results }) => results.length > 0);
}

export const contentsOfCell = (storage: DurableObjectStorage): HeldRow =>
  executeBatch(storage, [heldEntries()])[0]?.results[0] as unknown as HeldRow;
