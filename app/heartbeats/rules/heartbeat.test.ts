import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HeartbeatSchedule } from "./heartbeat";
import { type DeadlineFacts, heartbeatDeadline, heartbeatDisplayOf } from "./heartbeat-deadline";
import { type HeartbeatPingState, type HeartbeatState, heartbeatAfterPing, type PingDraft } from "./heartbeat-ping";
import { judgeHeartbeat } from "./heartbeat-turn";

const start = Date.UTC(2026, 2, 28, 12);
const hourly: HeartbeatSchedule = { kind: "simple", periodSeconds: 3600 };
const nightly: HeartbeatSchedule = { kind: "cron", expression: "30 2 * * *", timeZone: "Europe/Berlin" };
const timer: HeartbeatSchedule = { kind: "calendar", expression: "02:30", timeZone: "Europe/Berlin" };
const never: HeartbeatSchedule = { kind: "cron", expression: "0 0 30 2 *", timeZone: "Etc/UTC" };

describe("when it is down", () => {
  const at = (given: Partial<DeadlineFacts>) =>
    heartbeatDeadline({
      state: "up",
      schedule: hourly,
      graceSeconds: 600,
      lastPingAt: start,
      lastStartAt: null,
      ...given,
    });
  const run = start + 600_000;

  test.each<[string, Partial<DeadlineFacts>, number | null]>([
    ["period and grace after the last ping", {}, start + 4200_000],
    ["the gap of the clocks: at its end, and the grace", { schedule: nightly }, Date.UTC(2026, 2, 29, 1, 10)],
    ["a timer leaves out what the clocks jump over", { schedule: timer }, Date.UTC(2026, 2, 30, 0, 40)],
    ["a schedule that fires no more: never", { schedule: never }, null],
    ["a run that began: its start and the grace", { lastStartAt: run }, run + 600_000],
    ["a run that began after the expected time gains nothing", { lastStartAt: start + 3700_000 }, start + 4200_000],
    ["a run of a schedule that fires no more", { schedule: never, lastStartAt: run }, run + 600_000],
    ["new: never", { state: "new", lastPingAt: null }, null],
    ["new, and a run began", { state: "new", lastPingAt: null, lastStartAt: run }, run + 600_000],
    ["paused: never", { state: "paused" }, null],
    ["paused, and a run began", { state: "paused", lastStartAt: run }, run + 600_000],
    ["down: it is", { state: "down", lastStartAt: run }, null],
  ])("%s", (_, given, expected) => {
    expect(at(given)).toBe(expected);
  });
});

describe("how it is shown", () => {
  const up: DeadlineFacts = { state: "up", schedule: hourly, graceSeconds: 600, lastPingAt: start, lastStartAt: null };
  test.each<[string, Partial<DeadlineFacts>, number, string, boolean]>([
    ["up", {}, 3599, "up", false],
    ["grace from the expected time on", {}, 3600, "grace", false],
    ["down at the deadline, told or not", {}, 4200, "down", false],
    ["a run beside", { lastStartAt: start + 10_000 }, 20, "up", true],
    ["a run that is over", { lastStartAt: start + 10_000 }, 610, "down", false],
    ["new", { state: "new", lastPingAt: null }, 99_999, "new", false],
    ["paused", { state: "paused" }, 99_999, "paused", false],
    ["down, and tries again", { state: "down", lastStartAt: start + 10_000 }, 20, "down", true],
    ["a schedule that fires no more stays up", { schedule: never }, 400_000_000, "up", false],
  ])("%s", (_, given, seconds, state, started) => {
    expect(heartbeatDisplayOf({ ...up, ...given }, start + seconds * 1000)).toEqual({ state, started });
  });
});

/** Healthchecks' own check as defined in hc/api/models.py, for comparison; instants in ms. */
class Check {
  status: HeartbeatState = "new";
  lastPing: number | null = null;
  lastStart: number | null = null;
  lastStartRid: string | null = null;
  lastDuration: number | null = null;
  pings = 0;
  flips: string[] = [];
  constructor(
    readonly timeout: number,
    readonly grace: number,
    readonly manualResume: boolean,
  ) {}

  private flip(to: "up" | "down") {
    if (this.status !== to) this.flips.push(`${this.status}>${to}`);
    this.status = to;
  }

  ping(action: string, rid: string | null, now: number) {
    this.pings++;
    if (action === "log" || (this.manualResume && this.status === "paused")) return;
    if (action === "start") {
      this.lastStart = now;
      this.lastStartRid = rid;
      return;
    }
    this.lastPing = now;
    this.lastDuration = null;
    if (this.lastStart !== null) {
      if (this.lastStartRid === rid) {
        this.lastDuration = now - this.lastStart;
        this.lastStart = null;
      } else if (action === "fail" || rid === null) this.lastStart = null;
    }
    this.flip(action === "fail" ? "down" : "up");
  }

  private graceStart(withStarted: boolean): number | null {
    let result = Number.POSITIVE_INFINITY;
    if (this.status === "up" && this.lastPing !== null) result = this.lastPing + this.timeout;
    if (withStarted && this.lastStart !== null && this.status !== "down") result = Math.min(result, this.lastStart);
    return Number.isFinite(result) ? result : null;
  }

  goingDownAfter(): number | null {
    const from = this.graceStart(true);
    return from === null ? null : from + this.grace;
  }

  getStatus(now: number): string {
    if (this.lastStart !== null && now >= this.lastStart + this.grace) return "down";
    if (this.status !== "up") return this.status;
    const from = this.graceStart(false) ?? Number.POSITIVE_INFINITY;
    if (now >= from + this.grace) return "down";
    return now >= from ? "grace" : "up";
  }

  sendAlerts(now: number) {
    const after = this.goingDownAfter();
    if (after !== null && after <= now && this.getStatus(now) === "down") this.flip("down");
  }
}

type Held = HeartbeatPingState & DeadlineFacts & { stateSince: number };

const fresh = (given: Partial<Held>): Held => ({
  state: "new",
  schedule: hourly,
  graceSeconds: 600,
  postOnly: false,
  manualResume: false,
  wordsIn: "anywhere",
  failWords: [],
  successWords: [],
  startWords: [],
  pings: [],
  pingCount: 0,
  lastPingAt: null,
  lastResult: null,
  lastStartAt: null,
  lastStartRun: null,
  lastDuration: null,
  pendingFrom: null,
  dueAt: null,
  stateSince: start,
  ...given,
});

/** Checks as the tick and a ping do: once, and again while pings are pending. */
function looked(held: Held, now: number, flips: string[]): Held {
  const { turn, ...next } = judgeHeartbeat(held, now);
  if (turn) flips.push(`${held.state}>${turn.state}`);
  const after = { ...held, ...next, ...(turn ? { state: turn.state, stateSince: turn.at } : {}) };
  return after.pendingFrom === null ? after : looked(after, now, flips);
}

const rids = [null, "aaaaaaaa-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000"];
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom("success", "start", "fail", "log" as const), rid: fc.constantFrom(...rids) }),
  fc.record({ kind: fc.constantFrom("tick", "pause" as const), rid: fc.constant(null) }),
);
const steps = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 4500 })), { maxLength: 40 });

const draft = (kind: PingDraft["kind"], rid: string | null): PingDraft => ({
  id: "x",
  kind,
  method: "POST",
  from: "",
  agent: "",
  ...(rid === null ? {} : { rid }),
});

test("whatever happens, it is in the state in which Healthchecks has it, and turns when that does", () => {
  const property = fc.property(steps, fc.boolean(), (story, manualResume) => {
    const check = new Check(3600_000, 600_000, manualResume);
    const flips: string[] = [];
    let held = fresh({ manualResume });
    let now = start;
    for (const [{ kind, rid }, seconds] of story) {
      now += seconds * 1000;
      if (kind === "pause") {
        held = { ...held, state: "paused", stateSince: now, pendingFrom: null, dueAt: null, lastStartAt: null };
        Object.assign(check, { status: "paused", lastStart: null });
      } else if (kind === "tick") {
        check.sendAlerts(now);
        if (held.dueAt !== null && held.dueAt <= now) held = looked(held, now, flips);
      } else {
        held = { ...held, ...heartbeatAfterPing(held, draft(kind, rid), { now }) };
        if (held.pendingFrom !== null) held = looked(held, now, flips);
        check.ping(kind, rid, now);
      }
      expect(heartbeatDisplayOf(held, now).state).toBe(check.getStatus(now));
      expect([held.lastPingAt, held.lastStartAt, held.lastDuration, held.pingCount]).toEqual([
        check.lastPing,
        check.lastStart,
        check.lastDuration,
        check.pings,
      ]);
    }
    expect([held.state, flips]).toEqual([check.status, check.flips]);
  });
  fc.assert(property, { numRuns: 2000 });
});

describe("turns", () => {
  const kept = (n: number, kind: "success" | "fail" | "log") => ({
    n,
    kind,
    at: start + n,
    id: `x${n}`,
    method: "POST",
    from: "",
    agent: "",
  });
  const told = (held: Held) => {
    const flips: string[] = [];
    return [looked(held, start + 1000, flips).state, ...flips];
  };
  const up = { state: "up" as const, lastPingAt: start, pendingFrom: 2, pingCount: 9 };

  test.each([
    [
      "a failure that a success follows is told, and so is the success",
      ["fail", "success"],
      "up",
      ["up>down", "down>up"],
    ],
    ["to and fro is one way there and one back", ["fail", "success", "fail", "success"], "up", ["up>down", "down>up"]],
    ["to and fro that ends in a failure is one", ["fail", "success", "fail"], "down", ["up>down"]],
    ["logs say nothing", ["log", "log"], "up", []],
  ] as const)("%s", (_, kinds, state, flips) => {
    const pings = kinds.map((kind, at) => kept(at + 2, kind));
    expect(told(fresh({ ...up, pings: [kept(1, "fail"), ...pings] }))).toEqual([state, ...flips]);
  });

  test("a deadline that was reached while nobody looked is when it went down, never before its state began", () => {
    const held = fresh({ ...up, pendingFrom: null });
    const deadline = start + 4200_000;
    expect(judgeHeartbeat(held, deadline + 999_999)).toMatchObject({
      turn: { state: "down", at: deadline },
      dueAt: null,
    });
    expect(judgeHeartbeat({ ...held, stateSince: deadline + 5 }, deadline + 9).turn?.at).toBe(deadline + 5);
    expect(judgeHeartbeat({ ...held, stateSince: deadline + 50 }, deadline + 9).turn?.at).toBe(deadline + 9);
    expect(judgeHeartbeat(held, deadline - 1)).toEqual({ turn: null, pendingFrom: null, dueAt: deadline });
  });
});
