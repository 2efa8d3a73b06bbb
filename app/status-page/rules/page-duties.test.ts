import fc from "fast-check";
import { expect, test } from "vitest";
import {
  incidentOpeningOf,
  isPageNew,
  isTeamReachUntried,
  soonMaintenanceOf,
  teamUnreachedReason,
  updateOverdueSince,
} from "./page-duties";

const hour = 3600_000;
const now = 100 * 24 * hour;

test.each([
  ["an update just now", now, 360, null, null],
  ["a millisecond before its time", now - 6 * hour + 1, 360, null, null],
  ["at its time", now - 6 * hour, 360, null, now],
  ["never reminded", now - 900 * hour, 0, null, null],
  ["promised and not yet due", now - hour, 0, now + 1, null],
  ["promised and due", now - hour, 0, now, now],
  ["promised earlier than the page allows", now - hour, 30, now - hour / 4, now - hour / 2],
])("overdue for an update: %s", (_, lastUpdateAt, nagMinutes, promisedAt, expected) => {
  expect(updateOverdueSince({ lastUpdateAt, nagMinutes, promisedAt }, now)).toBe(expected);
});

test("seven days are soon; what goes on is, whenever it began", () => {
  const works = [-hour, 0, 7 * 24 * hour, 7 * 24 * hour + 1].map((from) => ({ startsAt: now + from, seriesId: null }));
  expect(soonMaintenanceOf(works, now)).toEqual({ soon: works.slice(0, 3), later: 1 });
});

test("five weeks of one series are one maintenance, the one that comes first", () => {
  const weekly = [1, 8, 15, 22, 29].map((day) => ({ startsAt: now + day * 24 * hour, seriesId: "s" }));
  const other = { startsAt: now + 9 * 24 * hour, seriesId: null };
  expect(soonMaintenanceOf([...weekly.slice(0, 2), other, ...weekly.slice(2)], now)).toEqual({
    soon: [weekly[0]],
    later: 1,
  });
});

test("a page is taught until all is done, and for a month once an alert moved a component and reached a person", () => {
  const rest = { components: true, origins: true, report: true, mailer: true, account: true, team: true };
  const done = { ...rest, subscribers: true, alert: true };
  const day = 24 * hour;
  const use = (everOpened: boolean, days: number) => ({ everOpened, createdAt: now - days * day });
  expect([
    isPageNew(done, use(false, 0), now),
    isPageNew({ ...done, subscribers: false, team: false }, use(true, 0), now),
    isPageNew({ ...done, subscribers: false }, use(false, 30), now),
    isPageNew({ ...done, subscribers: false }, use(false, 31), now),
    isPageNew({ ...done, alert: false }, use(false, 0), now),
    isPageNew({ ...done, alert: false }, use(true, 0), now),
    isPageNew({ ...done, alert: false }, use(true, 30), now),
    isPageNew({ ...done, alert: false }, use(true, 31), now),
    isPageNew({ ...done, alert: false }, use(false, 31), now),
  ]).toEqual([false, true, true, false, true, true, true, false, true]);
});

test.each([
  [0, false, 0, 0, "no_mailer"],
  [0, false, 3, 0, "no_mailer"],
  [1, false, 0, 0, "no_address"],
  [1, false, 1, 0, null],
  [1, true, 1, 0, "mail_fails"],
  [1, true, 0, 0, "no_address"],
  [1, true, 1, 1, null],
  [0, false, 0, 1, null],
])(
  "with %i mailers (failing: %s), %i addresses and %i channels a draft is unreached because of %s",
  (mailers, failing, people, channels, why) => {
    expect(teamUnreachedReason({ mailers, failing, people, channels, failingChannels: 0 })).toBe(why);
  },
);

test.each([
  [0, 0, 1, 0, "channels_fail"],
  [1, 0, 1, 0, "channels_fail"],
  [1, 1, 1, 0, null],
  [0, 0, 1, 1, null],
])(
  "with %i mailers, %i addresses, and %i channels that fail beside %i that don't, a draft is unreached because of %s",
  (mailers, people, failingChannels, channels, why) => {
    expect(teamUnreachedReason({ mailers, failing: false, people, channels, failingChannels })).toBe(why);
  },
);

test.each([
  [0, 1, 1, true],
  [0, 2, 1, false],
  [0, 0, 0, false],
  [1, 1, 1, false],
])(
  "with %i mailers and %i channels, %i of them untried, all is untried: %s",
  (mailers, channels, untried, expected) => {
    const reach = { mailers, failing: false, people: 1, channels, untriedChannels: untried };
    expect(isTeamReachUntried(reach)).toBe(expected);
  },
);

test.each([
  ["a hold of minutes opens at the end of its minute", 90_001, { kind: "at" }],
  ["one of less than a minute opens soon", 60_000, { kind: "soon" }],
  ["one that just ended waits for a tick", -119_999, { kind: "soon" }],
  ["one that ended long ago is held", -120_000, { kind: "held" }],
])("%s", (_, left, expected) => {
  const opening = incidentOpeningOf(now + left, now);
  expect(opening).toMatchObject(expected);
  if (opening.kind !== "at") return;
  expect([opening.at >= now + left, opening.at - now - left < 60_000, opening.at % 60_000]).toEqual([true, true, 0]);
});

test("the time of an opening is named until it is a minute away, wherever in a minute its hold ends", () => {
  const [dueIn, at] = [fc.integer({ min: 1, max: 5 * 60_000 }), fc.integer({ min: 0, max: 60_000 })];
  fc.assert(
    fc.property(dueIn, at, (left, past) => {
      const here = now + past;
      const opening = incidentOpeningOf(here + left, here);
      const tick = Math.ceil((here + left) / 60_000) * 60_000;
      expect(opening).toEqual(tick - here > 60_000 ? { kind: "at", at: tick } : { kind: "soon" });
    }),
  );
});

test("a hold whose end is not known is held", () => {
  expect(incidentOpeningOf(null, now)).toEqual({ kind: "held" });
});
