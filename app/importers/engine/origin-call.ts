import type { Ctx } from "~/platform/ctx";
import type { OutboundFailure } from "~/platform/outbound";
import { sanitiseStrangerText } from "~/text/stranger-text";
import type { OriginAnswer, OriginRefusal, OriginRequest, OriginSettings } from "../contract/origin";
import type { ImportRefusal } from "../rules/import-job";

/** Most bytes of an answer that are read. */
const maxAnswerBytes = 1_000_000;
const callTimeoutMs = 15_000;
/** Redirects that are followed; what identifies people is not sent to another host. */
const maxRedirects = 3;

export type OriginCallResult =
  | { kind: "answer"; answer: OriginAnswer }
  /** No answer came, and one may come later. */
  | { kind: "away"; refusal: ImportRefusal }
  | { kind: "refused"; refusal: ImportRefusal };

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

/** True when a request holds the key, in its URL, headers or body. */
function hasKey({ url, headers, body = "" }: OriginRequest, { key }: Pick<OriginSettings, "key">): boolean {
  const secret = key.trim();
  if (secret === "") return false;
  return [url, body, ...Object.values(headers)].some((each) => each.includes(secret));
}

/** Returns the only origin to which the key is sent; null until it was sent. */
export function httpOriginOfKey(
  request: OriginRequest,
  settings: OriginSettings,
  known: string | null,
): { ok: true; keyOrigin: string | null } | { ok: false; refusal: ImportRefusal } {
  const origin = URL.parse(request.url)?.origin ?? "";
  if (!hasKey(request, settings)) return { ok: true, keyOrigin: known };
  if (known === null || known === origin) return { ok: true, keyOrigin: origin };
  const message = `${known} leads to ${hostOf(request.url)}, to which the key is not sent.`;
  return { ok: false, refusal: { code: "unusable_answer", message } };
}

function failureOf({ url }: OriginRequest, { reason, code }: OutboundFailure): OriginCallResult {
  const host = hostOf(url);
  switch (reason) {
    case "blocked":
      if (code === "own_trouble") break;
      return {
        kind: "refused",
        refusal: { code: "blocked", message: `${host} may not be called from here (${code}). Check the address.` },
      };
    case "too_many_redirects":
      return {
        kind: "refused",
        refusal: {
          code: "unusable_answer",
          message: `${host} redirects too often. Enter the address that it leads to.`,
        },
      };
    case "timeout":
      return {
        kind: "away",
        refusal: { code: "unreachable", message: `${host} did not answer within ${callTimeoutMs / 1000} seconds.` },
      };
    default:
      break;
  }
  return {
    kind: "away",
    refusal: {
      code: "unreachable",
      message: `${host} could not be reached (${code}). Check the address, or try it later.`,
    },
  };
}

/** Calls an origin, guarded like all calls to addresses that the team gave. */
export async function callOrigin(ctx: Ctx, request: OriginRequest): Promise<OriginCallResult> {
  const { method, url, headers, body } = request;
  const answer = await ctx.outbound("team").fetch({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    timeout: callTimeoutMs,
    maxBytes: maxAnswerBytes,
    redirects: maxRedirects,
  });
  if (!answer.ok) return failureOf(request, answer);
  const { status, text, truncated } = answer;
  return { kind: "answer", answer: { status, headers: answer.headers, text, isCut: truncated } };
}

const maxQuotedChars = 200;

function firstText(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > 3) return "";
  const record = value as Record<string, unknown>;
  const named = [record.message, record.error, record.error_description, record.detail, record.errors];
  for (const each of [...named, ...Object.values(record)]) {
    const text = firstText(each, depth + 1);
    if (text !== "") return text;
  }
  return "";
}

function jsonText(text: string): string {
  try {
    return firstText(JSON.parse(text));
  } catch {
    return text.trimStart().startsWith("<") ? "" : text;
  }
}

/** Adds what the origin itself said to a refusal of the key, without the key. */
export function refusalWithOriginWords(
  refusal: OriginRefusal,
  { status, text }: OriginAnswer,
  { key }: OriginSettings,
): ImportRefusal {
  if (status !== 401 && status !== 403) return refusal;
  const secret = key.trim();
  const plain = secret === "" ? jsonText(text) : jsonText(text).replaceAll(secret, "…");
  const said = sanitiseStrangerText(plain, maxQuotedChars).trim();
  return said === "" ? refusal : { ...refusal, message: `${refusal.message} It answered: “${said}”` };
}
