import type { Refusal } from "~/failures/refusal";

/** The parts of an answer that distinguish it from the origin's own. */
interface EdgeResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Statuses by which Cloudflare says that it did not reach an origin, with their meanings. */
const words: Record<number, Refusal> = {
  520: "call.cloudflare_520",
  521: "call.cloudflare_521",
  522: "call.cloudflare_522",
  523: "call.cloudflare_523",
  524: "call.cloudflare_524",
  525: "call.cloudflare_525",
  526: "call.cloudflare_526",
  530: "call.cloudflare_530",
};

/**
 * Bodies of Cloudflare's own answers: the short one is only `error code: 522`; the page for people contains its code,
 * too.
 */
const madePage = /^error code: (\d{3,4})\s*$|id="cf-error-details"|class="cf-error-|cloudflare ray id/i;

/**
 * Returns the reason why Cloudflare did not reach the origin; null when the answer is the origin's. When a host is away
 * Cloudflare itself answers, where other platforms throw. Header and body decide, as an origin may use the same status.
 * https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/
 */
export function cloudflareAwayReason({ status, headers, text }: EdgeResponse): Refusal | null {
  const why = words[status];
  if (why === undefined || headers.get("server")?.toLowerCase() !== "cloudflare") return null;
  return madePage.test(text.trim()) ? why : null;
}

/**
 * Returns true for Cloudflare's own answer to HTTP to an IP address, which never reaches that address.
 * https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1003/
 */
export const isCloudflareAddressRefusal = ({ status, headers, text }: EdgeResponse): boolean =>
  status === 403 && headers.get("server")?.toLowerCase() === "cloudflare" && /^error code: 1003\s*$/i.test(text.trim());

/**
 * Returns true when `connect()` was refused before anything was sent.
 * https://developers.cloudflare.com/workers/runtime-apis/tcp-sockets/ lists these texts; it does not distinguish
 * Cloudflare's own addresses from private ones.
 */
export const isConnectRefusalMessage = (message: string): boolean =>
  /cannot connect to the specified address|tcp loop detected/i.test(message);

/** Returns true for the runtime's own limits and failures, which say nothing about the other side. */
export const isRuntimeTroubleMessage = (message: string): boolean =>
  /too many subrequests|exceeded (cpu|memory|.*limit)|internal error; reference|too many .*connections/i.test(message);
