import { ringMinutes, unpackMinuteRing } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import type { TimeSpan } from "../../timeline/rules/timeline";

/** Sixty minutes of a monitor; `hour` = UTC ms / 3,600,000. */
export interface MonitorHourMinutes {
  hour: number;
  minutes: string;
}

/**
 * Returns the periods in which a monitor's series has no results, from the first missing result to the next existing
 * one. Periods of up to `silentAfter` minutes are left out, because a single missing result never counts as silence. A
 * missing hour ends a period.
 */
export function unseenSpansIn(hours: readonly MonitorHourMinutes[], silentAfter: number): TimeSpan[] {
  const found: TimeSpan[] = [];
  let since: number | null = null;
  let last = 0;
  const end = (at: number) => {
    if (since !== null && at - since > silentAfter) found.push({ from: since * minuteMs, to: at * minuteMs });
    since = null;
  };
  for (const { hour, minutes } of [...hours].sort((one, other) => one.hour - other.hour)) {
    const start = hour * ringMinutes;
    if (since !== null && start > last + ringMinutes) end(last + 1);
    for (const [index, { state }] of unpackMinuteRing(minutes).entries()) {
      const at = start + index;
      if (state === "no_data") {
        since ??= at;
        last = at;
      } else if (state !== "none") end(at);
    }
  }
  end(last + 1);
  return found;
}
