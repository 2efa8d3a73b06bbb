import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { monitorsMadeByImportQuery } from "../queries/past-days";
import { monitoredSpansByComponent } from "../rules/component-stretches";
import type { MonitoredSpan } from "../rules/monitored-past";
import { readMoveDocumentPart } from "./document-parts";

/**
 * Reads the histories of components, and of the monitors that an import made, by their id of each component that they
 * are about. The first part of the document holds all of them.
 */
export async function readMonitoredSpansByComponent(
  ctx: Ctx,
  { pageId, importId, origin }: { pageId: string; importId: string; origin: string },
): Promise<Map<string, MonitoredSpan[]>> {
  const document = await readMoveDocumentPart(ctx, importId, 0);
  const hasPast = ({ history }: { history?: readonly MonitoredSpan[] }) => (history?.length ?? 0) > 0;
  const monitors = document?.monitors.filter(hasPast) ?? [];
  const components = document?.components.filter(hasPast) ?? [];
  if (monitors.length === 0) return monitoredSpansByComponent({ components, monitors }, new Set());
  const [rows] = await readBatch(ctx, monitorsMadeByImportQuery(ctx, pageId, importId, origin));
  return monitoredSpansByComponent({ components, monitors }, new Set(rows.map(({ theirId }) => theirId)));
}
