import type { MinuteState } from "~/rules/basics/ring";

export type MonitorState = "new" | "up" | "degraded" | "down" | "no_data" | "paused";

export const monitorStateWords: Record<MonitorState, string> = {
  up: "Up",
  degraded: "Degraded",
  down: "Down",
  no_data: "No data",
  paused: "Paused",
  new: "New",
};

export const minuteWords: Record<MinuteState, string> = {
  none: "Not checked",
  up: "Up",
  degraded: "Slow",
  down: "Down",
  no_data: "No data",
};

/** What a single check, or a region, said. */
export const verdictWords: Record<string, string> = {
  up: "Up",
  degraded: "Slow",
  down: "Down",
  blocked: "Blocked",
  none: "No answer",
  no_data: "No data",
};

export const rangeWords = { day: "24 hours", week: "7 days", month: "30 days", quarter: "90 days" } as const;

export type Range = keyof typeof rangeWords;

export const rangeOf = (text: string | null): Range =>
  text !== null && Object.hasOwn(rangeWords, text) ? (text as Range) : "day";

/** "123 ms", "1.5 s" */
export const latencyWords = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const share = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 2 });

/** A share of known time, 0–1, never rounded up to 100 %. */
export const uptimeText = (uptime: number | null): string =>
  uptime === null ? "no data" : share.format(Math.floor(Math.round(uptime * 1e8) / 1e4) / 1e4);
