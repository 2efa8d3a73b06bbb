import { dayOf, dayStart } from "./day";

/** A month of a page's zone: `month` is YYYY-MM, [from, to) in ms. */
export interface Month {
  month: string;
  from: number;
  to: number;
}

function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

export const monthOf = (zone: string, instant: number): string => dayOf(zone, instant).slice(0, 7);

/** Returns `YYYY-MM` of the years 2000 to 2199, else null. */
export const parseMonth = (text: string | null): string | null =>
  text !== null && /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null;

export const monthWindow = (zone: string, month: string): Month => ({
  month,
  from: dayStart(zone, `${month}-01`),
  to: dayStart(zone, `${monthAfter(month, 1)}-01`),
});

/** Returns the neighbouring months that can be shown: not before the first event, not after the present month. */
export function neighbourMonths(month: string, first: string | null, present: string) {
  const [earlier, later] = [monthAfter(month, -1), monthAfter(month, 1)];
  return {
    earlier: first !== null && earlier >= first ? earlier : null,
    later: later <= present ? later : null,
  };
}

export interface MonthPickerLinks {
  /**
   * Years, newest first, each with one of its months that can be shown: the present selection when that year has it.
   */
  years: { year: string; month: string }[];
  /** The twelve months of the selected year; `open` = it can be shown. */
  months: { month: string; open: boolean }[];
}

const within = (month: string, first: string, last: string) => (month < first ? first : month > last ? last : month);

/** Returns links to all months from the first to the present one; null when there is only one. */
export function monthPickerLinks(month: string, first: string | null, present: string): MonthPickerLinks | null {
  const oldest = first !== null && first < present ? within(first, "2000-01", present) : present;
  if (oldest === present) return null;
  const shown = within(month, oldest, present);
  const newestYear = Number(present.slice(0, 4));
  const years = Array.from({ length: newestYear - Number(oldest.slice(0, 4)) + 1 }, (_, back) => {
    const year = String(newestYear - back);
    return { year, month: within(`${year}${shown.slice(4)}`, oldest, present) };
  });
  const months = Array.from({ length: 12 }, (_, index) => monthAfter(`${shown.slice(0, 4)}-01`, index));
  return { years, months: months.map((each) => ({ month: each, open: each >= oldest && each <= present })) };
}
