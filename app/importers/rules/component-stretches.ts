import type { MonitoredSpan } from "./monitored-past";
import type { MoveDocument } from "./move-document";

/** Things of the first part that say a past. */
export type HistoryDocumentParts = Pick<MoveDocument, "components" | "monitors">;

/**
 * Returns what is known of the past of each component, by its id there: by its own history, and by those of the
 * monitors that the import makes and that observe it.
 */
export function monitoredSpansByComponent(
  { components, monitors }: HistoryDocumentParts,
  made: ReadonlySet<string>,
): Map<string, MonitoredSpan[]> {
  const found = new Map<string, MonitoredSpan[]>();
  const add = (id: string, history: readonly MonitoredSpan[]) => {
    if (history.length > 0) found.set(id, [...(found.get(id) ?? []), ...history]);
  };
  for (const { id, history = [] } of components) add(id, history);
  for (const { componentIds, history } of monitors.filter(({ id }) => made.has(id)))
    for (const id of componentIds) add(id, history);
  return found;
}
