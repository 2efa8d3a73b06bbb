import type { ReportRange } from "~/time/report-range";
import { byKnowledge } from "../../timeline/rules/timeline";
import type { Parts } from "./uptime";
import type { ReportFacts } from "./uptime-report";

const second = 1000;

/** An instant or a span in ms, without what is begun of a second. */
export const floorSecond = (ms: number): number => Math.floor(ms / second) * second;

/** Each less than a second off, all together to the nearest one: never longer than the day, which has whole seconds. */
function wholeParts(parts: Parts): Parts {
  let sum = 0;
  let told = 0;
  const whole = parts.map((part) => {
    sum += part;
    const upTo = Math.round(sum / second) * second;
    const own = upTo - told;
    told = upTo;
    return own;
  });
  return whole as unknown as Parts;
}

/**
 * The same facts with every instant and every packed day at whole seconds: whatever is summed from them is whole, fills its
 * window and adds up from day to day. A sum is less than a second off for each thing that happened.
 */
export const inWholeSeconds = (facts: ReportFacts): ReportFacts => ({
  ...facts,
  closed: new Map([...facts.closed].map(([date, parts]) => [date, wholeParts(parts)])),
  changes: [...facts.changes].sort(byKnowledge).map((change) => ({ ...change, at: floorSecond(change.at) })),
  stopped: (facts.stopped ?? []).map(({ from, to }) => ({ from: floorSecond(from), to: floorSecond(to) })),
});

/** A range that ends now ends with the last whole second. */
export const wholeRange = (range: ReportRange): ReportRange => ({ ...range, end: floorSecond(range.end) });
