import { httpProbeQuestion, isReachabilityFinding, type PublicProbeCheck } from "../globalping/question";
import { type HttpSettings, precedingRequestsOf } from "./settings";
import { isExpectedStatus, parseStatusRanges } from "./status-ranges";

/** Returns true when the request has no part that public probes do not send, so that they receive the same answer. */
const isPlain = ({ url, method, headers, auth }: HttpSettings): boolean =>
  /^(?:GET|HEAD)$/.test(method) && !headers && auth === "none" && new URL(url).search === "";

/**
 * Returns true for a server error except 501: probes ask with HEAD, and 501 only says that the server does not support
 * HEAD.
 */
const isServerTrouble = (status: number) => status >= 500 && status !== 501;

/**
 * Returns the look that checks reachability and status; null with earlier requests, which probes cannot make. Probes do
 * not check texts and headers.
 */
export function httpProbeCheck(settings: HttpSettings): PublicProbeCheck | null {
  if (precedingRequestsOf(settings).length > 0) return null;
  const question = httpProbeQuestion(settings.url, settings.method);
  const ranges = parseStatusRanges(settings.statuses) ?? [];
  const isWell = (status: number) => {
    if (isExpectedStatus(status, ranges)) return true;
    if (isServerTrouble(status)) return false;
    const goesOn = status >= 300 && status < 400 && settings.follow === "yes";
    return isPlain(settings) && !goesOn ? false : null;
  };
  return (
    question && {
      question,
      covers: (found) => isReachabilityFinding(found) || (found.verdict === "down" && found.code === "status"),
      isWell: (answer) => (answer.type === "http" ? isWell(answer.status) : null),
    }
  );
}
