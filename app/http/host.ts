import { isLoopbackHost, loopbackNames } from "~/net/loopback";

const withoutDefaultPort = (host: string): string => host.replace(/:(80|443)$/, "");

/** A deployment has one origin, so it is parsed once, not for each request. */
let known = { origin: "", own: new URL("http://localhost") };

function originAsUrl(origin: string): URL {
  if (known.origin !== origin) known = { origin, own: new URL(origin) };
  return known.own;
}

/** True when the request came to the deployment's own host. All loopback names of one port are one host. */
export function isOwnHost(url: URL, origin: string): boolean {
  const own = originAsUrl(origin);
  if (withoutDefaultPort(url.host) === withoutDefaultPort(own.host)) return true;
  return isLoopbackHost(own.hostname) && loopbackNames.has(url.hostname) && url.port === own.port;
}

/**
 * Returns the origins from which a form of this host may come; behind a proxy the inner scheme differs from the outer
 * one.
 */
export function ownOrigins(url: URL, origin: string): string[] {
  const secure = `https://${url.host}`;
  return origin.startsWith("https:") ? [origin, secure] : [origin, secure, `http://${url.host}`];
}
