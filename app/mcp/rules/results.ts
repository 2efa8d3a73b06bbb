import type { Failure } from "~/failures/failure";
import type { RpcError } from "./rpc-message";
import { hasUntrustedMark, untrustedTextNote } from "./untrusted-text";

/** The answer of a method: its result, or an error that belongs to the request. */
export type MethodAnswer = { result: Readonly<Record<string, unknown>> } | { error: RpcError };

interface TextContent {
  type: "text";
  text: string;
}

const textContent = (text: string): TextContent => ({ type: "text", text });

/** Returns JSON as text for agents, with a note before it where other people's text is in it. */
export function contentOfJson(value: unknown): TextContent[] {
  const text = JSON.stringify(value);
  return [...(hasUntrustedMark(text) ? [textContent(untrustedTextNote)] : []), textContent(text)];
}

export const toolResult = (value: object): MethodAnswer => ({
  result: { content: contentOfJson(value), structuredContent: value, isError: false },
});

/** Returns a refusal that the agent reads, so that it can correct its call. */
export const toolErrorResult = (text: string): MethodAnswer => ({
  result: { content: [textContent(text)], isError: true },
});

/** Sentences for failures that have none of their own. */
const adviceByFailure: Partial<Record<Failure["name"], string>> = {
  missing: "There is no such thing, or the token may not see it.",
  gone: "It was deleted.",
  forbidden: "The token may not do this.",
  overloaded: "Nothing was saved: the database is unavailable.",
  limited: "Too many requests.",
};

/** Returns the sentence of a failure; `detail` is its own text. */
export function failureSentence(failure: Failure, detail: string | undefined): string {
  const code = "code" in failure && failure.code ? failure.code : failure.name;
  const retry = "retryAfter" in failure ? ` Try again in ${Math.ceil(failure.retryAfter)} seconds.` : "";
  return `${code}: ${detail ?? adviceByFailure[failure.name] ?? "It was refused."}${retry}`;
}
