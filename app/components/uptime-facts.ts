import { incidentLayerByComponent } from "~/incidents/rules/incident";
import { maintenanceLayerByComponent } from "~/maintenances/rules/maintenance";
import { type StatusByLayer, toStatus } from "~/status/status";
import type { TargetUptimeRows } from "~/status-page/queries/uptime";
import type { ComponentFact } from "~/status-page/rules/snapshot-facts";

type AffectingEvents = TargetUptimeRows["touching"];

const givenBy = (touching: AffectingEvents, kind: "incident" | "maintenance") =>
  touching
    .filter((each) => each.kind === kind && !each.closed)
    .map(({ componentId, status }) => ({ components: [{ componentId, status: toStatus(status) }] }));

/** Returns a function for the present layers of a component. */
export function statusByLayerReader(touching: AffectingEvents): (component: ComponentFact) => StatusByLayer {
  const incidents = incidentLayerByComponent(givenBy(touching, "incident"));
  const maintenances = maintenanceLayerByComponent(givenBy(touching, "maintenance"));
  return ({ id, manualStatus, observedStatus, coverage }) => ({
    manual: manualStatus,
    observed: observedStatus,
    incident: incidents.get(id) ?? null,
    maintenance: maintenances.get(id) ?? null,
    coverage,
  });
}
