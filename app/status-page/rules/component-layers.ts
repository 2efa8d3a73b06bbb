import { incidentLayerByComponent } from "~/incidents/rules/incident";
import { isMaintenanceActive, maintenanceLayerByComponent } from "~/maintenances/rules/maintenance";
import type { StatusByLayer } from "~/status/status";
import type { ComponentFact, IncidentFact, MaintenanceFact } from "./snapshot-facts";

interface LayerFacts {
  components: readonly ComponentFact[];
  /** Published incidents. */
  incidents: readonly IncidentFact[];
  maintenances: readonly MaintenanceFact[];
}

/** Returns the current layers of each component. */
export function layersByComponent({ components, incidents, maintenances }: LayerFacts): Map<string, StatusByLayer> {
  const incident = incidentLayerByComponent(incidents.filter((each) => !each.closed));
  const maintenance = maintenanceLayerByComponent(maintenances.filter((each) => isMaintenanceActive(each.status)));
  return new Map(
    components.map(({ id, manualStatus: manual, observedStatus: observed, coverage }) => [
      id,
      { manual, observed, incident: incident.get(id) ?? null, maintenance: maintenance.get(id) ?? null, coverage },
    ]),
  );
}
