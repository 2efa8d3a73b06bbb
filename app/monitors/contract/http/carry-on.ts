import type { Refusal } from "~/failures/refusal";
import type { KeptCookies, OutboundAnswer } from "~/platform/outbound";
import { type Check, type Finding, type Step, says } from "../contract";
import { verdictOf } from "../unanswered";
import { unreadFor } from "./asserts";
import { type Earlier, type Taken, withValues } from "./earlier";
import { jsonValueAt } from "./json-path";

const mostBytes = 256 * 1024;
const longestValue = 4000;
/** Longest total of all values, in characters, because each is searched for in every answer. */
const longestTogether = 8000;

/** Result of the earlier requests: the values that they gave, or the finding that ends the check. */
export type Carried =
  | { ok: true; values: Map<string, string>; steps: Step[]; milliseconds: number }
  | { ok: false; finding: Finding; values: Map<string, string> };

const titled = (number: number) => says("Request {{number}}", { number });

function between(text: string, { after, until }: { after: string; until: string }): string | null {
  const at = text.indexOf(after);
  const from = at + after.length;
  const to = at < 0 ? -1 : text.indexOf(until, from);
  return to < 0 ? null : text.slice(from, to);
}

interface Missed {
  trouble: Refusal;
  isUnread?: true;
}

/** Returns the value, or the reason why it is missing. */
function foundIn({ text, truncated }: OutboundAnswer, taken: Taken): { value: string } | Missed {
  const { name } = taken;
  if ("path" in taken) {
    return truncated ? { trouble: says("The answer is longer than 256 KB.") } : jsonValueAt(text, taken.path);
  }
  const value = between(text, taken);
  return value === null ? { trouble: says("The value {{name}} is not in the answer.", { name }) } : { value };
}

const textsOf = (taken: Taken) => ("path" in taken ? [taken.path] : [taken.after, taken.until]);

/** Returns a value, unless it may lie, or continue, in a part of the answer that was not read. */
function takenFrom(answer: OutboundAnswer, taken: Taken): { value: string } | Missed {
  const found = foundIn(answer, taken);
  const why = unreadFor(answer, ...textsOf(taken), "value" in found ? found.value : "");
  return why ? { trouble: why, isUnread: true } : found;
}

function takeAll(answer: OutboundAnswer, { takes }: Earlier, values: Map<string, string>): Missed | null {
  for (const taken of takes) {
    const found = takenFrom(answer, taken);
    if ("trouble" in found) return found;
    const { length: others } = [...values.values()].join("");
    const room = Math.min(longestValue, longestTogether - others);
    if (found.value.length > room) return { trouble: says("The value {{name}} is too long.", { name: taken.name }) };
    // A lone surrogate cannot be sent, and encoding it into an address would throw.
    values.set(taken.name, found.value.toWellFormed());
  }
  return null;
}

const isWell = (status: number) => status >= 200 && status < 400;

/**
 * Makes each request in turn, one call each. Redirects are answers like any other and are not followed. Cookies that
 * hosts set are sent along.
 */
export async function carryOn(
  requests: readonly Earlier[],
  { outbound, timeout, now, cookies }: Pick<Check<unknown>, "outbound" | "timeout" | "now"> & { cookies: KeptCookies },
): Promise<Carried> {
  const values = new Map<string, string>();
  const [begun, steps]: [number, Step[]] = [now(), []];
  let milliseconds = 0;
  for (const [index, request] of requests.entries()) {
    const title = titled(index + 1);
    const { url, method, headers, body } = withValues(request, values);
    const left = Math.max(1, timeout - (now() - begun));
    const sent = { url, method, headers, cookies, timeout: left, maxBytes: mostBytes };
    const answer = await outbound.fetch(body === undefined ? sent : { ...sent, body });
    milliseconds += answer.milliseconds;
    const failed = (verdict: Finding["verdict"], code: string, detail: Refusal): Carried => {
      const finding = { verdict, code, detail, milliseconds: answer.ok ? milliseconds : null };
      return { ok: false, values, finding: { ...finding, steps: [...steps, { title, ok: false, detail }] } };
    };
    if (!answer.ok) return failed(verdictOf(answer), answer.code, answer.detail);
    const detail = says("It answered {{status}}.", { status: answer.status });
    if (!isWell(answer.status)) return failed("down", "status", detail);
    const missed = takeAll(answer, request, values);
    if (missed?.isUnread) return failed("unknown", "text_unread", missed.trouble);
    if (missed) return failed("down", "value_missing", missed.trouble);
    steps.push({ title, ok: true, detail });
  }
  return { ok: true, values, steps, milliseconds };
}
