import { expect, test } from "vitest";
import { laneOf, lanes, lanesToAsk, mailLanes, wayLanes } from "./notice";

test.each([
  ["sign_in", lanes.screen],
  ["incident_update", lanes.news],
  ["maintenance_cancelled", lanes.news],
  ["maintenance_reminder", lanes.reminders],
  ["subscriber_confirm", lanes.asked],
  ["invitation", lanes.asked],
  ["draft_opened", lanes.team],
  ["alert_fired", lanes.team],
] as const)("%s waits in lane %i", (kind, lane) => {
  expect(laneOf(kind)).toBe(lane);
});

test("reminders are asked for every other minute, all others each minute", () => {
  const minute = 60_000;
  expect(lanesToAsk(6 * minute)).toHaveLength(mailLanes.length + wayLanes.length);
  expect(lanesToAsk(7 * minute + 59_000)).not.toContain(lanes.reminders);
  expect(lanesToAsk(7 * minute)).toHaveLength(mailLanes.length - 1 + wayLanes.length);
});
