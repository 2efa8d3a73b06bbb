import { fail, ok, type Result } from "~/failures/failure";
import { parseExactJsonText } from "./exact-json";
import { jsonComplexity, jsonStringEnd } from "./json-text";

/** Deeper than any list of alerts, and not deep enough to break a reader of the result. */
const maxDepth = 1000;

/**
 * The open brackets at the end of a text, from outside to the outermost list, each with the end of its last whole
 * member.
 */
interface OpenBracket {
  closer: "}" | "]";
  whole: number;
}

/**
 * Closes a truncated JSON text after the last whole member of its outermost list; without a list, after that of its
 * outermost object. Null when nothing is open.
 */
export function closeTruncatedJson(text: string): string | null {
  const open: OpenBracket[] = [];
  let inList = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const top = open.at(-1);
    if (code === 0x22) at = jsonStringEnd(text, at);
    else if (code === 0x7b || code === 0x5b) {
      if (top?.closer === "]") inList++;
      else open.push({ closer: code === 0x7b ? "}" : "]", whole: at + 1 });
    } else if (code === 0x7d || code === 0x5d) {
      if (inList > 0) inList--;
      else open.pop();
    } else if (code === 0x2c && inList === 0 && top) top.whole = at;
  }
  const isListOpen = open.at(-1)?.closer === "]";
  const kept = isListOpen ? open : open.slice(0, 1);
  const end = kept.at(-1)?.whole;
  if (end === undefined) return null;
  const closers = kept.map(({ closer }) => closer).reverse();
  return text.slice(0, end) + closers.join("");
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: parseExactJsonText(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const unreadable = fail({ name: "malformed", code: "bad_json", detail: "The body is not valid JSON." });

export interface ParsedListBody {
  payload: unknown;
  /** True when its end was not read. */
  isShort: boolean;
}

/** Parses the JSON of a body that carries a list, with as many members as it has; `isCut`: only its start was read. */
export function parseListBody(bytes: Uint8Array, isCut: boolean): Result<ParsedListBody> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch (error) {
    if (error instanceof TypeError) return unreadable;
    throw error;
  }
  if (jsonComplexity(text).depth > maxDepth) return unreadable;
  const whole = parsed(text);
  if (whole) return ok({ payload: whole.value, isShort: false });
  const closed = isCut ? closeTruncatedJson(text) : null;
  const beginning = closed === null ? null : parsed(closed);
  return beginning ? ok({ payload: beginning.value, isShort: true }) : unreadable;
}
