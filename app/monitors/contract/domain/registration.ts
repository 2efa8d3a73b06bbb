import { z } from "zod";
import { hostOrAsWritten } from "~/net/host-name";

const event = z.object({ eventAction: z.string(), eventDate: z.string() });

/** What of an RDAP answer about a domain counts here (RFC 9083, 5.3); anything else in it may be as it likes. */
const document = z.object({
  objectClassName: z.string().regex(/^domain$/i),
  ldhName: z.string().max(300).nullish().catch(null),
  status: z
    .union([z.array(z.unknown()), z.string().transform((one) => [one])])
    .catch([])
    .default([]),
  events: z.array(z.unknown()).catch([]).default([]),
});

export interface Registration {
  /** In ASCII, small letters, without its last dot; null where the answer does not say. */
  name: string | null;
  /** ms; null where the registry does not publish it. */
  expires: number | null;
  /** As RFC 8056 writes them, such as `client hold`, in small letters; at most some hundred. */
  statuses: string[];
}

/** RFC 3339, and as registries leave parts of it out: the zone (then UTC), the seconds, the time, the `T`. */
const instant =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[t ]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The first domain was registered in 1985; before that, and after this, a date stands for none. */
const [earliest, latest] = [Date.UTC(1985, 0, 1), Date.UTC(2200, 0, 1)];

const offsetOf = (zone: string): number => {
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/** ms; null for what is no date that a registration can end on. */
export function registryDate(text: string): number | null {
  const [whole, year, month, date, hour = 0, minute = 0, second = 0, zone = "z"] = instant.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const day = new Date(Date.UTC(y, m - 1, d));
  const isDay = day.getUTCMonth() === m - 1 && day.getUTCDate() === d;
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const time = day.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 - offsetOf(zone);
  const isNear = Math.abs(offsetOf(zone)) <= 14 * 3600_000;
  return isNear && time >= earliest && time < latest ? time : null;
}

/** The expiry that the registry says, the latest of several; a registrar's own is another event (`registrar expiration`). */
function expiryOf(events: readonly unknown[]): number | null {
  const times = events.slice(0, 50).flatMap((each) => {
    const { data } = event.safeParse(each);
    return data?.eventAction.trim().toLowerCase() === "expiration" ? (registryDate(data.eventDate) ?? []) : [];
  });
  return times.length === 0 ? null : Math.max(...times);
}

/** `clientHold`, `client_hold`, `CLIENT HOLD` and `clientHold https://icann.org/epp#clientHold` are one status (RFC 8056). */
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

/** Null where it is no answer about a domain. */
export function readRegistration(text: string): Registration | null {
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
  const name = data.ldhName ? hostOrAsWritten(data.ldhName) : null;
  return { name, expires: expiryOf(data.events), statuses };
}
