import { describe, expect, it } from "vitest";
import { fieldText } from "~/i18n/field-text";
import type { MonitorMinute, MonitorMinuteState } from "~/text/ring";
import { checkIntervalField } from "../rules/fields";
import { addTimesToMinutes } from "./monitor-parts";
import { sparklinePath } from "./monitor-sparkline";
import { monitorLatencyText, monitorUptimeText, resultRangeOf } from "./monitor-words";
import { wordsIn } from "./words/words";

const minute = (state: MonitorMinuteState, milliseconds: number | null = null): MonitorMinute => ({
  state,
  milliseconds,
});

describe("a monitor's words", () => {
  const words = wordsIn("en");
  const uptimes = (shares: (number | null)[]) => shares.map((share) => monitorUptimeText(words, share));

  it("never round an uptime up to all of it", () => {
    expect(uptimes([1, 0.999_992, 0.57, 0, null])).toEqual(["100%", "99.99%", "57%", "0%", "no data"]);
    expect(uptimes([0.9999])).toEqual(["99.99%"]);
  });

  it("say lengths in the unit that reads", () => {
    const latencies = [0, 999, 1000, 2345].map((milliseconds) => monitorLatencyText(words, milliseconds));
    expect(latencies).toEqual(["0 ms", "999 ms", "1 s", "2.3 s"]);
    expect(fieldText(checkIntervalField.interval, "en").choices).toMatchObject({
      1: "every minute",
      5: "every 5 minutes",
    });
  });

  it("know a range that is offered, and take a day for any other", () => {
    expect(["week", "toString", "", null].map(resultRangeOf)).toEqual(["week", "day", "day", "day"]);
  });
});

describe("the sparkline", () => {
  it("goes on over minutes in which nothing was due and breaks where there was no answer", () => {
    const up = minute("up", 100);
    expect(sparklinePath([up, minute("none"), up]).match(/[ML]/g)).toEqual(["M", "L"]);
    expect(sparklinePath([up, minute("down"), up]).match(/[ML]/g)).toEqual(["M", "M"]);
    expect(sparklinePath([up, minute("no_data"), up]).match(/[ML]/g)).toEqual(["M", "M"]);
    expect(sparklinePath([minute("none"), minute("down", 5)])).toBe("");
  });

  it("has its middle where the figure beside it is, whatever the latencies are", () => {
    for (const latencies of [[100], [100, 100], [300, 310, 290], [20, 400]]) {
      const path = sparklinePath([...latencies.map((each) => minute("up", each)), minute("down", 9000)]);
      const heights = [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
      expect((Math.max(...heights) + Math.min(...heights)) / 2).toBeCloseTo(14, 0);
    }
  });

  it("draws nothing but numbers, whatever the latencies are", () => {
    expect(sparklinePath([minute("up", 0), minute("degraded", 0)])).toMatch(/^[MLh\d. ]+$/);
  });
});

describe("the last results", () => {
  it("are dated back from the end of the ring, newest first, without the minutes in which nothing was due", () => {
    const ring = [minute("down"), minute("none"), minute("up", 7), minute("none")];
    expect(addTimesToMinutes(ring, 660_000)).toEqual([
      { at: 600_000, state: "up", milliseconds: 7 },
      { at: 480_000, state: "down", milliseconds: null },
    ]);
    expect(addTimesToMinutes([minute("none")], 600_000)).toEqual([]);
  });
});
