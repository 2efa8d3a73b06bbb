import { expect, test } from "vitest";
import { contactWayNoticeLanes, mailNoticeLanes, noticeLaneOf, noticeLanes, noticeLanesOfMinute } from "./notice";

test.each([
  ["sign_in", noticeLanes.screen],
  ["incident_update", noticeLanes.news],
  ["maintenance_cancelled", noticeLanes.news],
  ["maintenance_reminder", noticeLanes.reminders],
  ["subscriber_confirm", noticeLanes.asked],
  ["invitation", noticeLanes.asked],
  ["draft_opened", noticeLanes.team],
  ["alert_fired", noticeLanes.team],
] as const)("%s waits in lane %i", (kind, lane) => {
  expect(noticeLaneOf(kind)).toBe(lane);
});

test("reminders are asked for every other minute, all others each minute", () => {
  const minute = 60_000;
  expect(noticeLanesOfMinute(6 * minute)).toHaveLength(mailNoticeLanes.length + contactWayNoticeLanes.length);
  expect(noticeLanesOfMinute(7 * minute + 59_000)).not.toContain(noticeLanes.reminders);
  expect(noticeLanesOfMinute(7 * minute)).toHaveLength(mailNoticeLanes.length - 1 + contactWayNoticeLanes.length);
});
