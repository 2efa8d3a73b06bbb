import type { Unit, UnitKind } from "~/time/units";

/** Returns a unit as the tick finds it, of that page or of a row of it. */
export const unitDue = (kind: UnitKind, pageId: string, id = pageId): Unit => ({
  kind,
  pageId,
  id,
  dueAt: 0,
  tries: 0,
});
