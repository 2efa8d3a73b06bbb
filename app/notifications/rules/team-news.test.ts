import fc from "fast-check";
import { expect, test } from "vitest";
import { endsReportedTrouble, newsWindowFor, planTeamNews, type TeamNewsFacts } from "./team-news";

const now = 1_800_000_000_000;
const source = { id: "s", firedTold: null, recoveredTold: null, recoveredAt: null };
const nothing: TeamNewsFacts = {
  now,
  pageId: "p",
  wants: [],
  sources: [source],
  fired: [],
  moved: 0,
  changedTold: null,
};
const all = ["alert_fired", "alert_recovered", "component_changed"];
const fired = (count: number, heardAt = now) => Array.from({ length: count }, () => ({ sourceId: "s", heardAt }));

test.each<[string, Partial<TeamNewsFacts>, string[]]>([
  ["nobody wants it", { fired: fired(1), moved: 1 }, []],
  ["one fires", { wants: all, fired: fired(1) }, ["alert_fired"]],
  ["a storm", { wants: all, fired: fired(1000) }, ["alert_fired"]],
  ["one recovered", { wants: all, sources: [{ ...source, recoveredAt: now }] }, ["alert_recovered"]],
  ["a component moved", { wants: all, moved: 2 }, ["component_changed"]],
  ["only what is wanted", { wants: ["alert_recovered"], fired: fired(1), moved: 1 }, []],
  ["told already", { wants: all, fired: fired(1), sources: [{ ...source, firedTold: now + 10_000 }] }, []],
  [
    "heard an hour ago in a mute that has just ended",
    { wants: all, fired: fired(1, now - 3_600_000), sources: [{ ...source, unmutedAt: now }] },
    ["alert_fired"],
  ],
  [
    "heard in a mute, and told since",
    { wants: all, fired: fired(1, now - 3_600_000), sources: [{ ...source, unmutedAt: now, firedTold: now }] },
    [],
  ],
  [
    "heard before a mute that is long over",
    { wants: all, fired: fired(1, now - 3_600_000), sources: [{ ...source, unmutedAt: now - 3_600_000 }] },
    [],
  ],
  ["heard an hour ago", { wants: all, fired: fired(1, now - 3_600_000) }, []],
])("%s", (_, over, kinds) => {
  expect(planTeamNews({ ...nothing, ...over }).map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  ["well again, told while it was not", "operational", now - 1000, true],
  ["well again, told before that", "operational", now - 3000, false],
  ["well again, never told", "operational", null, false],
  ["worse", "major_outage", now - 1000, false],
] as const)("%s: its end is told: %s", (_, to, told, ends) => {
  expect(endsReportedTrouble(to, now - 2000, told)).toBe(ends);
});

test("a further message waits for a minute since the last one and takes up what came in between", () => {
  const told = now - 20_000;
  expect(newsWindowFor({ now, told }, now - 5000)).toEqual({
    after: told - 2000,
    until: told + 58_000,
    dueAt: told + 60_000,
  });
});

/**
 * Alerts are received one after another and each is settled a little later; each one must be in exactly one message.
 */
test("whatever the times: each is told exactly once, after it was heard, at most one message a minute", () => {
  const heard = fc.array(fc.tuple(fc.nat(90_000), fc.nat(1500)), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(heard, (steps) => {
      const windows: { after: number; until: number; dueAt: number }[] = [];
      const times: number[] = [];
      let at = now;
      for (const [wait, delay] of steps) {
        at += wait;
        times.push(at);
        const window = newsWindowFor({ now: at + delay, told: windows.at(-1)?.dueAt ?? null }, at);
        if (window) windows.push(window);
        at += delay;
      }
      for (const time of times) {
        const having = windows.filter((each) => time > each.after && time <= each.until);
        expect(having).toHaveLength(1);
        expect(having[0]?.dueAt).toBeGreaterThan(time);
      }
      windows.slice(1).forEach((each, index) => {
        expect(each.dueAt - (windows[index]?.dueAt ?? 0)).toBeGreaterThanOrEqual(60_000);
      });
    }),
  );
});
