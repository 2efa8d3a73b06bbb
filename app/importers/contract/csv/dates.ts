import { foreignInstant, isZonelessTime } from "../foreign-values";

/** A time of a cell: `isZoneless` when the zone was not written and is assumed. */
export type CsvInstant =
  | { ok: true; at: number; isZoneless: boolean }
  | { ok: false; reason: "unreadable" | "ambiguous" };

/** Order of day and month in dates with slashes, as a person chose it; empty = not chosen. */
export type CsvDateOrder = "" | "dmy" | "mdy";

const shape = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?)?$/i;

const two = (value: number): string => String(value).padStart(2, "0");

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
}

/** Returns whether the day stands first; null when both readings are a date. */
function isDayFirst(first: number, second: number, mark: string, order: CsvDateOrder): boolean | null {
  if (mark === "." || first > 12) return true;
  if (second > 12) return false;
  if (first === second) return true;
  return order === "" ? null : order === "dmy";
}

/** Reads ISO 8601, and dates with slashes, dots or hyphens; 02/07/2026 is refused until an order is chosen. */
export function parseCsvInstant(text: string, timeZone: string, order: CsvDateOrder): CsvInstant {
  const iso = foreignInstant(text, timeZone);
  if (iso !== null) return { ok: true, at: iso, isZoneless: isZonelessTime(text) };
  const [, first, mark = "", second, year, hour = "0", minute = "00", seconds = "00", half] =
    shape.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return { ok: false, reason: "unreadable" };
  const dayFirst = isDayFirst(Number(first), Number(second), mark, order);
  if (dayFirst === null) return { ok: false, reason: "ambiguous" };
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const clock = `${two(hourOf(Number(hour), half))}:${minute}:${seconds}`;
  const at = foreignInstant(`${year}-${two(Number(month))}-${two(Number(day))} ${clock}`, timeZone);
  return at === null ? { ok: false, reason: "unreadable" } : { ok: true, at, isZoneless: true };
}
