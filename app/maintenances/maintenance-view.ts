import type { maintenanceTable, maintenanceUpdateTable } from "~/db/schema";
import { type IncidentUpdateView, incidentUpdateView } from "~/incidents/read";
import { nextOccurrenceStarts } from "~/time/recurrence";
import type { MaintenanceSeriesRow } from "./queries/maintenance-series";

type StoredMaintenance = typeof maintenanceTable.$inferSelect;

/** A maintenance as members see it; instants in ms. */
export interface MaintenanceView extends Omit<StoredMaintenance, "pageId" | "dueAt"> {
  /** Component id → its status during the maintenance. */
  components: Record<string, string>;
}

/** An update of a maintenance changes no component, so `changes` is empty. */
export type MaintenanceUpdateView = IncidentUpdateView;

/** A series as members see it. */
export interface MaintenanceSeriesView extends Omit<MaintenanceSeriesRow, "pageId" | "dueAt" | "madeUntil"> {
  /** Next start after now; null = it has ended. */
  next: number | null;
}

export function maintenanceViewOf(found: { row: StoredMaintenance; components: string }): MaintenanceView {
  const { pageId, dueAt, ...row } = found.row;
  return { ...row, components: JSON.parse(found.components) as Record<string, string> };
}

interface MaintenanceUpdateRow {
  row: typeof maintenanceUpdateTable.$inferSelect;
  author: string | null;
  editors: string;
}

/** `editors` = names by id, as JSON. */
export function maintenanceUpdateView({ row, author, editors }: MaintenanceUpdateRow): MaintenanceUpdateView {
  const { maintenanceId: incidentId, ...rest } = row;
  return incidentUpdateView({ ...rest, incidentId, changes: [] }, author, editors);
}

export function maintenanceSeriesView(row: MaintenanceSeriesRow, now: number): MaintenanceSeriesView {
  const { pageId, dueAt, madeUntil, ...rest } = row;
  const [next] = nextOccurrenceStarts({ ...row, after: now, limit: 1 });
  return { ...rest, next: next?.at ?? null };
}
