import type { Refusal } from "~/failures/refusal";
import type { OutboundAnswer } from "~/platform/outbound";
import { containsText, isAsciiText } from "~/text/contains-text";
import { type CheckStep, says } from "../contract";
import { jsonTrouble } from "./json-path";
import type { HttpSettings } from "./settings";
import { headerTrouble, isExpected, statusRanges } from "./status-ranges";

/** A step with a code, which becomes the finding's code when the step fails. */
export interface HttpAssertion extends CheckStep {
  code: string;
  /** True when the assertion could not be evaluated: it neither failed nor passed. */
  isUnknown?: true;
}

const assert = (code: string, title: string, trouble: Refusal | null, well: Refusal): HttpAssertion => ({
  code,
  title: says(title),
  ok: trouble === null,
  detail: trouble ?? well,
});

const unknown = (code: string, title: string, detail: Refusal): HttpAssertion => ({
  code,
  title: says(title),
  ok: false,
  detail,
  isUnknown: true,
});

const asExpected = says("It is as expected.");

/** Returns the failure for a missing text, which mentions that only the first 256 KB are read. */
const missing = ({ truncated }: OutboundAnswer) =>
  says(truncated ? "The text is not there in its first 256 KB." : "The text is not there.");

const present = ({ truncated }: OutboundAnswer) =>
  says(truncated ? "The text is there in its first 256 KB." : "The text is there.");

const notThere = says("It is not there.");
const perhapsLater = says("It is not there in its first 256 KB; what follows was not read.");

/** Returns the reason why it is unknown whether the answer contains these texts; null when enough of it was read. */
export const unreadFor = ({ unread }: OutboundAnswer, ...texts: string[]): Refusal | null =>
  unread && !(unread.ascii && texts.every(isAsciiText)) ? unread.why : null;

function containsAssert(contains: string, answer: OutboundAnswer): HttpAssertion {
  const why = unreadFor(answer, contains);
  if (why) return unknown("text_unread", "Response must contain", why);
  const trouble = containsText(answer.text, contains) ? null : missing(answer);
  return assert("text_missing", "Response must contain", trouble, says("It is there."));
}

function lacksAssert(lacks: string, answer: OutboundAnswer): HttpAssertion {
  const why = unreadFor(answer, lacks);
  if (why) return unknown("text_unread", "Response must not contain", why);
  if (containsText(answer.text, lacks))
    return assert("text_found", "Response must not contain", present(answer), notThere);
  return answer.truncated
    ? unknown("text_cut", "Response must not contain", perhapsLater)
    : assert("text_found", "Response must not contain", null, notThere);
}

const textAsserts = ({ contains, lacks }: HttpSettings, answer: OutboundAnswer): HttpAssertion[] => [
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
  const has = says("It has {{bytes}} bytes.", { bytes });
  const most = mostBytes ?? 0;
  const tooBig = truncated
    ? says("It has {{bytes}} bytes or more, more than {{most}}.", { bytes, most })
    : says("It has {{bytes}} bytes, more than {{most}}.", { bytes, most });
  const trouble = small ? says("It has {{bytes}} bytes, fewer than {{least}}.", { bytes, least: leastBytes }) : tooBig;
  return [assert("size", "Size", small || big ? trouble : null, has)];
}

function jsonAssert({ jsonPath, jsonValue }: HttpSettings, answer: OutboundAnswer): HttpAssertion[] {
  if (!jsonPath) return [];
  const why = unreadFor(answer, jsonPath, jsonValue ?? "");
  if (why) return [unknown("text_unread", "JSON path", why)];
  const trouble = answer.truncated
    ? says("The answer is longer than 256 KB.")
    : jsonTrouble(answer.text, jsonPath, jsonValue);
  return [assert("json", "JSON path", trouble, asExpected)];
}

const answered = (status: number) => says("It answered {{status}}.", { status });

/** Returns every assertion about an answer, in the order in which failures are reported. */
export function assertsOf(settings: HttpSettings, answer: OutboundAnswer): HttpAssertion[] {
  const { status, headers, milliseconds } = answer;
  const good = isExpected(status, statusRanges(settings.statuses) ?? []);
  const other = says("It answered {{status}}, not {{expected}}.", { status, expected: settings.statuses });
  const asserts = [assert("status", "Status", good ? null : other, answered(status))];
  if (settings.header) asserts.push(assert("header", "Header", headerTrouble(settings.header, headers), asExpected));
  asserts.push(...textAsserts(settings, answer), ...sizeAsserts(settings, answer), ...jsonAssert(settings, answer));
  if (settings.latest !== undefined) {
    const most = settings.latest;
    const late =
      milliseconds > most ? says("It took {{milliseconds}} ms, more than {{most}}.", { milliseconds, most }) : null;
    asserts.push(assert("too_slow", "Time", late, says("It took {{milliseconds}} ms.", { milliseconds })));
  }
  return asserts;
}
