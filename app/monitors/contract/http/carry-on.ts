import type { Refusal } from "~/failures/refusal";
import type { CookieJar, OutboundAnswer } from "~/platform/outbound";
import { type CheckFinding, type CheckInput, type CheckStep, englishSentence } from "../contract";
import { outboundFailureVerdict } from "../unanswered-call";
import { unreadTextReason } from "./asserts";
import { jsonValueAt } from "./json-path";
import { type PrecedingRequest, type ValueExtraction, withTemplateValues } from "./preceding-requests";

const mostBytes = 256 * 1024;
const maxValueChars = 4000;
/** Longest total of all values, in characters, because each is searched for in every answer. */
const maxTotalChars = 8000;

/** Result of the earlier requests: the values that they gave, or the finding that ends the check. */
export type PrecedingRequestsResult =
  | { ok: true; values: Map<string, string>; steps: CheckStep[]; milliseconds: number }
  | { ok: false; finding: CheckFinding; values: Map<string, string> };

const titled = (number: number) => englishSentence("Request {{number}}", { number });

function between(text: string, { after, until }: { after: string; until: string }): string | null {
  const at = text.indexOf(after);
  const from = at + after.length;
  const to = at < 0 ? -1 : text.indexOf(until, from);
  return to < 0 ? null : text.slice(from, to);
}

interface MissingValue {
  trouble: Refusal;
  isUnread?: true;
}

/** Returns the value, or the reason why it is missing. */
function foundIn({ text, truncated }: OutboundAnswer, taken: ValueExtraction): { value: string } | MissingValue {
  const { name } = taken;
  if ("path" in taken) {
    return truncated
      ? { trouble: englishSentence("The response is longer than 256 KB.") }
      : jsonValueAt(text, taken.path);
  }
  const value = between(text, taken);
  return value === null
    ? { trouble: englishSentence("The value {{name}} is not in the response.", { name }) }
    : { value };
}

const textsOf = (taken: ValueExtraction) => ("path" in taken ? [taken.path] : [taken.after, taken.until]);

/** Returns a value, unless it may lie, or continue, in a part of the answer that was not read. */
function takenFrom(answer: OutboundAnswer, taken: ValueExtraction): { value: string } | MissingValue {
  const found = foundIn(answer, taken);
  const why = unreadTextReason(answer, ...textsOf(taken), "value" in found ? found.value : "");
  return why ? { trouble: why, isUnread: true } : found;
}

function takeAll(
  answer: OutboundAnswer,
  { takes }: PrecedingRequest,
  values: Map<string, string>,
): MissingValue | null {
  for (const taken of takes) {
    const found = takenFrom(answer, taken);
    if ("trouble" in found) return found;
    const { length: others } = [...values.values()].join("");
    const room = Math.min(maxValueChars, maxTotalChars - others);
    if (found.value.length > room)
      return { trouble: englishSentence("The value {{name}} is too long.", { name: taken.name }) };
    // A lone surrogate cannot be sent, and encoding it into an address would throw.
    values.set(taken.name, found.value.toWellFormed());
  }
  return null;
}

const isWell = (status: number) => status >= 200 && status < 400;

/**
 * Sends each request in turn, with one call each. Redirects are responses like any other and are not followed. Cookies
 * that hosts set are sent with later requests.
 */
export async function runPrecedingRequests(
  requests: readonly PrecedingRequest[],
  {
    outbound,
    timeout,
    now,
    cookies,
  }: Pick<CheckInput<unknown>, "outbound" | "timeout" | "now"> & { cookies: CookieJar },
): Promise<PrecedingRequestsResult> {
  const values = new Map<string, string>();
  const [begun, steps]: [number, CheckStep[]] = [now(), []];
  let milliseconds = 0;
  for (const [index, request] of requests.entries()) {
    const title = titled(index + 1);
    const { url, method, headers, body } = withTemplateValues(request, values);
    const left = Math.max(1, timeout - (now() - begun));
    const sent = { url, method, headers, cookies, timeout: left, maxBytes: mostBytes };
    const answer = await outbound.fetch(body === undefined ? sent : { ...sent, body });
    milliseconds += answer.milliseconds;
    const failed = (verdict: CheckFinding["verdict"], code: string, detail: Refusal): PrecedingRequestsResult => {
      const finding = { verdict, code, detail, milliseconds: answer.ok ? milliseconds : null };
      return { ok: false, values, finding: { ...finding, steps: [...steps, { title, ok: false, detail }] } };
    };
    if (!answer.ok) return failed(outboundFailureVerdict(answer), answer.code, answer.detail);
    const detail = englishSentence("It answered {{status}}.", { status: answer.status });
    if (!isWell(answer.status)) return failed("down", "status", detail);
    const missed = takeAll(answer, request, values);
    if (missed?.isUnread) return failed("unknown", "text_unread", missed.trouble);
    if (missed) return failed("down", "value_missing", missed.trouble);
    steps.push({ title, ok: true, detail });
  }
  return { ok: true, values, steps, milliseconds };
}
