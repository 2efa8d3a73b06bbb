import { z } from "zod";

/** The browsers' push services. No other host is called, so that the form cannot direct requests at other servers. */
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

/** Returns the service's name, which is the same in every language; "" for an unknown service. */
export function pushServiceName(endpoint: string): string {
  const host = URL.parse(endpoint)?.hostname ?? "";
  return services.find(([, each]) => each.test(host))?.[0] ?? "";
}

function isPushService(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || url.port !== "" || url.username + url.password !== "") return false;
  return pushServiceName(text) !== "";
}

/**
 * A browser's push subscription, as it gives it after the person agreed
 * (https://www.w3.org/TR/push-api/#dom-pushsubscription).
 */
export const pushTargetInputSchema = z.object({
  endpoint: z.string().max(1000).refine(isPushService),
  /** 65 bytes that start with 4: an uncompressed point. */
  p256dh: z.string().regex(/^B[A-P][\w-]{85}$/),
  /** 16 bytes. */
  auth: z.string().regex(/^[\w-]{21}[AQgw]$/),
});
