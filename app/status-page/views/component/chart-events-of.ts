import type { ChartEvent } from "~/chart/chart-events";
import { localisedTitle } from "~/i18n/said-title";
import type { ArchivedComponentEvents } from "../../history/archive";
import { maintenanceOverAt } from "../../rules/maintenance-end";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import type { RenderContext } from "../parts/frame";

const incidentEvent = (frame: RenderContext, incident: SnapshotIncident): ChartEvent => ({
  kind: "incident",
  title: localisedTitle(frame.words, incident),
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

/** Returns what a component's charts mark: what is known of its past, and the maintenance that has begun. */
export function chartEventsOf(
  frame: RenderContext,
  { incidents, maintenances }: ArchivedComponentEvents,
  snapshot: Snapshot,
  componentId: string,
): ChartEvent[] {
  const begun = snapshot.maintenances.filter(
    ({ components, startsAt }) => startsAt <= frame.now && components.some(({ id }) => id === componentId),
  );
  const past = maintenances.filter(({ id }) => begun.every((each) => each.id !== id));
  return [
    ...incidents.map((each) => incidentEvent(frame, each)),
    ...[...begun, ...past].map((each) => maintenanceEvent(frame, each)),
  ];
}
