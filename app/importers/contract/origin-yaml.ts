import { LineCounter, parseDocument } from "yaml";
import type { OriginResult } from "./origin";
import { originRefusal } from "./origin-texts";

/** Aliases may multiply the values of a file at most so often: real files repeat their anchors some hundred times. */
const maxAliasCount = 2000;
const maxValueChars = 4_000_000;
const maxFlowDepth = 200;

/** Returns true for a text whose brackets are nested beyond any real file, which would exhaust the parser. */
function isTooDeep(text: string): boolean {
  let [depth, deepest] = [0, 0];
  for (const char of text) {
    if (char === "[" || char === "{") deepest = Math.max(deepest, ++depth);
    else if (char === "]" || char === "}") depth = Math.max(0, depth - 1);
  }
  return deepest > maxFlowDepth;
}

/** Returns true when the value has an end and a size that can be read: an alias may contain itself. */
function isBounded(value: unknown): boolean {
  try {
    return (JSON.stringify(value) ?? "").length <= maxValueChars;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

/** A file that says it is YAML 1.1 is read by the same rules, where `yes` is a text and `!!timestamp` no date. */
const coreOnly = { schema: "core", resolveKnownTags: false } as const;

/** Parses one YAML document with merge keys; times stay texts. `path` is for the refusal. */
export function parseOriginYaml(path: string, text: string): OriginResult<unknown> {
  if (isTooDeep(text)) return originRefusal("broken", `${path} is nested too deeply.`);
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { ...coreOnly, merge: true, lineCounter, logLevel: "silent" });
    const [error] = document.errors;
    if (error) {
      const { line, col } = lineCounter.linePos(error.pos[0]);
      return originRefusal("broken", `${path} is not YAML: line ${line}, column ${col}. Mend it and upload it again.`);
    }
    const value: unknown = document.toJS({ maxAliasCount });
    return isBounded(value) ? { ok: true, value } : originRefusal("too_large", `${path}: its aliases have no end.`);
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof RangeError || error instanceof TypeError)) throw error;
    return originRefusal("broken", `${path}: its keys or aliases cannot be resolved.`);
  }
}
