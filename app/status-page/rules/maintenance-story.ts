import { isMaintenanceActive } from "~/maintenances/rules/maintenance";
import { type IncidentStatusHistory, restatedLayerChanges } from "./incident-story";
import type { AffectedComponentFact, LayerChange } from "./snapshot-facts";

/** The part of a maintenance that the layer depends on. Instants in ms. */
export interface MaintenanceStatusHistory {
  id: string;
  status: string;
  startsAt: number;
  startedAt: number | null;
  completedAt: number | null;
  cancelledAt: number | null;
  components: readonly AffectedComponentFact[];
}

/** Returns a story that gives its components their status from start to end; none when it never started. */
function storyOf(past: MaintenanceStatusHistory): IncidentStatusHistory[] {
  const { id, status, startsAt, startedAt, completedAt, cancelledAt, components } = past;
  const closed = !isMaintenanceActive(status);
  const over = completedAt ?? cancelledAt;
  if (closed && (over === null || startedAt === null)) return [];
  return [{ id, startedAt: startedAt ?? startsAt, closed, resolvedAt: closed ? over : null, updates: [], components }];
}

/**
 * Returns the rows to append to the maintenance layer when scheduled starts and ends are carried out, which may lie
 * before now. The layer is restated from the first of them on by all maintenance since, so that none replaces another's
 * time.
 */
export function restatedMaintenanceLayerChanges(
  others: readonly MaintenanceStatusHistory[],
  before: readonly MaintenanceStatusHistory[],
  after: readonly MaintenanceStatusHistory[],
  until: number,
): LayerChange[] {
  const beside = others.flatMap(storyOf);
  return restatedLayerChanges(
    [...beside, ...before.flatMap(storyOf)],
    [...beside, ...after.flatMap(storyOf)],
    until,
    "maintenance",
  );
}
