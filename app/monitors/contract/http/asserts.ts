import type { Refusal } from "~/failures/refusal";
import type { OutboundAnswer } from "~/platform/outbound";
import { includesNormalizedText, isAsciiText } from "~/text/contains-text";
import { type CheckStep, englishSentence } from "../contract";
import { jsonMismatchRefusal } from "./json-path";
import type { HttpSettings } from "./settings";
import { headerMismatchRefusal, isExpectedStatus, parseStatusRanges } from "./status-ranges";

/** A step with a code, which becomes the finding's code when the step fails. */
export interface HttpAssertionResult extends CheckStep {
  code: string;
  /** True when the assertion could not be evaluated: it neither failed nor passed. */
  isUnknown?: true;
}

const assert = (code: string, title: string, trouble: Refusal | null, well: Refusal): HttpAssertionResult => ({
  code,
  title: englishSentence(title),
  ok: trouble === null,
  detail: trouble ?? well,
});

const unknown = (code: string, title: string, detail: Refusal): HttpAssertionResult => ({
  code,
  title: englishSentence(title),
  ok: false,
  detail,
  isUnknown: true,
});

const asExpected = englishSentence("As expected.");

/** Returns the failure for a missing text, which mentions that only the first 256 KB are read. */
const missing = ({ truncated }: OutboundAnswer) =>
  englishSentence(truncated ? "The text was not found in the first 256 KB." : "The text was not found.");

const present = ({ truncated }: OutboundAnswer) =>
  englishSentence(truncated ? "The text was found in the first 256 KB." : "The text was found.");

const notThere = englishSentence("Not found.");
const perhapsLater = englishSentence("Not found in the first 256 KB; the rest was not read.");

/** Returns the reason why it is unknown whether the answer contains these texts; null when enough of it was read. */
export const unreadTextReason = ({ unread }: OutboundAnswer, ...texts: string[]): Refusal | null =>
  unread && !(unread.ascii && texts.every(isAsciiText)) ? unread.why : null;

function containsAssert(contains: string, answer: OutboundAnswer): HttpAssertionResult {
  const why = unreadTextReason(answer, contains);
  if (why) return unknown("text_unread", "Response must contain", why);
  const trouble = includesNormalizedText(answer.text, contains) ? null : missing(answer);
  return assert("text_missing", "Response must contain", trouble, englishSentence("Found."));
}

function lacksAssert(lacks: string, answer: OutboundAnswer): HttpAssertionResult {
  const why = unreadTextReason(answer, lacks);
  if (why) return unknown("text_unread", "Response must not contain", why);
  if (includesNormalizedText(answer.text, lacks))
    return assert("text_found", "Response must not contain", present(answer), notThere);
  return answer.truncated
    ? unknown("text_cut", "Response must not contain", perhapsLater)
    : assert("text_found", "Response must not contain", null, notThere);
}

const textAsserts = ({ contains, lacks }: HttpSettings, answer: OutboundAnswer): HttpAssertionResult[] => [
  ...(contains === undefined ? [] : [containsAssert(contains, answer)]),
  ...(lacks === undefined ? [] : [lacksAssert(lacks, answer)]),
];

/** Checks the size. A truncated body is at least as long as the part that was read. */
function sizeAsserts(
  { leastBytes, mostBytes }: HttpSettings,
  { text, bytes = text.length, truncated }: OutboundAnswer,
) {
  if (leastBytes === undefined && mostBytes === undefined) return [];
  const small = leastBytes !== undefined && bytes < leastBytes;
  const big = mostBytes !== undefined && (truncated || bytes > mostBytes);
  const has = englishSentence("It has {{bytes}} bytes.", { bytes });
  const most = mostBytes ?? 0;
  const tooBig = truncated
    ? englishSentence("It has at least {{bytes}} bytes, more than {{most}}.", { bytes, most })
    : englishSentence("It has {{bytes}} bytes, more than {{most}}.", { bytes, most });
  const trouble = small
    ? englishSentence("It has {{bytes}} bytes, fewer than {{least}}.", { bytes, least: leastBytes })
    : tooBig;
  return [assert("size", "Size", small || big ? trouble : null, has)];
}

function jsonAssert({ jsonPath, jsonValue }: HttpSettings, answer: OutboundAnswer): HttpAssertionResult[] {
  if (!jsonPath) return [];
  const why = unreadTextReason(answer, jsonPath, jsonValue ?? "");
  if (why) return [unknown("text_unread", "JSON path", why)];
  const trouble = answer.truncated
    ? englishSentence("The response is longer than 256 KB.")
    : jsonMismatchRefusal(answer.text, jsonPath, jsonValue);
  return [assert("json", "JSON path", trouble, asExpected)];
}

const answered = (status: number) => englishSentence("It answered {{status}}.", { status });

/** Returns every assertion about an answer, in the order in which failures are reported. */
export function httpAssertionsOf(settings: HttpSettings, answer: OutboundAnswer): HttpAssertionResult[] {
  const { status, headers, milliseconds } = answer;
  const good = isExpectedStatus(status, parseStatusRanges(settings.statuses) ?? []);
  const other = englishSentence("It answered {{status}}, not {{expected}}.", { status, expected: settings.statuses });
  const asserts = [assert("status", "Status", good ? null : other, answered(status))];
  if (settings.header)
    asserts.push(assert("header", "Header", headerMismatchRefusal(settings.header, headers), asExpected));
  asserts.push(...textAsserts(settings, answer), ...sizeAsserts(settings, answer), ...jsonAssert(settings, answer));
  if (settings.latest !== undefined) {
    const most = settings.latest;
    const late =
      milliseconds > most
        ? englishSentence("It took {{milliseconds}} ms, more than {{most}}.", { milliseconds, most })
        : null;
    asserts.push(assert("too_slow", "Time", late, englishSentence("It took {{milliseconds}} ms.", { milliseconds })));
  }
  return asserts;
}
