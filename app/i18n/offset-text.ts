import { isRepeatedHour } from "./double-hour";

const maxCachedFormats = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= maxCachedFormats) formats.clear();
  const made = new Intl.DateTimeFormat(language, { timeZone, hour: "numeric", timeZoneName: "short" });
  formats.set(key, made);
  return made;
}

/** Returns the suffix of a time that comes twice that day, as clocks go back: " EDT", " GMT+2"; else "". */
export function offsetSuffix(language: string, timeZone: string, at: number): string {
  if (!isRepeatedHour(timeZone, at)) return "";
  const parts = formatOf(language, timeZone).formatToParts(at);
  return ` ${parts.find(({ type }) => type === "timeZoneName")?.value ?? ""}`;
}
