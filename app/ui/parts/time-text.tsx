import { offsetSuffix } from "~/i18n/offset-text";
import { rangeFormatter } from "~/i18n/range-text";
import { hourMs, minuteMs } from "~/time/durations";
import { useWords, wordsIn } from "./part-words";
import { useViewer } from "./viewer";

const formats = new Map<string, Intl.DateTimeFormat>();

interface TimeReader {
  timeZone: string;
  dates: string;
}

const styles = {
  short: { dateStyle: "medium", timeStyle: "short" },
  exact: { dateStyle: "medium", timeStyle: "medium" },
  clock: { timeStyle: "short" },
  ofYear: { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" },
} as const;

/**
 * Returns a cached formatter, because creating one is expensive. Hours run to 24, as on public pages, whatever the
 * region's custom.
 */
function formatIn({ timeZone, dates }: TimeReader, style: keyof typeof styles = "short"): Intl.DateTimeFormat {
  const key = `${dates} ${timeZone} ${style}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(dates, { ...styles[style], timeZone, hourCycle: "h23" });
  formats.set(key, made);
  return made;
}

/** Formats a time, with the UTC offset when the clock shows that time twice. */
const writtenIn = (reader: TimeReader, at: number, style?: keyof typeof styles) =>
  formatIn(reader, style).format(at) + offsetSuffix(reader.dates, reader.timeZone, at);

function rangeText(reader: TimeReader, from: number, to: number): string {
  const isTwice = [from, to].some((at) => offsetSuffix(reader.dates, reader.timeZone, at) !== "");
  return isTwice
    ? rangeFormatter(reader.dates)(writtenIn(reader, from), writtenIn(reader, to))
    : formatIn(reader).formatRange(from, to);
}

/** Returns a zone's name for people: "UTC", "Europe/Kyiv", "America/New York". */
export function useTimeZoneName(zone: string): string {
  const { zones } = useViewer();
  return zones[zone] ?? zone.replaceAll("_", " ");
}

/** Returns the hint beside a date-and-time field. */
export function useTimeZoneHint(zone: string): string {
  const name = useTimeZoneName(zone);
  return useWords().t("zone.hint", { zone: name });
}

/**
 * Some browsers format dates differently from the server, because their language data is older or newer; the difference
 * is accepted.
 */
export const hydrationDifferenceProps = { suppressHydrationWarning: true } as const;

/** Returns a time (ms) in UTC, for titles. */
export const utcTitleText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const Written = ({ at, children }: { at: number; children: string }) => (
  <time
    dateTime={new Date(at).toISOString()}
    title={utcTitleText(at)}
    className="whitespace-nowrap tabular-nums"
    {...hydrationDifferenceProps}
  >
    {children}
  </time>
);

/** The last time that is shown: a stored one beyond what a date can hold must not fail the whole page. */
const lastShownMs = Date.UTC(9999, 11, 31);

/** A time (ms) in the viewer's zone, with UTC in the title; `exact` = with seconds. */
export function TimeText({ at, exact = false }: { at: number; exact?: boolean }) {
  const viewer = useViewer();
  const shown = Math.min(at, lastShownMs);
  return <Written at={shown}>{writtenIn(viewer, shown, exact ? "exact" : "short")}</Written>;
}

const yearOf = ({ timeZone }: TimeReader, at: number) =>
  new Date(at).toLocaleDateString("en", { timeZone, year: "numeric" });

/** A time (ms) in the viewer's zone, with the year unless it is the current one. */
export function DatedTimeText({ at }: { at: number }) {
  const viewer = useViewer();
  if (at > lastShownMs || yearOf(viewer, at) !== yearOf(viewer, viewer.now)) return <TimeText at={at} />;
  return <Written at={at}>{writtenIn(viewer, at, "ofYear")}</Written>;
}

/** A time within 12 hours: "14:07" in the viewer's zone, the full time in the title. */
export function ClockText({ at }: { at: number }) {
  const viewer = useViewer();
  if (Math.abs(at - viewer.now) > 12 * hourMs) return <TimeText at={at} />;
  return <Written at={at}>{writtenIn(viewer, at, "clock")}</Written>;
}

/** A time below a heading with its date: "14:07" in the viewer's zone, the full time in the title. */
export function ClockTimeElement({ at }: { at: number }) {
  return <Written at={at}>{writtenIn(useViewer(), at, "clock")}</Written>;
}

/** A range of times (ms), with the date once when both are on the same day. */
export function RangeText({ from, to }: { from: number; to: number }) {
  const viewer = useViewer();
  return (
    <span title={`${utcTitleText(from)} – ${utcTitleText(to)}`} className="tabular-nums" {...hydrationDifferenceProps}>
      {rangeText(viewer, from, to)}
    </span>
  );
}

/** Returns a duration (ms) in its largest useful unit. */
function inUnit(length: number) {
  const minutes = Math.floor(Math.max(0, length) / minuteMs);
  if (minutes < 1) return { unit: "moment", count: 0 } as const;
  if (minutes < 60) return { unit: "minutes", count: minutes } as const;
  if (minutes < 48 * 60) return { unit: "hours", count: Math.floor(minutes / 60) } as const;
  return { unit: "days", count: Math.floor(minutes / 1440) } as const;
}

/** Returns a duration (ms) as "12 min", "3 h", "4 days". */
export function shortDurationText(length: number, language = "en"): string {
  const { unit, count } = inUnit(length);
  return wordsIn(language).t(`length.${unit}`, { count });
}

/** The time since `at` (ms), with the time itself in the title. */
export function AgoText({ at }: { at: number }) {
  const { now } = useViewer();
  const { unit, count } = inUnit(now - at);
  return (
    <time dateTime={new Date(at).toISOString()} title={utcTitleText(at)} className="whitespace-nowrap">
      {useWords().t(`ago.${unit}`, { count })}
    </time>
  );
}
