import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { monitorsMadeByImportQuery } from "../queries/past-days";
import type { MonitoredStretch } from "../rules/monitored-past";
import { readMoveDocumentPart } from "./document-parts";

/**
 * Reads the histories of the monitors that an import made, by their id of each component that they observe. The first
 * part of the document holds all monitors.
 */
export async function readMonitoredStretches(
  ctx: Ctx,
  { pageId, importId, origin }: { pageId: string; importId: string; origin: string },
): Promise<Map<string, MonitoredStretch[]>> {
  const document = await readMoveDocumentPart(ctx, importId, 0);
  const monitors = document?.monitors.filter(({ history }) => history.length > 0) ?? [];
  const found = new Map<string, MonitoredStretch[]>();
  if (monitors.length === 0) return found;
  const [rows] = await readBatch(ctx, monitorsMadeByImportQuery(ctx, pageId, importId, origin));
  const made = new Set(rows.map(({ theirId }) => theirId));
  for (const { componentIds, history } of monitors.filter(({ id }) => made.has(id))) {
    for (const id of componentIds) found.set(id, [...(found.get(id) ?? []), ...history]);
  }
  return found;
}
