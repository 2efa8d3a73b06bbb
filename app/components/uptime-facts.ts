import { worstByComponent } from "~/incidents/rules/incident";
import { type Layers, toStatus } from "~/status/status";
import type { FoundUptime } from "~/status-page/queries/uptime";
import type { ComponentFact } from "~/status-page/rules/snapshot-facts";
import type { Parts } from "~/status-page/uptime/rules/uptime";

type Touching = FoundUptime["touching"];

const layerOf = (touching: Touching, kind: "incident" | "maintenance") =>
  worstByComponent(
    touching
      .filter((each) => each.kind === kind && !each.closed)
      .map(({ componentId, status }) => ({ components: [{ componentId, status: toStatus(status) }] })),
  );

/** What each layer says of a component now. */
export function layersOf(touching: Touching): (component: ComponentFact) => Layers {
  const [incidents, maintenances] = [layerOf(touching, "incident"), layerOf(touching, "maintenance")];
  return ({ id, manualStatus, observedStatus, coverage }) => ({
    manual: manualStatus,
    observed: observedStatus,
    incident: incidents.get(id) ?? null,
    maintenance: maintenances.get(id) ?? null,
    coverage,
  });
}

/** Packed days by component, then by date. */
export function packedByComponent(years: FoundUptime["years"]): Map<string, Map<string, Parts>> {
  const found = new Map<string, Map<string, Parts>>();
  for (const { componentId, year, days } of years) {
    const own = found.get(componentId) ?? new Map<string, Parts>();
    found.set(componentId, own);
    for (const [date, parts] of Object.entries(days)) own.set(`${year}-${date}`, parts as unknown as Parts);
  }
  return found;
}
