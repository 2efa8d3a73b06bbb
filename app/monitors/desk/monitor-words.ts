import { type ResultRange, resultRanges } from "../rules/monitor-points";
import type { wordsIn } from "./words/words";

export type MonitorWords = ReturnType<typeof wordsIn>;

export const shownMonitorStates = ["up", "degraded", "down", "no_data", "paused", "new"] as const;

export type ShownMonitorState = (typeof shownMonitorStates)[number];

const verdicts = ["up", "degraded", "down", "blocked", "unknown", "none", "no_data"] as const;

/** Returns the text of a check's or region's verdict; an unknown verdict is shown as stored. */
export function monitorVerdictText({ t }: MonitorWords, verdict: string): string {
  const known = verdicts.find((each) => each === verdict);
  return known ? t(`verdict.${known}`) : verdict;
}

export const resultRangeOf = (text: string | null): ResultRange => resultRanges.find((each) => each === text) ?? "day";

/** Returns a duration such as "123 ms" or "1.5 s". */
export const monitorLatencyText = ({ t }: MonitorWords, milliseconds: number): string =>
  milliseconds < 1000
    ? t("latency.milliseconds", { milliseconds: Math.round(milliseconds) })
    : t("latency.seconds", { seconds: Math.round(milliseconds / 100) / 10 });

/** Returns a share of known time (0–1) as a percentage, never rounded up to 100 %. */
export const monitorUptimeText = ({ t }: MonitorWords, uptime: number | null): string =>
  uptime === null ? t("uptime.none") : t("uptime.share", { percent: Math.floor(Math.round(uptime * 1e8) / 1e4) / 100 });
