import fc from "fast-check";
import { expect, test } from "vitest";
import { maintenanceReminders } from "./maintenance-reminders";

const hour = 3600_000;
const both = { remindDay: true, remindHour: true };

test("24 hours and 60 minutes before, as asked; of no use from the start on", () => {
  const startsAt = 100 * hour;
  const [first, second] = maintenanceReminders({ startsAt, ...both }, 0);
  expect([first?.dueAt, second?.dueAt]).toEqual([76 * hour, 99 * hour]);
  expect(first?.expiresAt).toBe(startsAt);
  expect(maintenanceReminders({ startsAt, remindDay: true, remindHour: false }, 0)).toHaveLength(1);
});

test("one that would be in the past is not made", () => {
  expect(maintenanceReminders({ startsAt: 100 * hour, ...both }, 76 * hour)).toHaveLength(1);
  expect(maintenanceReminders({ startsAt: 100 * hour, ...both }, 99 * hour)).toEqual([]);
});

test("reminders of different starts or leads are never the same one", () => {
  const start = fc.integer({ min: 48 * hour, max: 2 ** 41 });
  fc.assert(
    fc.property(start, start, (one, other) => {
      const all = [...new Set([one, other])].flatMap((startsAt) => maintenanceReminders({ startsAt, ...both }, 0));
      expect(new Set(all.map(({ sequence }) => sequence)).size).toBe(all.length);
    }),
  );
});
