import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startScheduler } from "../../server/clock.ts";
import { recordProcessEnd } from "../../server/listener/kept-ends.ts";
import {
  isSchedulerDead,
  maxProcessEndsPerHour,
  mayEndProcess,
  minuteOfTick,
  newTickSilence,
  schedulerSilenceText,
  type TickSilence,
  tickSilenceAfterAnswer,
  tickSilenceAfterCheck,
  tickSilenceAtStart,
} from "../../server/listener/silence-rule.ts";
import { watchScheduler } from "../../server/scheduler-watch.ts";
import { serviceManagerOf, watchdogIntervalMs } from "../../server/service-manager.ts";
import { temporaryFolder } from "../support/child";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const look = 5 * second;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Looks every five seconds for so long, from the time of the last look on. */
function lookFor(silence: TickSilence, milliseconds: number): TickSilence {
  let now = silence;
  for (let passed = 0; passed < milliseconds; passed += look)
    now = tickSilenceAfterCheck(now, now.lookedAt + look, minute);
  return now;
}

describe("the rule", () => {
  const ticked = (silence: TickSilence) => tickSilenceAfterAnswer(tickSilenceAtStart(silence));
  const start = newTickSilence(1_000_000);
  test.each<[string, TickSilence, boolean]>([
    ["just started", start, false],
    ["silent for 4:55", lookFor(start, 5 * minute - look), false],
    ["silent for 5:00", lookFor(start, 5 * minute), true],
    ["answered after 4:55, then silent for 4:55", lookFor(ticked(lookFor(start, 295 * second)), 295 * second), false],
    ["begun but never answered", lookFor(tickSilenceAtStart(lookFor(start, minute)), 4 * minute), true],
    ["dead, then answered", ticked(lookFor(start, hour)), false],
    ["slept for 8 hours", tickSilenceAfterCheck(lookFor(start, 4 * minute), start.lookedAt + 8 * hour, minute), false],
    ["a clock that went back", tickSilenceAfterCheck(lookFor(start, 4 * minute), 0, minute), false],
    ["slept 8 hours, then silent for 5:00", lookFor(tickSilenceAfterCheck(start, 9 * hour, minute), 5 * minute), true],
  ])("%s", (_, silence, dead) => {
    expect(isSchedulerDead(silence, minute)).toBe(dead);
  });

  test("says which half is missing", () => {
    expect(schedulerSilenceText(lookFor(start, 5 * minute))).toBe("The scheduler has begun no tick for 5 minutes.");
    expect(schedulerSilenceText(lookFor(tickSilenceAtStart(start), 5 * minute))).toBe(
      "The runtime has answered no tick of the scheduler for 5 minutes.",
    );
  });

  test("whatever happens, it is dead after five minutes of looking in time, and never sooner than that", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("look" as const), after: fc.integer({ min: -hour, max: 9 * hour }) }),
      fc.constantFrom({ kind: "begun" as const, after: 0 }, { kind: "answered" as const, after: 0 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let silence = start;
        let looks = 0;
        for (const each of steps) {
          if (each.kind === "begun") silence = tickSilenceAtStart(silence);
          else if (each.kind === "answered") [silence, looks] = [tickSilenceAfterAnswer(silence), 0];
          else [silence, looks] = [tickSilenceAfterCheck(silence, silence.lookedAt + each.after, minute), looks + 1];
          if (isSchedulerDead(silence, minute)) expect(looks).toBeGreaterThanOrEqual(30);
        }
        expect(isSchedulerDead(lookFor(silence, 5 * minute), minute)).toBe(true);
        expect(isSchedulerDead(lookFor(tickSilenceAfterAnswer(silence), 5 * minute - look), minute)).toBe(false);
      }),
    );
  });

  test.each<[string, number[], boolean]>([
    ["none", [], true],
    ["two within the hour", [-1, -59 * minute], true],
    ["three within the hour", [-1, -2, -59 * minute], false],
    ["three, one of them an hour ago", [-1, -2, -hour], true],
    ["three that lie ahead, as the clock was set back by ten minutes", [8 * minute, 9 * minute, 10 * minute], false],
    ["three that lie a day ahead", [24 * hour, 24 * hour, 24 * hour], true],
  ])("may end after %s", (_, ends, may) => {
    const now = 1_800_000_000_000;
    expect(
      mayEndProcess(
        ends.map((at) => now + at),
        now,
      ),
    ).toBe(may);
  });

  test("at most three ends fall into any hour of a clock that nobody sets", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 * hour }), { maxLength: 60 }), (gaps) => {
        const ends: number[] = [];
        let now = 1_800_000_000_000;
        for (const gap of gaps) {
          now += gap;
          if (mayEndProcess(ends, now)) ends.push(now);
        }
        for (const end of ends) {
          expect(ends.filter((at) => at >= end && at < end + hour).length).toBeLessThanOrEqual(maxProcessEndsPerHour);
        }
      }),
    );
  });

  test.each<[string, number, number, number]>([
    ["on time", 10 * minute, 10 * minute + 3, 10 * minute],
    ["a moment early", 10 * minute, 10 * minute - 2, 10 * minute],
    ["after 8 hours of sleep", 10 * minute, 10 * minute + 8 * hour + 5, 10 * minute + 8 * hour],
    ["on a clock set back by 8 hours", 600 * minute, 120 * minute + 5, 120 * minute],
  ])("a tick %s is named by its minute", (_, planned, now, named) => {
    expect(minuteOfTick(planned, now, minute)).toBe(named);
  });
});

describe("the ends that are kept", () => {
  test("the fourth within an hour is none, however often it is asked, and one an hour later is", () => {
    const folder = temporaryFolder("ends");
    const now = 1_800_000_000_000;
    expect([0, 1, 2].map((each) => recordProcessEnd(folder, now + each))).toEqual([null, null, null]);
    expect(recordProcessEnd(folder, now + 3)).toMatch("three times within an hour");
    expect(recordProcessEnd(folder, now + hour - 1)).toMatch("three times within an hour");
    expect(recordProcessEnd(folder, now + hour)).toBeNull();
    expect(JSON.parse(readFileSync(join(folder, "ended-by-health.json"), "utf8"))).toEqual([
      now + 1,
      now + 2,
      now + hour,
    ]);
  });

  test("an end that cannot be noted is none", () => {
    expect(recordProcessEnd(join(temporaryFolder("ends"), "gone"), 0)).toMatch("ENOENT");
    const folder = temporaryFolder("ends");
    mkdirSync(join(folder, "ended-by-health.json"));
    vi.spyOn(console, "error").mockReturnValue();
    expect(recordProcessEnd(folder, 0)).toMatch(/could not be noted/);
  });

  test.each(["", "[1", "null", '{"a":1}', '["x",null]'])("%j in its place counts as none", (text) => {
    const folder = temporaryFolder("ends");
    writeFileSync(join(folder, "ended-by-health.json"), text);
    vi.spyOn(console, "error").mockReturnValue();
    expect(recordProcessEnd(folder, 5)).toBeNull();
    expect(JSON.parse(readFileSync(join(folder, "ended-by-health.json"), "utf8"))).toEqual([5]);
  });
});

/** The clock and its watch, on timers that the test moves; `tick` is the runtime's answer. */
async function running(tick: (at: number) => Promise<void>) {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12, 0, 20) });
  const said = vi.spyOn(console, "error").mockReturnValue();
  const watch = watchScheduler(temporaryFolder("watch"), minute);
  let ended: string | null = null;
  void watch.ended.then((why) => {
    ended = why;
  });
  watch.start();
  const starting = startScheduler({ tick }, { watch, minute });
  await vi.advanceTimersByTimeAsync(15_000);
  const clock = await starting;
  const stop = () => {
    clock.stop();
    watch.stop();
  };
  return { watch, clock, said, stop, ended: () => ended };
}

describe("the scheduler and its watch", () => {
  test("a tick each minute, and nothing is wrong for a day", async () => {
    const ticks: number[] = [];
    const one = await running(async (at) => void ticks.push(at));
    await vi.advanceTimersByTimeAsync(24 * hour);
    expect(ticks).toHaveLength(24 * 60 + 1);
    expect([one.watch.trouble(), one.ended()]).toEqual([null, null]);
    one.stop();
  });

  test("a runtime that answers no tick is seen after five minutes", async () => {
    const one = await running(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(4 * minute + 30 * second);
    expect([one.watch.trouble(), one.ended()]).toEqual([null, null]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(one.ended()).toMatch("The runtime has answered no tick");
    one.stop();
  });

  test("a clock that stopped is seen after five minutes", async () => {
    const one = await running(() => Promise.resolve());
    one.clock.stop();
    await vi.advanceTimersByTimeAsync(5 * minute + look);
    expect(one.ended()).toMatch("has begun no tick");
    one.stop();
  });

  test("one tick that never returns is logged, and the others show that the scheduler lives", async () => {
    let count = 0;
    const one = await running(() => (count++ === 3 ? new Promise(() => undefined) : Promise.resolve()));
    await vi.advanceTimersByTimeAsync(hour);
    expect(
      one.said.mock.calls.flat().filter((line) => /has not returned for 5 minutes/.test(String(line))),
    ).toHaveLength(1);
    expect([one.watch.trouble(), one.ended()]).toEqual([null, null]);
    one.stop();
  });

  test("a clock set back or ahead by 8 hours ends nothing, and the next tick is named by the new time", async () => {
    const ticks: number[] = [];
    const one = await running(async (at) => void ticks.push(at));
    for (const shift of [-8 * hour, 16 * hour]) {
      vi.setSystemTime(Date.now() + shift);
      const set = Date.now();
      await vi.advanceTimersByTimeAsync(minute);
      expect(Math.abs((ticks.at(-1) ?? 0) - set)).toBeLessThanOrEqual(minute);
      await vi.advanceTimersByTimeAsync(10 * minute);
    }
    expect([one.watch.trouble(), one.ended()]).toEqual([null, null]);
    one.stop();
  });
});

describe("systemd", () => {
  test.each<[string | undefined, string | undefined, number | null]>([
    [undefined, "300000000", null],
    ["/run/systemd/notify", undefined, null],
    ["/run/systemd/notify", "none", null],
    ["/run/systemd/notify", "0", null],
    ["/run/systemd/notify", "300000000", 150_000],
    ["@notify", "1", 1],
    ["@notify", "99999999999999999", 2 ** 31 - 1],
  ])("socket %s, %s µs: every %s ms", (NOTIFY_SOCKET, WATCHDOG_USEC, beat) => {
    expect(watchdogIntervalMs({ NOTIFY_SOCKET, WATCHDOG_USEC })).toBe(beat);
  });

  test("it is told nothing where it does not ask", () => {
    const manager = serviceManagerOf({ WATCHDOG_USEC: "1000" });
    manager.ready();
    manager.stop();
  });

  test("its program is called; where there is none, one line says what to do", async () => {
    const folder = temporaryFolder("systemd");
    const told = join(folder, "told");
    writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$@" >> ${told}\n`);
    chmodSync(join(folder, "systemd-notify"), 0o755);
    const said = vi.spyOn(console, "error").mockReturnValue();
    vi.stubEnv("PATH", `${folder}:/bin:/usr/bin`);
    const manager = serviceManagerOf({ NOTIFY_SOCKET: "@upfront-nobody", WATCHDOG_USEC: "100000" });
    manager.ready();
    await vi.waitFor(() => expect(readFileSync(told, "utf8")).toMatch(/^READY=1 WATCHDOG=1\n(WATCHDOG=1\n){2}/));
    expect(said).not.toHaveBeenCalled();
    manager.stop();
    vi.stubEnv("PATH", join(folder, "nowhere"));
    const other = serviceManagerOf({ NOTIFY_SOCKET: "@upfront-nobody", WATCHDOG_USEC: "20000" });
    other.ready();
    await vi.waitFor(() => expect(said).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 60));
    other.stop();
    vi.unstubAllEnvs();
    expect(said.mock.calls).toEqual([[expect.stringMatching(/systemd-notify.*Type=exec/)]]);
  });
});
