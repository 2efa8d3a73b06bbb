import { parseForeignId } from "../foreign-values";
import type { MovedIncident, MovedMaintenance } from "../move-document";
import { convertStatuspageIncident, type StatuspageContext, type StatuspageRow } from "./incident";
import { convertStatuspageMaintenance, isStatuspageMaintenance } from "./maintenance";

/** Incidents and maintenances of one list, which holds both in v1. */
export interface StatuspageIncidentList {
  incidents: MovedIncident[];
  maintenances: MovedMaintenance[];
  /** Components whose status something that is open explains. */
  openComponentIds: string[];
  ids: string[];
}

/** Translates the rows of a list; `seen` are ids that were read before, which are passed over. */
export function readStatuspageIncidentList(
  rows: readonly StatuspageRow[],
  seen: ReadonlySet<string>,
  around: StatuspageContext,
): StatuspageIncidentList {
  const list: StatuspageIncidentList = { incidents: [], maintenances: [], openComponentIds: [], ids: [] };
  for (const row of rows) {
    const id = parseForeignId(row.id);
    if (id !== null && seen.has(id)) continue;
    if (id !== null) list.ids.push(id);
    if (isStatuspageMaintenance(row)) {
      const maintenance = convertStatuspageMaintenance(row, around);
      if (maintenance) list.maintenances.push(maintenance);
      if (maintenance?.state === "in_progress") list.openComponentIds.push(...maintenance.componentIds);
      continue;
    }
    const found = convertStatuspageIncident(row, around);
    if (found) list.incidents.push(found.incident);
    list.openComponentIds.push(...(found?.openComponentIds ?? []));
  }
  if (rows.length > 0)
    around.notes.leftOut(
      { noun: "incident", id: null, name: "" },
      "shortlink",
      "Links of stspg.io cannot lead here; those of the page itself do.",
    );
  return list;
}
