import type { Refusal } from "~/failures/refusal";

/** What an answer needs to be told from the origin's own. */
interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

/** The statuses by which Cloudflare says that it did not reach an origin, and what each means. */
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

/** `error code: 522` is the whole of the short answer; the page for people names its code, too. */
const madePage = /^error code: (\d{3,4})\s*$|id="cf-error-details"|class="cf-error-|cloudflare ray id/i;

/**
 * Cloudflare answers a call to a host that is away itself, where others throw. Header and body decide, as an origin may
 * answer with the same status. https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/
 * Returns why the origin was not reached; null where the answer is the origin's.
 */
export function awayByCloudflare({ status, headers, text }: Answered): Refusal | null {
  const why = words[status];
  if (why === undefined || headers.get("server")?.toLowerCase() !== "cloudflare") return null;
  return madePage.test(text.trim()) ? why : null;
}

/**
 * HTTP to an IP address is answered by Cloudflare itself, and nothing was asked of whoever has it.
 * https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1003/
 */
export const isAddressRefused = ({ status, headers, text }: Answered): boolean =>
  status === 403 && headers.get("server")?.toLowerCase() === "cloudflare" && /^error code: 1003\s*$/i.test(text.trim());

/**
 * Why `connect()` was refused before anything was sent. https://developers.cloudflare.com/workers/runtime-apis/tcp-sockets/
 * lists these words; it does not tell Cloudflare's own addresses from private ones.
 */
export const isRefusedConnect = (message: string): boolean =>
  /cannot connect to the specified address|tcp loop detected/i.test(message);

/** The runtime's own limits and failures: they say nothing of whoever was called. */
export const isOwnTrouble = (message: string): boolean =>
  /too many subrequests|exceeded (cpu|memory|.*limit)|internal error; reference|too many .*connections/i.test(message);
