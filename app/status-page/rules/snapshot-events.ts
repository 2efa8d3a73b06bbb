import { repeatOfRrule } from "~/time/repeat";
import { postmortemUpdate } from "./postmortem-entry";
import type { SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";
import type { AffectedComponentFact, IncidentFact, MaintenanceFact, UpdateFact } from "./snapshot-facts";

const named = (touched: readonly AffectedComponentFact[], names: Map<string, string>) =>
  touched.flatMap(({ componentId, status }) => {
    const name = names.get(componentId);
    return name === undefined ? [] : [{ id: componentId, name, status }];
  });

const newestFirst = (updates: readonly UpdateFact[]) =>
  [...updates].sort((one, other) => other.shownAt - one.shownAt || (other.id < one.id ? -1 : 1));

/** Returns an incident as the document holds it, with its postmortem among the updates. */
export function snapshotIncidentOf(incident: IncidentFact, names: Map<string, string>): SnapshotIncident {
  const { closed: _, postmortem, ...shown } = incident;
  const afterwards = postmortem ? [postmortemUpdate(incident.id, postmortem)] : [];
  return {
    ...shown,
    status: incident.status as SnapshotIncident["status"],
    components: named(incident.components, names),
    updates: newestFirst([...afterwards, ...incident.updates]),
  };
}

/** Returns a maintenance as the document holds it, with its repetition. */
export function snapshotMaintenanceOf(maintenance: MaintenanceFact, names: Map<string, string>): SnapshotMaintenance {
  const { dueAt: _, series, ...shown } = maintenance;
  const repeat = series ? repeatOfRrule(series.rule) : null;
  return {
    ...shown,
    ...(series && repeat ? { series: { id: series.id, repeat } } : {}),
    status: maintenance.status as SnapshotMaintenance["status"],
    components: named(maintenance.components, names),
    updates: newestFirst(maintenance.updates),
  };
}
