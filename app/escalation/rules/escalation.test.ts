import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quietHoursEnd } from "~/notifications/rules/quiet-hours";
import { type EscalationPolicy, planEscalation, type UnacknowledgedAlert } from "./escalation";

const minute = 60_000;
const policy: EscalationPolicy = {
  after: 15 * minute,
  every: 30 * minute,
  times: 3,
  minimumSeverity: null,
  quietFrom: "",
  quietUntil: "",
  quietBreak: null,
};
const night = { ...policy, quietFrom: "22:00", quietUntil: "07:00" };
const evening = Date.parse("2026-11-20T23:00:00Z");
const morning = Date.parse("2026-11-21T07:00:00Z");
const noon = Date.parse("2026-11-20T12:00:00Z");

const alert = (over: Partial<UnacknowledgedAlert> = {}): UnacknowledgedAlert => ({
  id: "s.1",
  sourceId: "s",
  startedAt: 1,
  severity: "error",
  heardAt: noon - 15 * minute,
  mutedUntil: null,
  told: [],
  ...over,
});
const toldAt = (...times: number[]) => times.map((at) => ({ at, channelIds: [], personIds: [] }));

test.each<[string, EscalationPolicy, Partial<UnacknowledgedAlert>, number, number, number | null]>([
  ["before its time", policy, { heardAt: noon - 14 * minute }, noon, 0, noon + minute],
  ["at its time", policy, {}, noon, 1, noon + 30 * minute],
  ["told and not due again", policy, { told: toldAt(noon - 29 * minute) }, noon, 0, noon + minute],
  ["again", policy, { told: toldAt(noon - 30 * minute) }, noon, 1, noon + 30 * minute],
  ["often enough", policy, { told: toldAt(1, 2, 3) }, noon, 0, null],
  ["once only", { ...policy, times: 1 }, {}, noon, 1, null],
  ["too mild", { ...policy, minimumSeverity: "critical" }, {}, noon, 0, null],
  ["of no severity", { ...policy, minimumSeverity: "critical" }, { severity: null }, noon, 1, noon + 30 * minute],
  [
    "of a severity that nobody knows",
    { ...policy, minimumSeverity: "critical" },
    { severity: "page" },
    noon,
    1,
    noon + 30 * minute,
  ],
  ["in quiet hours", night, {}, evening, 0, morning],
  ["in quiet hours, breaking them", { ...night, quietBreak: "error" }, {}, evening, 1, evening + 30 * minute],
  ["in quiet hours, too mild to break them", { ...night, quietBreak: "critical" }, {}, evening, 0, morning],
  ["when they end", night, {}, morning, 1, morning + 30 * minute],
  ["muted for a minute", policy, { mutedUntil: noon + minute }, noon, 0, noon + minute],
  [
    "muted for a day: looked at again in case it is ended",
    policy,
    { mutedUntil: noon + 1440 * minute },
    noon,
    0,
    noon + 2 * minute,
  ],
])("%s", (_, of, over, now, told, dueAt) => {
  const found = planEscalation(of, [alert(over)], { now, zone: "Etc/UTC" });
  expect([found.tell.length, found.dueAt]).toEqual([told, dueAt]);
});

test("a storm goes out in messages of a hundred, one after the other", () => {
  const storm = Array.from({ length: 250 }, (_, index) => alert({ id: `s.${index}` }));
  const found = planEscalation(policy, storm, { now: noon, zone: "Etc/UTC" });
  expect([found.tell.length, found.dueAt]).toEqual([100, noon + 1]);
});

test("run by its own due times, each alert is told when it is due and at most so often, and it ends", () => {
  const heard = fc.array(fc.integer({ min: 0, max: 3 * 1440 }), { minLength: 1, maxLength: 20 });
  const any = fc.record({
    after: fc.integer({ min: 1, max: 90 }),
    every: fc.integer({ min: 5, max: 90 }),
    times: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(heard, any, fc.boolean(), (minutes, { after, every, times }, quiet) => {
      const of = { ...(quiet ? night : policy), after: after * minute, every: every * minute, times };
      let alerts = minutes.map((each, index) => alert({ id: `s.${index}`, heardAt: noon + each * minute }));
      let now: number | null = Math.min(...alerts.map(({ heardAt }) => heardAt)) + of.after;
      for (let looks = 0; now !== null; looks++) {
        expect(looks).toBeLessThan(1000);
        const at: number = now;
        const { tell, dueAt } = planEscalation(of, alerts, { now: at, zone: "Etc/UTC" });
        alerts = alerts.map((each) => (tell.includes(each) ? { ...each, told: [...each.told, ...toldAt(at)] } : each));
        if (dueAt !== null) expect(dueAt).toBeGreaterThan(at);
        now = dueAt;
      }
      for (const { heardAt, told } of alerts) {
        expect(told).toHaveLength(times);
        if (!quiet) expect(told.map(({ at }) => at - heardAt - of.after)).toEqual(told.map((_, nth) => nth * of.every));
      }
    }),
    { numRuns: 200 },
  );
});

describe("where the clocks change", () => {
  const at = (text: string) => Date.parse(text);
  const autumn = { ...policy, every: 30 * minute, quietFrom: "22:00", quietUntil: "02:30", quietBreak: "critical" };
  const morningHours = { ...autumn, quietFrom: "02:30", quietUntil: "06:00" };

  test.each<[string, EscalationPolicy, string, string, string, boolean, string]>([
    [
      "just before the end's first time",
      autumn,
      "Europe/Berlin",
      "error",
      "2026-10-25T00:29:00Z",
      false,
      "2026-10-25T00:30:00Z",
    ],
    ["at the end's first time", autumn, "Europe/Berlin", "error", "2026-10-25T00:30:00Z", true, "2026-10-25T01:00:00Z"],
    [
      "in the hour that comes again",
      autumn,
      "Europe/Berlin",
      "error",
      "2026-10-25T01:00:00Z",
      false,
      "2026-10-25T01:30:00Z",
    ],
    [
      "in that hour, breaking them",
      autumn,
      "Europe/Berlin",
      "critical",
      "2026-10-25T01:00:00Z",
      true,
      "2026-10-25T01:30:00Z",
    ],
    [
      "an end that the clocks jump over",
      autumn,
      "Europe/Berlin",
      "error",
      "2026-03-29T00:59:00Z",
      false,
      "2026-03-29T01:00:00Z",
    ],
    ["where they jump to", autumn, "Europe/Berlin", "error", "2026-03-29T01:00:00Z", true, "2026-03-29T01:30:00Z"],
    [
      "a beginning that they jump over",
      morningHours,
      "Europe/Berlin",
      "error",
      "2026-03-29T01:00:00Z",
      false,
      "2026-03-29T04:00:00Z",
    ],
    [
      "the only minute between two nights jumped over: the first one after it",
      { ...autumn, quietFrom: "02:01", quietUntil: "02:00" },
      "Europe/Berlin",
      "error",
      "2026-03-29T01:00:59Z",
      true,
      "2026-03-29T01:30:59Z",
    ],
    [
      "a minute later, until the next night's",
      { ...autumn, quietFrom: "02:01", quietUntil: "02:00" },
      "Europe/Berlin",
      "error",
      "2026-03-29T01:01:00Z",
      false,
      "2026-03-30T00:00:00Z",
    ],
    [
      "that beginning, breaking them",
      morningHours,
      "Europe/Berlin",
      "critical",
      "2026-03-29T01:00:00Z",
      true,
      "2026-03-29T01:30:00Z",
    ],
    [
      "clocks put back by half an hour",
      { ...autumn, quietUntil: "01:45" },
      "Australia/Lord_Howe",
      "error",
      "2026-04-04T15:05:00Z",
      false,
      "2026-04-04T15:15:00Z",
    ],
    ["the short night", night, "America/New_York", "error", "2026-03-08T04:00:00Z", false, "2026-03-08T11:00:00Z"],
    ["the long night", night, "America/New_York", "error", "2026-11-01T03:00:00Z", false, "2026-11-01T12:00:00Z"],
  ])("%s", (_, of, zone, severity, now, isTold, dueAt) => {
    const heardAt = at(now) - 15 * minute;
    const found = planEscalation(of, [alert({ severity, heardAt })], { now: at(now), zone });
    expect([found.tell.length > 0, found.dueAt]).toEqual([isTold, at(dueAt)]);
  });

  const clock = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`);
  const changes = fc.constantFrom<[string, string]>(
    ["Europe/Berlin", "2026-03-29T01:00:00Z"],
    ["Europe/Berlin", "2026-10-25T01:00:00Z"],
    ["America/New_York", "2026-03-08T07:00:00Z"],
    ["America/New_York", "2026-11-01T06:00:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
    ["Africa/Casablanca", "2026-02-15T02:00:00Z"],
  );

  test("within a day of a change: what breaks the hours is told on time, the rest never in them and within a day", () => {
    fc.assert(
      fc.property(
        changes,
        clock,
        clock,
        fc.integer({ min: -1440, max: 1440 }),
        fc.boolean(),
        (change, from, until, off, breaks) => {
          const [zone, around] = change;
          const of = { ...policy, quietFrom: from, quietUntil: until, quietBreak: "critical" };
          const now = at(around) + off * minute;
          const one = alert({ severity: breaks ? "critical" : "error", heardAt: now - 15 * minute });
          const first = planEscalation(of, [one], { now, zone });
          const quiet = quietHoursEnd(of, zone, now);
          expect(first.tell).toHaveLength(breaks || quiet === null ? 1 : 0);
          let due = first.tell.length > 0 ? now : first.dueAt;
          for (let looks = 0; due !== null && looks < 3; looks++) {
            const next = planEscalation(of, [one], { now: due, zone });
            if (next.tell.length > 0) break;
            due = next.dueAt;
          }
          expect(due).not.toBeNull();
          expect((due ?? 0) - now).toBeLessThanOrEqual(25 * 60 * minute);
          if (!breaks) expect(quietHoursEnd(of, zone, due ?? 0)).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});
