import { z } from "zod";

const event = z.object({ eventAction: z.string(), eventDate: z.string() });

/** What of an RDAP answer about a domain counts here (RFC 9083, 5.3); anything else in it may be as it likes. */
const document = z.object({
  objectClassName: z.string().regex(/^domain$/i),
  ldhName: z.string().max(300).optional(),
  status: z.array(z.string()).catch([]).default([]),
  events: z.array(z.unknown()).catch([]).default([]),
});

export interface Registration {
  /** In ASCII, small letters, without its last dot; null where the answer does not say. */
  name: string | null;
  /** ms; null where the registry does not publish it. */
  expires: number | null;
  /** As RFC 8056 writes them, such as `client hold`, in small letters; at most 20. */
  statuses: string[];
}

/** The expiry that the registry says; a registrar's own is another event (`registrar expiration`). */
function expiryOf(events: readonly unknown[]): number | null {
  for (const each of events.slice(0, 50)) {
    const { data } = event.safeParse(each);
    if (data?.eventAction.toLowerCase() !== "expiration") continue;
    const time = Date.parse(data.eventDate);
    if (Number.isFinite(time)) return time;
  }
  return null;
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
  const statuses = data.status.slice(0, 20).map((each) => each.slice(0, 60).toLowerCase().trim());
  const name = data.ldhName?.toLowerCase().replace(/\.$/, "") ?? null;
  return { name, expires: expiryOf(data.events), statuses };
}
