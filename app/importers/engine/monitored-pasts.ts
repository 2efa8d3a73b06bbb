import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { monitorsMadeByImportQuery } from "../queries/past-days";
import { stretchesByComponent } from "../rules/component-stretches";
import type { MonitoredStretch } from "../rules/monitored-past";
import { readMoveDocumentPart } from "./document-parts";

/**
 * Reads the histories of components, and of the monitors that an import made, by their id of each component that they
 * are about. The first part of the document holds all of them.
 */
export async function readMonitoredStretches(
  ctx: Ctx,
  { pageId, importId, origin }: { pageId: string; importId: string; origin: string },
): Promise<Map<string, MonitoredStretch[]>> {
  const document = await readMoveDocumentPart(ctx, importId, 0);
  const hasPast = ({ history }: { history?: readonly MonitoredStretch[] }) => (history?.length ?? 0) > 0;
  const monitors = document?.monitors.filter(hasPast) ?? [];
  const components = document?.components.filter(hasPast) ?? [];
  if (monitors.length === 0) return stretchesByComponent({ components, monitors }, new Set());
  const [rows] = await readBatch(ctx, monitorsMadeByImportQuery(ctx, pageId, importId, origin));
  return stretchesByComponent({ components, monitors }, new Set(rows.map(({ theirId }) => theirId)));
}
