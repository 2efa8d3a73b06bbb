import { dates } from "~/i18n/dates";
import { inBrackets } from "~/i18n/speaking";
import { zoneText } from "~/i18n/zone-text";

/** What a mail says about time, in the reader's zone and in UTC; instants in UTC ms. */
export interface Times {
  /** The name of the zone. */
  zone: string;
  /** "Nov 20, 2026, 13:00 · 12:00 UTC", with the day of UTC where it is another. */
  instant(at: number): string;
  /** The same without the year, beside what is told now. */
  moment(at: number): string;
  /** "Sun, Nov 22, 2026, 02:00 – 04:00 (Europe/Berlin)" and the same in UTC; null where they are one. */
  window(from: number, to: number): { local: string; utc: string | null };
}

const utcZone = "Etc/UTC";
export const isUtc = (zone: string): boolean => zoneText(zone) === "UTC";

export function timesIn(language: string, zone: string): Times {
  const [own, utc] = [dates(language, zone), dates(language, utcZone)];
  const plain = isUtc(zone);
  const both = (at: number, form: "full" | "instant") => {
    if (plain) return `${utc[form](at)} UTC`;
    const there = utc.dayAt(at) === own.dayAt(at) ? utc.clock(at) : utc[form](at);
    return `${own[form](at)} · ${there} UTC`;
  };
  return {
    zone: zoneText(zone),
    instant: (at) => both(at, "full"),
    moment: (at) => both(at, "instant"),
    window(from, to) {
      const there = `${utc.planned(from, to)} UTC`;
      return plain
        ? { local: there, utc: null }
        : { local: inBrackets(language, own.planned(from, to), zoneText(zone)), utc: there };
    },
  };
}

/** Times still to be written: each is an instruction between two marks, for `fillTimes`. */
export function pendingTimes(mark: string, plain: boolean): Times {
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

/** Where the reader's own token belongs. */
export const tokenGap = "token";

function written(instruction: string, times: Times): string {
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

/** Writes the pending times into a text that was cut at the marks; what is left is cut where tokens belong. */
export function fillTimes(parts: readonly string[], times: Times): string[] {
  const filled = [""];
  parts.forEach((part, place) => {
    if (place % 2 === 1 && part === tokenGap) filled.push("");
    else filled[filled.length - 1] += place % 2 === 1 ? written(part, times) : part;
  });
  return filled;
}
