import { dates, zoneText } from "../i18n/dates";
import type { Reader } from "./content";

const inUtc = ({ words }: Reader) => dates(words.language, "Etc/UTC");
const isUtc = ({ dates: { zone } }: Reader) => zoneText(zone) === "UTC";

/** "Nov 20, 2026, 13:00 · 12:00 UTC", with the day of UTC where it is another. */
export function instantText(reader: Reader, at: number): string {
  const utc = inUtc(reader);
  if (isUtc(reader)) return `${utc.full(at)} UTC`;
  const sameDay = utc.dayAt(at) === reader.dates.dayAt(at);
  return `${reader.dates.full(at)} · ${sameDay ? utc.clock(at) : utc.full(at)} UTC`;
}

/** The same without the year, beside what is told now: "Nov 20, 13:00 · 12:00 UTC". */
export function momentText(reader: Reader, at: number): string {
  const utc = inUtc(reader);
  if (isUtc(reader)) return `${utc.instant(at)} UTC`;
  const sameDay = utc.dayAt(at) === reader.dates.dayAt(at);
  return `${reader.dates.instant(at)} · ${sameDay ? utc.clock(at) : utc.instant(at)} UTC`;
}

/** "Nov 22, 02:00 – 04:00 (Europe/Berlin)" and the same in UTC; one where they are one. */
export function windowTexts(reader: Reader, from: number, to: number): { local: string; utc: string | null } {
  const utc = inUtc(reader);
  if (isUtc(reader)) return { local: `${utc.span(from, to)} UTC`, utc: null };
  return { local: `${reader.dates.span(from, to)} (${zoneText(reader.dates.zone)})`, utc: `${utc.span(from, to)} UTC` };
}
