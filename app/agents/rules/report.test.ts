import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { silentAfterMinutes } from "~/monitors/rules/monitor-due";
import { samplePlan } from "../../../tests/support/sample-monitor";
import {
  agentHeartbeatSettings,
  agentReportInputSchema,
  changedAgentSelfReport,
  clockSkewMsOfReport,
  maxResultsPerReport,
  reportResultsByMonitor,
} from "./report";

const now = 1_780_000_020_000;
const minute = Math.floor(now / 60_000);
const plan = [samplePlan({ id: "db", every: 5, degradedAboveMs: 100 })];
const read = (given: unknown) => agentReportInputSchema.parse(given);
const first = (given: unknown) => reportResultsByMonitor(read(given), plan, now).results.get("db")?.[0];

describe("when a result ran", () => {
  test.each([
    ["nothing is said", {}, undefined, 0],
    ["both clocks agree", { sent_at: now }, now - 120_000, -2],
    ["its clock is a day ahead", { sent_at: now + 86_400_000 }, now + 86_400_000 - 120_000, -2],
    ["its clock is a year behind", { sent_at: now - 3.2e10 }, now - 3.2e10 - 60_000, -1],
    ["it ran after it was sent", { sent_at: now }, now + 600_000, 0],
    ["it does not say its clock", {}, now - 180_000, -3],
  ])("%s", (_, about, at, difference) => {
    expect(first({ ...about, results: [{ monitor: "db", verdict: "up", at }] })?.minute).toBe(minute + difference);
  });
  test("is never in the future, whatever its clock says", () => {
    fc.assert(
      fc.property(fc.nat(4e12), fc.nat(4e12), (sent, at) => {
        const found = first({ sent_at: sent, results: [{ monitor: "db", verdict: "up", at }] });
        expect(found?.minute).toBeLessThanOrEqual(minute);
      }),
    );
  });
});

describe("what a result says", () => {
  test.each([
    ["slow is degraded, by our own limit", { verdict: "up", milliseconds: 250 }, "degraded", "slow"],
    ["unknown is nothing", { verdict: "unknown", code: "no_ping" }, "none", "no_ping"],
    ["down is down", { verdict: "down", code: "timeout" }, "down", "timeout"],
  ])("%s", (_, result, verdict, code) => {
    expect(first({ results: [{ monitor: "db", ...result }] })?.sight).toMatchObject({ verdict, code });
  });
  test("its words are one line of at most 200 characters, that name no sentence of ours", () => {
    const detail = `a\u0000\n\ue1ff\u202e\u2069${"x".repeat(900)}`;
    const said = first({ results: [{ monitor: "db", verdict: "down", detail }] })?.sight.detail ?? "";
    expect(said.length).toBeLessThanOrEqual(200);
    expect(said).not.toMatch(/[\p{Cc}\ue1ff\u202e\u2069]/u);
  });
  test("of a monitor that is not its own is told, and nothing else", () => {
    const { results, unknown } = reportResultsByMonitor(
      read({ results: [{ monitor: "x", verdict: "down" }] }),
      plan,
      now,
    );
    expect({ size: results.size, unknown }).toEqual({ size: 0, unknown: ["x"] });
  });
});

test.each([
  [
    "more results than a report may have",
    { results: Array(maxResultsPerReport + 1).fill({ monitor: "db", verdict: "up" }) },
  ],
  ["a verdict that there is not", { results: [{ monitor: "db", verdict: "maybe" }] }],
  ["a code for people", { results: [{ monitor: "db", verdict: "up", code: "Not so" }] }],
  ["a time that is none", { sent_at: "yesterday" }],
  ["a list", []],
])("%s is refused", (_, given) => {
  expect(agentReportInputSchema.safeParse(given).success).toBe(false);
});

describe("what is kept of an agent", () => {
  const blank = { program: "", run: "", otherRun: "", doubledAt: null, skewMs: null };
  const report = (run: string, more: object = {}) => read({ run, program: "agent/1", ...more });
  const told = (said: typeof blank | null, run: string, at: number) =>
    changedAgentSelfReport(said ?? blank, report(run), at, now) ?? said;

  test("nothing, where nothing is new", () => {
    const once = changedAgentSelfReport(blank, report("a"), now, now);
    expect(once).toMatchObject({ run: "a", doubledAt: null });
    expect(changedAgentSelfReport(once ?? blank, report("a", { sent_at: now - 500 }), now, now)).toBeNull();
  });
  test("a run after another is a restart; one that comes back shows that there are two", () => {
    const restarted = told(told(blank, "a", now) as typeof blank, "b", now + 1);
    expect(restarted?.doubledAt).toBeNull();
    expect(told(restarted as typeof blank, "a", now + 2)?.doubledAt).toBe(now + 2);
  });
  test("how wrong its clock is, once it changed much", () => {
    const wrong = changedAgentSelfReport(blank, report("a", { sent_at: now - 7_200_000 }), now, now);
    expect(wrong?.skewMs).toBe(7_200_000);
    expect(changedAgentSelfReport(wrong ?? blank, report("a", { sent_at: now - 7_201_000 }), now, now)).toBeNull();
    expect(clockSkewMsOfReport({}, now)).toBeNull();
  });
});

test("its heartbeat is down when its monitors say no data", () => {
  for (const every of [1, 2, 5, 10]) {
    const { schedule, graceSeconds } = agentHeartbeatSettings(every);
    expect(schedule.periodSeconds + graceSeconds).toBe(silentAfterMinutes({ interval: 1, every }) * 60);
  }
});
