import type { ChartEvent } from "~/chart/chart-events";
import { localiseTitle } from "~/i18n/said-title";
import { isMaintenanceActive } from "~/maintenances/rules/maintenance";
import type { ArchivedComponentEvents } from "../../history/archive";
import { maintenanceOverAt } from "../../rules/maintenance-end";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import type { RenderContext } from "../parts/frame";

const incidentEvent = (frame: RenderContext, incident: SnapshotIncident): ChartEvent => ({
  kind: "incident",
  title: localiseTitle(frame.words, incident),
  lang: incident.titleSaid ? undefined : frame.written,
  href: `${frame.prefix}/incidents/${incident.id}`,
  from: incident.startedAt,
  to: incident.resolvedAt,
});

const maintenanceEvent = (frame: RenderContext, maintenance: SnapshotMaintenance): ChartEvent => ({
  kind: "maintenance",
  title: maintenance.title,
  lang: frame.written,
  href: `${frame.prefix}/maintenances/${maintenance.id}`,
  from: maintenance.startsAt,
  to: maintenanceOverAt(maintenance),
});

/** One whose start has passed may still wait for a person; trouble of that time was not planned. */
const isMarked = ({ status }: SnapshotMaintenance): boolean => isMaintenanceActive(status) || status === "completed";

/** Returns what a component's charts mark: what is known of its past, and the maintenance in progress. */
export function chartEventsOf(
  frame: RenderContext,
  { incidents, maintenances }: ArchivedComponentEvents,
  snapshot: Snapshot,
  componentId: string,
): ChartEvent[] {
  const current = snapshot.maintenances.filter(
    (each) => isMarked(each) && each.components.some(({ id }) => id === componentId),
  );
  const past = maintenances.filter(({ id }) => current.every((each) => each.id !== id));
  return [
    ...incidents.map((each) => incidentEvent(frame, each)),
    ...[...current, ...past.filter(isMarked)].map((each) => maintenanceEvent(frame, each)),
  ];
}
