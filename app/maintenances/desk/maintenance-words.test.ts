import { expect, test } from "vitest";
import { hourMs } from "~/time/durations";
import { type MaintenanceScheduleFacts, nextMaintenanceSteps } from "./maintenance-words";

const now = Date.UTC(2026, 10, 20, 12);
const planned: MaintenanceScheduleFacts = {
  status: "scheduled",
  startsAt: now + 48 * hourMs,
  endsAt: now + 50 * hourMs,
  autoStart: true,
  autoEnd: true,
  tellStart: true,
  tellEnd: true,
  remindDay: true,
  remindHour: true,
};
const stepsOf = (reach: number, change: Partial<MaintenanceScheduleFacts> = {}) =>
  nextMaintenanceSteps({ ...planned, ...change }, now, reach).map(({ what }) => what);

test("steps name subscribers only when there are some", () => {
  expect(stepsOf(3)).toEqual(["remind_day", "remind_hour", "starts", "ends"]);
  expect(stepsOf(0)).toEqual(["starts_alone", "ends_alone"]);
  expect(stepsOf(0, { autoStart: false, autoEnd: false })).toEqual(["start_by_hand", "end_by_hand"]);
  expect(stepsOf(0, { status: "in_progress" })).toEqual(["ends_alone"]);
  expect(stepsOf(0, { tellStart: false })).toEqual(["starts_quietly", "ends_alone"]);
  expect(stepsOf(3, { status: "completed" })).toEqual([]);
});
