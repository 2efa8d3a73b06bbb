import { useViewer } from "./viewer";

const minute = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than using it a hundred times. */
function formatIn(timeZone: string, timeStyle: "short" | "medium" = "short"): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeStyle}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle, timeZone });
  formats.set(key, made);
  return made;
}

/** A zone as people call it: "UTC", "Europe/Berlin". */
export const zoneName = (zone: string) => zone.replace("Etc/", "");

/** Beside a date-and-time field. */
export const zoneHint = (zone: string) => `In the page’s time zone (${zoneName(zone)}).`;

/** An instant (ms) as UTC, for titles. */
export const utcText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** An instant (ms) in the viewer's zone, with UTC in the title; `exact` = to the second. */
export function TimeText({ at, exact = false }: { at: number; exact?: boolean }) {
  const { timeZone } = useViewer();
  return (
    <time dateTime={new Date(at).toISOString()} title={utcText(at)} className="whitespace-nowrap tabular-nums">
      {formatIn(timeZone, exact ? "medium" : "short").format(at)}
    </time>
  );
}

/** A time of today or tomorrow: "14:07" in the viewer's zone, the whole of it in the title. */
export function ClockText({ at }: { at: number }) {
  const { timeZone, now } = useViewer();
  if (Math.abs(at - now) > 12 * 60 * minute) return <TimeText at={at} />;
  return (
    <time dateTime={new Date(at).toISOString()} title={utcText(at)} className="whitespace-nowrap tabular-nums">
      {formatIn(timeZone).format(at).slice(-5)}
    </time>
  );
}

/** From one instant to another (ms), the day said once where it is the same. */
export function RangeText({ from, to }: { from: number; to: number }) {
  const { timeZone } = useViewer();
  return (
    <span title={`${utcText(from)} – ${utcText(to)}`} className="tabular-nums">
      {formatIn(timeZone).formatRange(from, to)}
    </span>
  );
}

/** A length of time (ms) in its largest useful unit: "12 min", "3 h", "4 days". */
export function lengthWords(length: number): string {
  const minutes = Math.floor(Math.max(0, length) / minute);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} days`;
}

/** How long ago an instant (ms) was; the instant itself stands in the title. */
export function AgoText({ at }: { at: number }) {
  const { now } = useViewer();
  return (
    <time dateTime={new Date(at).toISOString()} title={utcText(at)} className="whitespace-nowrap">
      {lengthWords(now - at)} ago
    </time>
  );
}
