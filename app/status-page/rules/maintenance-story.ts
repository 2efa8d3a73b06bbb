import { isActive } from "~/maintenances/rules/maintenance";
import { type IncidentStory, restated } from "./incident-story";
import type { LayerChange, TouchedFact } from "./snapshot-facts";

/** What the layer needs to know of a maintenance. Instants in ms. */
export interface MaintenancePast {
  id: string;
  status: string;
  startsAt: number;
  startedAt: number | null;
  completedAt: number | null;
  cancelledAt: number | null;
  components: readonly TouchedFact[];
}

/** From its start to its end it gives its components what it names; nothing where it never began. */
function storyOf(past: MaintenancePast): IncidentStory[] {
  const { id, status, startsAt, startedAt, completedAt, cancelledAt, components } = past;
  const closed = !isActive(status);
  const over = completedAt ?? cancelledAt;
  if (closed && (over === null || startedAt === null)) return [];
  return [{ id, startedAt: startedAt ?? startsAt, closed, resolvedAt: closed ? over : null, updates: [], components }];
}

/**
 * The rows to append to the maintenance layer when the clock's edges are made, which may lie before now: restated from
 * the first of them on by all maintenances that went on since, so that none takes another one's time away.
 */
export function maintenanceRestated(
  others: readonly MaintenancePast[],
  before: readonly MaintenancePast[],
  after: readonly MaintenancePast[],
  until: number,
): LayerChange[] {
  const beside = others.flatMap(storyOf);
  return restated(
    [...beside, ...before.flatMap(storyOf)],
    [...beside, ...after.flatMap(storyOf)],
    until,
    "maintenance",
  );
}
