import { z } from "zod";

/** The push services of browsers; nothing else is called, so that nobody's server is made a target by a form. */
const services: readonly (readonly [name: string, host: RegExp])[] = [
  // Chrome, Edge on other systems, Samsung Internet, Opera, Brave
  ["Google", /^fcm\.googleapis\.com$/],
  // Firefox
  ["Mozilla", /^[a-z0-9-]+\.push\.services\.mozilla\.com$/],
  // Edge on Windows
  ["Microsoft", /^[a-z0-9-]+\.notify\.windows\.com$/],
  // Safari
  ["Apple", /^[a-z0-9-]+\.push\.apple\.com$/],
];

/** Whose service it is, a name of its own in every language; "" = none that is known. */
export function pushServiceOf(endpoint: string): string {
  const host = URL.parse(endpoint)?.hostname ?? "";
  return services.find(([, each]) => each.test(host))?.[0] ?? "";
}

function isPushService(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || url.port !== "" || url.username + url.password !== "") return false;
  return pushServiceOf(text) !== "";
}

/** What a browser hands out when its person has said yes (https://www.w3.org/TR/push-api/#dom-pushsubscription). */
export const pushTarget = z.object({
  endpoint: z.string().max(1000).refine(isPushService),
  /** 65 bytes that begin with 4: an uncompressed point. */
  p256dh: z.string().regex(/^B[A-P][\w-]{85}$/),
  /** 16 bytes. */
  auth: z.string().regex(/^[\w-]{21}[AQgw]$/),
});
