/** @jsxImportSource ~/ui/html */
import type { Banner, Impact, Status } from "~/rules/status";
import type { Frame } from "./frame";

/** One letter a state: the class that gives it its colour and its shape, and its letter in `days`. */
export type StateLetter = "o" | "d" | "p" | "m" | "x" | "w" | "n" | "a";

export const letterOfStatus: Record<Status, StateLetter> = {
  operational: "o",
  no_data: "n",
  under_maintenance: "x",
  degraded_performance: "d",
  partial_outage: "p",
  major_outage: "m",
};

export const letterOfImpact: Record<Impact, StateLetter> = { none: "a", minor: "d", major: "p", critical: "m" };

export function letterOfBanner({ indicator, state }: Banner): StateLetter {
  if (state === "unknown") return "n";
  return indicator === "none" ? "o" : indicator === "maintenance" ? "x" : letterOfImpact[indicator];
}

/** State is always word, shape and colour (design §6). */
export const StateMark = ({ letter, children }: { letter: StateLetter; children: string }) => (
  <span class={`s ${letter}`}>{children}</span>
);

export const StatusMark = ({ frame, status }: { frame: Frame; status: Status }) => (
  <StateMark letter={letterOfStatus[status]}>{frame.words.t(`status.${status}`)}</StateMark>
);
