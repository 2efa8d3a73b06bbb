import { httpProbeQuestion, isReachabilityFinding, type PublicProbeCheck } from "../globalping/question";
import { type HttpSettings, precedingRequestsOfHttpCheck } from "./settings";
import { isExpectedStatus, parseStatusRanges } from "./status-ranges";

/** True when the request has no part that public probes do not send, so that they receive the same response. */
const isPlain = ({ url, method, headers, auth }: HttpSettings): boolean =>
  /^(?:GET|HEAD)$/.test(method) && !headers && auth === "none" && new URL(url).search === "";

/** True for a server error except 501. Probes send HEAD, and 501 only means that the server does not support HEAD. */
const isServerTrouble = (status: number) => status >= 500 && status !== 501;

/**
 * Returns the check of reachability and status by probes; null with earlier requests, which probes cannot send. Probes
 * do not check texts and headers.
 */
export function httpProbeCheck(settings: HttpSettings): PublicProbeCheck | null {
  if (precedingRequestsOfHttpCheck(settings).length > 0) return null;
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
