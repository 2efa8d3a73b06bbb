import { httpQuestion, isAboutReaching, type PublicLook } from "../globalping/question";
import { isExpected, statusRanges } from "./expected";
import { earlierOf, type HttpSettings } from "./settings";

/** The monitor sends nothing that strangers are not told: what they are answered is what it is answered. */
const isPlain = ({ url, method, headers, auth }: HttpSettings): boolean =>
  /^(?:GET|HEAD)$/.test(method) && !headers && auth === "none" && new URL(url).search === "";

/** Strangers ask with HEAD: a server that answers 501 only says that it knows no HEAD. */
const isServerTrouble = (status: number) => status >= 500 && status !== 501;

/** Whether it is reached and how it answers; strangers take no earlier steps, and say nothing of texts and headers. */
export function httpLook(settings: HttpSettings): PublicLook | null {
  if (earlierOf(settings).length > 0) return null;
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
