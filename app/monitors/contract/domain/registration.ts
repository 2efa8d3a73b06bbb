import { z } from "zod";
import { normaliseHostOrKeepText } from "~/net/host-name";
import { hourMs, minuteMs } from "~/time/durations";

const event = z.object({ eventAction: z.string(), eventDate: z.string() });

/** The parts of an RDAP answer about a domain that we read (RFC 9083, 5.3); other parts may take any form. */
const document = z.object({
  objectClassName: z.string().regex(/^domain$/i),
  ldhName: z.string().max(300).nullish().catch(null),
  status: z
    .union([z.array(z.unknown()), z.string().transform((one) => [one])])
    .catch([])
    .default([]),
  events: z.array(z.unknown()).catch([]).default([]),
});

export interface DomainRegistration {
  /** Name in ASCII and lower case, without its last dot; null when the answer does not give it. */
  name: string | null;
  /** Expiry in ms; null when the registry does not publish it. */
  expires: number | null;
  /** Statuses as RFC 8056 writes them, such as `client hold`, in lower case; at most about a hundred. */
  statuses: string[];
}

/** RFC 3339, and the forms in which registries omit parts: the zone (then UTC), the seconds, the time, the `T`. */
const instant =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[t ]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Limits of plausible dates: the first domain was registered in 1985; earlier and later dates are placeholders. */
const [earliest, latest] = [Date.UTC(1985, 0, 1), Date.UTC(2200, 0, 1)];

const offsetOf = (zone: string): number => {
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
};

/** Returns the date in ms; null for a text that is not a plausible expiry date. */
export function parseRegistryDate(text: string): number | null {
  const [whole, year, month, date, hour = 0, minute = 0, second = 0, zone = "z"] = instant.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const day = new Date(Date.UTC(y, m - 1, d));
  const isDay = day.getUTCMonth() === m - 1 && day.getUTCDate() === d;
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const time = day.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 - offsetOf(zone);
  const isNear = Math.abs(offsetOf(zone)) <= 14 * hourMs;
  return isNear && time >= earliest && time < latest ? time : null;
}

/**
 * Returns the registry's expiry, the latest of several; a registrar's own is another event (`registrar expiration`).
 */
function expiryOf(events: readonly unknown[]): number | null {
  const times = events.slice(0, 50).flatMap((each) => {
    const { data } = event.safeParse(each);
    return data?.eventAction.trim().toLowerCase() === "expiration" ? (parseRegistryDate(data.eventDate) ?? []) : [];
  });
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * Normalises a status: `clientHold`, `client_hold`, `CLIENT HOLD` and `clientHold https://icann.org/epp#clientHold` are
 * equal (RFC 8056).
 */
function statusOf(text: string): string {
  const [, epp = ""] = /#([a-z]+)/i.exec(text) ?? [];
  const [before = ""] = text.trim().split(/\(|https?:/);
  const plain = before.trim() || epp;
  const words = plain.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[\s_-]+/g, " ");
  return words
    .toLowerCase()
    .replace(/^(client|server)(hold)$/, "$1 $2")
    .slice(0, 60)
    .trim();
}

/** Returns the registration; null when the text is not an RDAP answer about a domain. */
export function parseDomainRegistration(text: string): DomainRegistration | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = document.safeParse(json);
  if (!data) return null;
  const texts = data.status.flat(2).filter((each) => typeof each === "string");
  const statuses = texts.slice(0, 100).flatMap((each) => each.split(",").map(statusOf));
  const name = data.ldhName ? normaliseHostOrKeepText(data.ldhName) : null;
  return { name, expires: expiryOf(data.events), statuses };
}
