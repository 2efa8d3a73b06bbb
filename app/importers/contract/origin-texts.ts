import { jsonComplexity } from "~/text/json-text";
import type { OriginRefusal, OriginResult } from "./origin";

export const originRefusal = (code: OriginRefusal["code"], message: string): { ok: false; refusal: OriginRefusal } => ({
  ok: false,
  refusal: { code, message },
});

const maxDepth = 64;

/** Returns the line and column of a position. */
function placeAt(text: string, position: number): string {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function jsonFault(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return placeAt(text, Number(position));
  return text.trim() === "" ? "it is empty" : `it ends or breaks before ${placeAt(text, text.length)}`;
}

/** Parses JSON; `what` is the file's path or the address, for the refusal. */
export function parseOriginJson(what: string, text: string): OriginResult<unknown> {
  if (jsonComplexity(text).depth > maxDepth) return originRefusal("broken", `${what} is nested too deeply.`);
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch (error) {
    return originRefusal("broken", `${what} is not JSON: ${jsonFault(text, error)}. Export it again.`);
  }
}
