import { isActive } from "~/maintenances/rules/maintenance";
import { type IncidentStory, restateLayer } from "./incident-story";
import type { LayerChange, TouchedFact } from "./snapshot-facts";

/** The part of a maintenance that the layer depends on. Instants in ms. */
export interface MaintenancePast {
  id: string;
  status: string;
  startsAt: number;
  startedAt: number | null;
  completedAt: number | null;
  cancelledAt: number | null;
  components: readonly TouchedFact[];
}

/** Returns a story that gives its components their status from start to end; none when it never started. */
function storyOf(past: MaintenancePast): IncidentStory[] {
  const { id, status, startsAt, startedAt, completedAt, cancelledAt, components } = past;
  const closed = !isActive(status);
  const over = completedAt ?? cancelledAt;
  if (closed && (over === null || startedAt === null)) return [];
  return [{ id, startedAt: startedAt ?? startsAt, closed, resolvedAt: closed ? over : null, updates: [], components }];
}

/**
 * Returns the rows to append to the maintenance layer when scheduled starts and ends are carried out, which may lie
 * before now. The layer is restated from the first of them on by all maintenance since, so that none replaces another's
 * time.
 */
export function restateMaintenanceLayer(
  others: readonly MaintenancePast[],
  before: readonly MaintenancePast[],
  after: readonly MaintenancePast[],
  until: number,
): LayerChange[] {
  const beside = others.flatMap(storyOf);
  return restateLayer(
    [...beside, ...before.flatMap(storyOf)],
    [...beside, ...after.flatMap(storyOf)],
    until,
    "maintenance",
  );
}
