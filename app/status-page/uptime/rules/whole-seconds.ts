import { secondMs } from "~/time/durations";
import type { ReportRange } from "~/time/report-range";
import { compareBySequence } from "../../timeline/rules/timeline";
import type { UptimeParts } from "./uptime";
import type { UptimeReportFacts } from "./uptime-report";

/** Cuts an instant or a span in ms to the full second. */
export const floorSecond = (ms: number): number => Math.floor(ms / secondMs) * secondMs;

/**
 * Rounds parts to whole seconds, each by less than a second and their sum to the nearest one, so that they never exceed
 * the day, which has whole seconds.
 */
function wholeParts(parts: UptimeParts): UptimeParts {
  let sum = 0;
  let told = 0;
  const whole = parts.map((part) => {
    sum += part;
    const upTo = Math.round(sum / secondMs) * secondMs;
    const own = upTo - told;
    told = upTo;
    return own;
  });
  return whole as unknown as UptimeParts;
}

/**
 * Returns the facts with every instant and every packed day at whole seconds, so that sums are whole, fill their window
 * and add up from day to day. A sum is less than a second off for each event.
 */
export const factsInWholeSeconds = (facts: UptimeReportFacts): UptimeReportFacts => ({
  ...facts,
  closed: new Map([...facts.closed].map(([date, parts]) => [date, wholeParts(parts)])),
  changes: [...facts.changes].sort(compareBySequence).map((change) => ({ ...change, at: floorSecond(change.at) })),
  stopped: (facts.stopped ?? []).map(({ from, to }) => ({ from: floorSecond(from), to: floorSecond(to) })),
});

/** Returns the range with a present end cut to the last whole second. */
export const rangeInWholeSeconds = (range: ReportRange): ReportRange => ({ ...range, end: floorSecond(range.end) });
