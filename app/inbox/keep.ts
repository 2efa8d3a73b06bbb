import { resultsByPart, statementsOfParts } from "~/db/named-results";
import { executeCellBatch } from "~/platform/cells/cell-database";
import { type InboxContentsRow, inboxContentsStatement, storeInboxEntryStatements } from "./queries/entries";
import { type InboxEntry, inboxLimitsByKind } from "./rules/inbox-entry";

/** Keeps an entry; returns false when its owner has no room left. An entry that is kept twice is stored once. */
export function storeInboxEntry(storage: DurableObjectStorage, entry: InboxEntry): boolean {
  const parts = storeInboxEntryStatements(entry, inboxLimitsByKind[entry.kind]);
  const { found } = resultsByPart(parts, executeCellBatch(storage, statementsOfParts(parts)));
  return found.some(({ results }) => results.length > 0);
}

export const inboxCellContents = (storage: DurableObjectStorage): InboxContentsRow =>
  executeCellBatch(storage, [inboxContentsStatement()])[0]?.results[0] as unknown as InboxContentsRow;
