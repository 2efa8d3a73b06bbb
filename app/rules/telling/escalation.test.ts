import fc from "fast-check";
import { expect, test } from "vitest";
import { type EscalationPolicy, escalate, type Unacknowledged } from "./escalation";

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

const alert = (over: Partial<Unacknowledged> = {}): Unacknowledged => ({
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

test.each<[string, EscalationPolicy, Partial<Unacknowledged>, number, number, number | null]>([
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
  const found = escalate(of, [alert(over)], { now, zone: "Etc/UTC" });
  expect([found.tell.length, found.dueAt]).toEqual([told, dueAt]);
});

test("a storm goes out in messages of a hundred, one after the other", () => {
  const storm = Array.from({ length: 250 }, (_, index) => alert({ id: `s.${index}` }));
  const found = escalate(policy, storm, { now: noon, zone: "Etc/UTC" });
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
        const { tell, dueAt } = escalate(of, alerts, { now: at, zone: "Etc/UTC" });
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
