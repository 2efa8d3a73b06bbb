import type { OutboundAnswer } from "../../platform/outbound";
import type { Step } from "../contract";
import { headerTrouble, isExpected, statusRanges } from "./expected";
import { jsonTrouble } from "./json-path";
import type { HttpSettings } from "./settings";

/** A step that has a code, for the one that is told when it fails. */
export interface Assert extends Step {
  code: string;
}

const assert = (code: string, title: string, trouble: string | null, well: string): Assert => ({
  code,
  title,
  ok: trouble === null,
  detail: trouble ?? well,
});

/** Only so much of an answer is read. */
const within = ({ truncated }: OutboundAnswer) => (truncated ? " in its first 256 KB" : "");

function textAsserts({ contains, lacks }: HttpSettings, answer: OutboundAnswer): Assert[] {
  const where = within(answer);
  const asserts: Assert[] = [];
  if (contains !== undefined) {
    const missing = answer.text.includes(contains) ? null : `The text is not there${where}.`;
    asserts.push(assert("text_missing", "Response must contain", missing, "It is there."));
  }
  if (lacks !== undefined) {
    const found = answer.text.includes(lacks) ? `The text is there${where}.` : null;
    asserts.push(assert("text_found", "Response must not contain", found, `It is not there${where}.`));
  }
  return asserts;
}

function jsonAssert({ jsonPath, jsonValue }: HttpSettings, answer: OutboundAnswer): Assert[] {
  if (!jsonPath) return [];
  const trouble = answer.truncated
    ? "The answer is longer than 256 KB."
    : jsonTrouble(answer.text, jsonPath, jsonValue);
  return [assert("json", "JSON path", trouble, "It is as expected.")];
}

/** Each thing that was asked of an answer, in the order in which people are told of it. */
export function assertsOf(settings: HttpSettings, answer: OutboundAnswer): Assert[] {
  const { status, headers, milliseconds } = answer;
  const good = isExpected(status, statusRanges(settings.statuses) ?? []);
  const asserts = [assert("status", "Status", good ? null : `It answered ${status}.`, `It answered ${status}.`)];
  if (settings.header) {
    asserts.push(assert("header", "Header", headerTrouble(settings.header, headers), "It is as expected."));
  }
  asserts.push(...textAsserts(settings, answer), ...jsonAssert(settings, answer));
  if (settings.latest !== undefined) {
    const took = `It took ${milliseconds} ms`;
    const late = milliseconds > settings.latest ? `${took}, more than ${settings.latest}.` : null;
    asserts.push(assert("too_slow", "Time", late, `${took}.`));
  }
  return asserts;
}
