import { httpQuestion, isAboutReaching, type PublicLook } from "../globalping/question";
import { type HttpSettings, precedingRequestsOf } from "./settings";
import { isExpected, statusRanges } from "./status-ranges";

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
export function httpLook(settings: HttpSettings): PublicLook | null {
  if (precedingRequestsOf(settings).length > 0) return null;
  const question = httpQuestion(settings.url, settings.method);
  const ranges = statusRanges(settings.statuses) ?? [];
  const isWell = (status: number) => {
    if (isExpected(status, ranges)) return true;
    if (isServerTrouble(status)) return false;
    const goesOn = status >= 300 && status < 400 && settings.follow === "yes";
    return isPlain(settings) && !goesOn ? false : null;
  };
  return (
    question && {
      question,
      covers: (found) => isAboutReaching(found) || (found.verdict === "down" && found.code === "status"),
      isWell: (answer) => (answer.type === "http" ? isWell(answer.status) : null),
    }
  );
}
