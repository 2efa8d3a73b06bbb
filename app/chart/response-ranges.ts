import { timeLimitText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import type { ResultRange } from "~/monitors/rules/monitor-points";
import { dayMs } from "~/time/durations";

/** Days of each range that a chart offers, in the order of its links. */
const daysOfRange: Record<ResultRange, number> = { day: 1, week: 7, month: 30, quarter: 90 };

export const responseRangeLengthMs = (range: ResultRange): number => daysOfRange[range] * dayMs;

/** Returns the texts of the ranges, in their order: "24 hours", "7 days" … */
export const responseRangeTexts = (words: Words): Record<ResultRange, string> => {
  const text = (range: ResultRange) => timeLimitText(words, responseRangeLengthMs(range));
  return { day: text("day"), week: text("week"), month: text("month"), quarter: text("quarter") };
};

/** Id of the part of a page that holds its charts: a link to another range leads there again. */
export const responseTimesId = "response-times";

/** Returns the query and the place of a range, for a link from the same page; a day needs none. */
export const responseRangeAddress = (range: string): string =>
  `${range === "day" ? "" : `?range=${range}`}#${responseTimesId}`;
