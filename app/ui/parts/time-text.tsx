import { offsetBeside } from "~/i18n/offset-text";
import { rangeIn } from "~/i18n/range-text";
import { useWords, wordsIn } from "./part-words";
import { useViewer } from "./viewer";

const minute = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

interface Reader {
  timeZone: string;
  dates: string;
}

const styles = {
  short: { dateStyle: "medium", timeStyle: "short" },
  exact: { dateStyle: "medium", timeStyle: "medium" },
  clock: { timeStyle: "short" },
} as const;

/** Hours to 24, as on public pages, whatever the region is used to. Making a formatter costs more than using it often. */
function formatIn({ timeZone, dates }: Reader, style: keyof typeof styles = "short"): Intl.DateTimeFormat {
  const key = `${dates} ${timeZone} ${style}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(dates, { ...styles[style], timeZone, hourCycle: "h23" });
  formats.set(key, made);
  return made;
}

/** With the offset behind it where clocks show that time twice. */
const writtenIn = (reader: Reader, at: number, style?: keyof typeof styles) =>
  formatIn(reader, style).format(at) + offsetBeside(reader.dates, reader.timeZone, at);

function rangeText(reader: Reader, from: number, to: number): string {
  const isTwice = [from, to].some((at) => offsetBeside(reader.dates, reader.timeZone, at) !== "");
  return isTwice
    ? rangeIn(reader.dates)(writtenIn(reader, from), writtenIn(reader, to))
    : formatIn(reader).formatRange(from, to);
}

/** A zone as people call it: "UTC", "Europe/Kyiv", "America/New York". */
export function useZoneName(zone: string): string {
  const { zones } = useViewer();
  return zones[zone] ?? zone.replaceAll("_", " ");
}

/** Beside a date-and-time field. */
export function useZoneHint(zone: string): string {
  const name = useZoneName(zone);
  return useWords().t("zone.hint", { zone: name });
}

/** Browsers write some dates in another way than the server, as their data of languages is older or newer: that is no fault. */
export const writtenHere = { suppressHydrationWarning: true } as const;

/** An instant (ms) as UTC, for titles. */
export const utcText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const Written = ({ at, children }: { at: number; children: string }) => (
  <time
    dateTime={new Date(at).toISOString()}
    title={utcText(at)}
    className="whitespace-nowrap tabular-nums"
    {...writtenHere}
  >
    {children}
  </time>
);

/** An instant (ms) in the viewer's zone, with UTC in the title; `exact` = to the second. */
export function TimeText({ at, exact = false }: { at: number; exact?: boolean }) {
  const viewer = useViewer();
  return <Written at={at}>{writtenIn(viewer, at, exact ? "exact" : "short")}</Written>;
}

/** A time of today or tomorrow: "14:07" in the viewer's zone, the whole of it in the title. */
export function ClockText({ at }: { at: number }) {
  const viewer = useViewer();
  if (Math.abs(at - viewer.now) > 12 * 60 * minute) return <TimeText at={at} />;
  return <Written at={at}>{writtenIn(viewer, at, "clock")}</Written>;
}

/** From one instant to another (ms), the day said once where it is the same. */
export function RangeText({ from, to }: { from: number; to: number }) {
  const viewer = useViewer();
  return (
    <span title={`${utcText(from)} – ${utcText(to)}`} className="tabular-nums" {...writtenHere}>
      {rangeText(viewer, from, to)}
    </span>
  );
}

/** A length of time (ms) in its largest useful unit. */
function inUnit(length: number) {
  const minutes = Math.floor(Math.max(0, length) / minute);
  if (minutes < 1) return { unit: "moment", count: 0 } as const;
  if (minutes < 60) return { unit: "minutes", count: minutes } as const;
  if (minutes < 48 * 60) return { unit: "hours", count: Math.floor(minutes / 60) } as const;
  return { unit: "days", count: Math.floor(minutes / 1440) } as const;
}

/** "12 min", "3 h", "4 days" of a length of time (ms). */
export function lengthWords(length: number, language = "en"): string {
  const { unit, count } = inUnit(length);
  return wordsIn(language).t(`length.${unit}`, { count });
}

/** How long ago an instant (ms) was; the instant itself stands in the title. */
export function AgoText({ at }: { at: number }) {
  const { now } = useViewer();
  const { unit, count } = inUnit(now - at);
  return (
    <time dateTime={new Date(at).toISOString()} title={utcText(at)} className="whitespace-nowrap">
      {useWords().t(`ago.${unit}`, { count })}
    </time>
  );
}
