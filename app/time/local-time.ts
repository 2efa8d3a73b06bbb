import { Temporal } from "temporal-polyfill";
import { type Refusal, refusalFor } from "~/failures/refusal";

/** Instant (ms) of a date-and-time field as typed, or the reason why there is none. */
export type LocalTimeResult =
  | { ok: true; at: number }
  | { ok: false; reason: "malformed" }
  /** The clocks skip it; `next` is the first time that exists, as typed into the same field. */
  | { ok: false; reason: "skipped"; next: string };

const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

function plainOf(text: string): Temporal.PlainDateTime | null {
  if (!shape.test(text)) return null;
  try {
    return Temporal.PlainDateTime.from(text, { overflow: "reject" });
  } catch {
    return null;
  }
}

const fieldText = (plain: Temporal.PlainDateTime): string => plain.toString({ smallestUnit: "minute" });

/**
 * Reads `YYYY-MM-DDTHH:mm` in a zone. A repeated hour means its first occurrence; a skipped one is refused, with the
 * first time that exists.
 */
export function parseLocalTime(text: string, timeZone: string): LocalTimeResult {
  const plain = plainOf(text);
  if (!plain) return { ok: false, reason: "malformed" };
  const before = plain.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  if (before.toPlainDateTime().equals(plain)) return { ok: true, at: before.epochMilliseconds };
  const jump = before.getTimeZoneTransition("next");
  return { ok: false, reason: "skipped", next: fieldText((jump ?? before).toPlainDateTime()) };
}

/** Formats an instant (ms) for a date-and-time field in a zone; to the minute. */
export function formatLocalTime(at: number, timeZone: string): string {
  return fieldText(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime());
}

/** Returns "2026-11-20 13:05 Europe/Berlin" for a text without context; in a repeated hour with the offset as well. */
export function zonedTimeText(at: number, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const plain = zoned.toPlainDateTime();
  const [earlier, later] = (["earlier", "later"] as const).map((disambiguation) =>
    plain.toZonedDateTime(timeZone, { disambiguation }),
  );
  const offset = earlier?.offset === later?.offset ? "" : ` (UTC${zoned.offset})`;
  return `${fieldText(plain).replace("T", " ")} ${timeZone.replace("Etc/", "")}${offset}`;
}

/** Returns "2026-11-20T13:05:00+01:00" (RFC 3339) for programs: an instant in a zone, to the second. */
export const zonedIsoTime = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });

/** Returns the message beside the field. */
export function localTimeRefusal(problem: Exclude<LocalTimeResult, { ok: true }>, timeZone: string): Refusal {
  if (problem.reason === "malformed") return refusalFor("time.malformed");
  const [date = "", clock = ""] = problem.next.split("T");
  return refusalFor("time.skipped", { zone: timeZone, clock, date });
}
