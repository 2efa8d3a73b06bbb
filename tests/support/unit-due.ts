import type { WorkUnit, WorkUnitKind } from "~/time/units";

/** Returns a unit as the tick finds it, of that page or of a row of it. */
export const unitDue = (kind: WorkUnitKind, pageId: string, id = pageId): WorkUnit => ({
  kind,
  pageId,
  id,
  dueAt: 0,
  tries: 0,
});
