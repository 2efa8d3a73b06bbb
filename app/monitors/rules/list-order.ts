import { dayMs } from "~/time/durations";

/** Columns by which people sort monitors; those of uptime are named by their time span. */
export const monitorSortKeys = ["name", "state", "response", "week", "month", "quarter", "checked"] as const;
export type MonitorSortKey = (typeof monitorSortKeys)[number];

/** The column and direction of a sorted list; ties are by name, then by id. */
export interface ObserverListSort<Key extends string> {
  key: Key;
  descending: boolean;
}

/** Order for programs, which no check changes while they read page by page. */
export const listSortByName = { key: "name", descending: false } as const satisfies ObserverListSort<MonitorSortKey>;

/** Order for people: what needs attention first. */
export const listSortWorstFirst = {
  key: "state",
  descending: false,
} as const satisfies ObserverListSort<MonitorSortKey>;

/** Days of each time span of uptime. */
export const uptimeSpanDays = { week: 7, month: 30, quarter: 90 } as const;

/** Returns the last `length` UTC days up to `now` (ms), such as "2026-11-30". */
export const utcDatesUntil = (now: number, length: number): string[] =>
  Array.from({ length }, (_, back) => new Date(now - back * dayMs).toISOString().slice(0, 10));

/** Place of a row in a sorted list: the value of its column, 0 when that is the name. */
export interface SortedListPlace {
  value: number;
  name: string;
  id: string;
}

/** Sort value, among whole numbers from 0, of rows without a value, which are last in both directions. */
export const absentSortValue = (descending: boolean): number => (descending ? -1 : Number.MAX_SAFE_INTEGER);

/** Parses the place of the last row shown: `<value>.<id>.<name>`, or `<id>.<name>` in a list by name. */
export function parseSortedListPlace(
  text: string | undefined,
  { key }: ObserverListSort<string>,
): SortedListPlace | null {
  const pattern = key === "name" ? /^()([^.]{1,80})\.(.+)$/s : /^(-?\d{1,16})\.([^.]{1,80})\.(.+)$/s;
  const found = pattern.exec(text ?? "");
  return found && { value: Number(found[1]), id: found[2] ?? "", name: found[3] ?? "" };
}

export const sortedListPlaceText = ({ value, id, name }: SortedListPlace, { key }: ObserverListSort<string>): string =>
  [...(key === "name" ? [] : [value]), id, name].join(".");

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Compares two places as the database does: names by their small letters, and only the column in both directions. */
export function compareSortedListPlaces(
  one: SortedListPlace,
  other: SortedListPlace,
  { key, descending }: ObserverListSort<string>,
): number {
  const names = compareTexts(one.name.toLowerCase(), other.name.toLowerCase());
  const column = key === "name" ? names : one.value - other.value;
  return (descending ? -column : column) || names || compareTexts(one.id, other.id);
}
