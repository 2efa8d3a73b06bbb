import { z } from "zod";

/** The push services of browsers; nothing else is called, so that nobody's server is made a target by a form. */
const services: readonly RegExp[] = [
  // Chrome, Edge on other systems, Samsung Internet, Opera, Brave
  /^fcm\.googleapis\.com$/,
  // Firefox
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  // Edge on Windows
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  // Safari
  /^[a-z0-9-]+\.push\.apple\.com$/,
];

function isPushService(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || url.port !== "" || url.username + url.password !== "") return false;
  return services.some((each) => each.test(url.hostname));
}

/** What a browser hands out when its person has said yes (https://www.w3.org/TR/push-api/#dom-pushsubscription). */
export const pushTarget = z.object({
  endpoint: z.string().max(1000).refine(isPushService),
  /** 65 bytes that begin with 4: an uncompressed point. */
  p256dh: z.string().regex(/^B[A-P][\w-]{85}$/),
  /** 16 bytes. */
  auth: z.string().regex(/^[\w-]{21}[AQgw]$/),
});
