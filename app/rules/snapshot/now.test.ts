import { expect, test } from "vitest";
import { isNew, openingOf, overdueSince, soon } from "./now";

const hour = 3600_000;
const now = 100 * 24 * hour;

test.each([
  ["an update just now", now, 360, null],
  ["a millisecond before its time", now - 6 * hour + 1, 360, null],
  ["at its time", now - 6 * hour, 360, now],
  ["never reminded", now - 900 * hour, 0, null],
])("overdue for an update: %s", (_, at, minutes, expected) => expect(overdueSince(at, minutes, now)).toBe(expected));

test("seven days are soon; what goes on is, whenever it began", () => {
  const works = [-hour, 0, 7 * 24 * hour, 7 * 24 * hour + 1].map((from) => ({ startsAt: now + from }));
  expect(soon(works, now)).toEqual({ soon: works.slice(0, 3), later: 1 });
});

test("a page is taught until all three steps are done or an incident was ever opened", () => {
  const done = { components: true, origins: true, subscribers: true };
  expect([
    isNew(done, false),
    isNew({ ...done, origins: false }, false),
    isNew({ ...done, origins: false }, true),
  ]).toEqual([false, true, false]);
});

test("what is held past its hold opens at no known time", () => {
  expect([openingOf(now + 1, now), openingOf(now, now), openingOf(null, now)]).toEqual([
    { kind: "at", at: now + 1 },
    { kind: "held" },
    { kind: "held" },
  ]);
});
