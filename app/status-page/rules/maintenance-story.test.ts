import { expect, test } from "vitest";
import { cpuClock } from "../../../tests/support/cpu-work";
import { type MaintenanceStatusHistory, restatedMaintenanceLayerChanges } from "./maintenance-story";

const minute = 60_000;

test("a thousand maintenances of two hundred components that overlap do not hold up who restates them", () => {
  const components = Array.from({ length: 200 }, (_, n) => ({
    componentId: `c${n}`,
    status: "under_maintenance" as const,
  }));
  const begun = (n: number): MaintenanceStatusHistory => ({
    id: `m${n}`,
    status: "in_progress",
    startsAt: n * minute,
    startedAt: n * minute,
    completedAt: null,
    cancelledAt: null,
    components,
  });
  const [last, others] = [begun(1000), Array.from({ length: 1000 }, (_, n) => begun(n))];
  const ended = { ...last, status: "completed", completedAt: 2000 * minute };
  const worked = cpuClock();
  expect(restatedMaintenanceLayerChanges(others, [last], [ended], 3000 * minute)).toEqual([]);
  expect(restatedMaintenanceLayerChanges([], [last], [ended], 3000 * minute)).toHaveLength(200);
  expect(worked()).toBeLessThan(8000);
});
