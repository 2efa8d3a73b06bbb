import { dateFormats } from "~/i18n/dates";
import { textWithBrackets } from "~/i18n/word-speaker";
import { timeZoneName } from "~/i18n/zone-text";

/** Times of an email in the reader's zone and in UTC; instants in UTC ms. */
export interface EmailTimes {
  /** Name of the zone. */
  zone: string;
  /** Returns "Nov 20, 2026, 13:00 · 12:00 UTC", with the UTC date when it differs. */
  instant(at: number): string;
  /** Returns the same without the year, for news of today. */
  moment(at: number): string;
  /** Returns "Sun, Nov 22, 2026, 02:00 – 04:00 (Europe/Berlin)" and the same in UTC; null when both are equal. */
  window(from: number, to: number): { local: string; utc: string | null };
}

const utcZone = "Etc/UTC";
export const isUtcTimeZone = (zone: string): boolean => timeZoneName(zone) === "UTC";

export function emailTimesIn(language: string, zone: string): EmailTimes {
  const [own, utc] = [dateFormats(language, zone), dateFormats(language, utcZone)];
  const plain = isUtcTimeZone(zone);
  const both = (at: number, form: "full" | "instant") => {
    if (plain) return `${utc[form](at)} UTC`;
    const there = utc.dayAt(at) === own.dayAt(at) ? utc.clock(at) : utc[form](at);
    return `${own[form](at)} · ${there} UTC`;
  };
  return {
    zone: timeZoneName(zone),
    instant: (at) => both(at, "full"),
    moment: (at) => both(at, "instant"),
    window(from, to) {
      const there = `${utc.planned(from, to)} UTC`;
      return plain
        ? { local: there, utc: null }
        : { local: textWithBrackets(language, own.planned(from, to), timeZoneName(zone)), utc: there };
    },
  };
}

/** Returns placeholders for times: each is an instruction between two marks, for `fillEmailTimes`. */
export function emailTimePlaceholders(mark: string, plain: boolean): EmailTimes {
  const pending = (instruction: string) => `${mark}${instruction}${mark}`;
  return {
    zone: pending("zone"),
    instant: (at) => pending(`instant ${at}`),
    moment: (at) => pending(`moment ${at}`),
    window: (from, to) => ({
      local: pending(`local ${from} ${to}`),
      utc: plain ? null : pending(`utc ${from} ${to}`),
    }),
  };
}

/** Placeholder of the recipient's own token. */
export const tokenPlaceholder = "token";

function written(instruction: string, times: EmailTimes): string {
  const [what, from, to] = instruction.split(" ");
  const [start, end] = [Number(from), Number(to)];
  switch (what) {
    case "instant":
      return times.instant(start);
    case "moment":
      return times.moment(start);
    case "local":
      return times.window(start, end).local;
    case "utc":
      return times.window(start, end).utc ?? "";
    default:
      return times.zone;
  }
}

/** Writes the pending times into a text that was split at the marks; the result is split where tokens are inserted. */
export function fillEmailTimes(parts: readonly string[], times: EmailTimes): string[] {
  const filled = [""];
  parts.forEach((part, place) => {
    if (place % 2 === 1 && part === tokenPlaceholder) filled.push("");
    else filled[filled.length - 1] += place % 2 === 1 ? written(part, times) : part;
  });
  return filled;
}
