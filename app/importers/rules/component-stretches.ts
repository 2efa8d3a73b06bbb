import type { MonitoredStretch } from "./monitored-past";
import type { MoveDocument } from "./move-document";

/** Things of the first part that say a past. */
export type PastTellers = Pick<MoveDocument, "components" | "monitors">;

/**
 * Returns what is known of the past of each component, by its id there: by its own history, and by those of the
 * monitors that the import makes and that observe it.
 */
export function stretchesByComponent(
  { components, monitors }: PastTellers,
  made: ReadonlySet<string>,
): Map<string, MonitoredStretch[]> {
  const found = new Map<string, MonitoredStretch[]>();
  const add = (id: string, history: readonly MonitoredStretch[]) => {
    if (history.length > 0) found.set(id, [...(found.get(id) ?? []), ...history]);
  };
  for (const { id, history = [] } of components) add(id, history);
  for (const { componentIds, history } of monitors.filter(({ id }) => made.has(id)))
    for (const id of componentIds) add(id, history);
  return found;
}
