import { projectedDayCount, secondsLeftOfDay, secondsUntilNextPoll } from "~/plan/open-tabs";

interface Readers {
  tabs: number;
  /** Number of isolates among which the readers are divided. */
  isolates: number;
  /** Time for which they read. */
  minutes: number;
  limit: number | null;
  /** True when all is well on the page. */
  isCalm?: boolean;
  /** Start within the day (UTC), in ms. */
  from?: number;
}

export interface Asked {
  requests: number;
  /** Most requests in a minute, after the first five. */
  most: number;
  /** Seconds between two requests of a tab at the end. */
  between: number;
}

const noon = 12 * 3600_000;

/**
 * Simulates open tabs minute by minute, opened within the first five; each asks again after the time that its isolate
 * answered, plus a tenth on average by chance.
 */
export function askedBy({ tabs, isolates, minutes, limit, isCalm = false, from = noon }: Readers): Asked {
  const due = Array.from({ length: tabs }, (_, tab) => (tab * 37) % 300);
  const rates = Array.from({ length: isolates }, () => 0);
  let [requests, most, between, known] = [0, 0, 60, 0];
  for (let at = 0; at < minutes; at++) {
    const counts = Array.from({ length: isolates }, () => 0);
    let minute = 0;
    for (let tab = 0; tab < tabs; tab++) {
      const isolate = tab % isolates;
      while ((due[tab] as number) < (at + 1) * 60) {
        counts[isolate] = (counts[isolate] ?? 0) + 1;
        minute += 1;
        const now = from + at * 60_000;
        const rate = Math.max(rates[isolate] ?? 0, counts[isolate] ?? 0);
        // Once a minute an isolate reads how many requests all of them had.
        const [expected, askedAtPace] = [requests + minute, known].map((count) => projectedDayCount(count, now)) as [
          number,
          number,
        ];
        const load = { rate, expected, asked: known, askedAtPace, limit, dayLeft: secondsLeftOfDay(now) };
        between = secondsUntilNextPoll(load, isCalm);
        due[tab] = (due[tab] as number) + between * (1 + ((tab * 7919) % 100) / 500);
      }
    }
    requests += minute;
    known = requests;
    if (at >= 5) most = Math.max(most, minute);
    for (const [isolate, count] of counts.entries()) rates[isolate] = count;
  }
  return { requests, most, between };
}
