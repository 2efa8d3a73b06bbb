import { incidentLayer } from "~/incidents/rules/incident";
import { isActive, maintenanceLayer } from "~/maintenances/rules/maintenance";
import type { Layers } from "~/status/status";
import type { ComponentFact, IncidentFact, MaintenanceFact } from "./snapshot-facts";

interface LayerFacts {
  components: readonly ComponentFact[];
  /** Published incidents. */
  incidents: readonly IncidentFact[];
  maintenances: readonly MaintenanceFact[];
}

/** Returns the current layers of each component. */
export function layersOfComponents({ components, incidents, maintenances }: LayerFacts): Map<string, Layers> {
  const incident = incidentLayer(incidents.filter((each) => !each.closed));
  const maintenance = maintenanceLayer(maintenances.filter((each) => isActive(each.status)));
  return new Map(
    components.map(({ id, manualStatus: manual, observedStatus: observed, coverage }) => [
      id,
      { manual, observed, incident: incident.get(id) ?? null, maintenance: maintenance.get(id) ?? null, coverage },
    ]),
  );
}
