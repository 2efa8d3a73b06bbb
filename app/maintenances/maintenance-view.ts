import type { maintenance, maintenanceUpdate } from "~/db/schema";
import { updateView as incidentUpdateView, type UpdateView } from "~/incidents/read";
import { nextStarts } from "~/time/recurrence";
import type { SeriesRow } from "./queries/maintenance-series";

type StoredMaintenance = typeof maintenance.$inferSelect;

/** A maintenance as members see it; instants in ms. */
export interface MaintenanceView extends Omit<StoredMaintenance, "pageId" | "dueAt"> {
  /** Component id → its status during the maintenance. */
  components: Record<string, string>;
}

/** An update of a maintenance changes no component, so `changes` is empty. */
export type MaintenanceUpdateView = UpdateView;

/** A series as members see it. */
export interface SeriesView extends Omit<SeriesRow, "pageId" | "dueAt" | "madeUntil"> {
  /** Next start after now; null = it has ended. */
  next: number | null;
}

export function maintenanceView(found: { row: StoredMaintenance; components: string }): MaintenanceView {
  const { pageId, dueAt, ...row } = found.row;
  return { ...row, components: JSON.parse(found.components) as Record<string, string> };
}

interface UpdateRow {
  row: typeof maintenanceUpdate.$inferSelect;
  author: string | null;
  editors: string;
}

/** `editors` = names by id, as JSON. */
export function updateView({ row, author, editors }: UpdateRow): MaintenanceUpdateView {
  const { maintenanceId: incidentId, ...rest } = row;
  return incidentUpdateView({ ...rest, incidentId, changes: [] }, author, editors);
}

export function seriesView(row: SeriesRow, now: number): SeriesView {
  const { pageId, dueAt, madeUntil, ...rest } = row;
  const [next] = nextStarts({ ...row, after: now, limit: 1 });
  return { ...rest, next: next?.at ?? null };
}
