import type { JsonValue } from "jsonpath-rfc9535";
import parse, { type JsonPathQuery } from "jsonpath-rfc9535/parser";
import { isSecretFieldName } from "~/access/secret-names";
import { redactionMask } from "~/access/strike-out";
import { englishSentence, type Refusal } from "~/failures/refusal";
import { parseExactJsonText } from "~/text/exact-json";
import {
  isJsonEqual,
  type JsonQueryStepBudget,
  makeJsonQueryStepBudget,
  TooManyJsonQueryStepsError,
} from "./json-compare";
import { queryJson } from "./json-query";

interface JsonPathNode {
  type: string;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is JsonPathNode =>
  typeof value === "object" && value !== null && "type" in value;

const childrenOf = (node: JsonPathNode): JsonPathNode[] => Object.values(node).flat().filter(isNode);

const allOf = (node: JsonPathNode): JsonPathNode[] => [node, ...childrenOf(node).flatMap(allOf)];

const single = new Set(["NameSelector", "MemberNameShorthand", "IndexSelector"]);

const isWalk = (node: JsonPathNode) => /Selector$|Shorthand$/.test(node.type) && !single.has(node.type);

/**
 * Returns true for a path that can take more than path × document steps, comparisons aside: anything that visits a
 * place more than once. Regular expressions are refused elsewhere.
 */
function isCostly(path: JsonPathQuery): boolean {
  const nodes = allOf(path);
  const count = (type: string) => nodes.filter((each) => each.type === type).length;
  const several = nodes.some((each) => each.type === "BracketedSelection" && childrenOf(each).length > 1);
  const filters = nodes
    .filter((each) => each.type === "FilterSelector")
    .flatMap(childrenOf)
    .flatMap(allOf);
  const walking = filters.some((each) => isWalk(each) || each.type === "DescendantSegment");
  return several || walking || count("DescendantSegment") > 1;
}

const usesExpressions = (path: JsonPathQuery) =>
  allOf(path).some(({ type, name }) => type === "FunctionExpr" && (name === "match" || name === "search"));

const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

const alternatives = (path: JsonPathQuery) => allOf(path).filter(({ type }) => type === "LogicalOrExpr");

/**
 * Works around a bug of the parser, which joins a third condition by “or” although the path has `&&`. In a path without
 * `||` each of those is an “and”. Returns null for a mix of both, because the parser's result does not distinguish
 * them.
 */
function withItsAnds(path: JsonPathQuery, text: string): JsonPathQuery | null {
  const [, ...written] = text.replaceAll(quoted, "").split("||");
  const read = alternatives(path);
  if (read.length === written.length) return path;
  if (written.length > 0) return null;
  for (const each of read) each.type = "LogicalAndExpr";
  return path;
}

/** Longest path, in characters: enough for any real use, and quick to parse. */
export const maxJsonPathChars = 200;

/** Most parentheses, because the parser takes eight times as long for each call within a call. */
const maxNestedCalls = 4;

const regularExpression = englishSentence(
  "pattern_unsupported: match() and search() are regular expressions; compare the value instead.",
);
const tooCostly = englishSentence(
  "pattern_unsupported: use at most one “..”, one selector in each pair of brackets, and plain members in a filter.",
);

/** Returns the parsed path, or why it is refused. */
function readPath(text: string): { path: JsonPathQuery } | { trouble: Refusal } {
  if (text.split("(").length - 1 > maxNestedCalls) return { trouble: tooCostly };
  try {
    const path = withItsAnds(parse(text), text);
    if (path === null) return { trouble: tooCostly };
    if (usesExpressions(path)) return { trouble: regularExpression };
    return isCostly(path) ? { trouble: tooCostly } : { path };
  } catch {
    return { trouble: englishSentence("Enter a JSON path (RFC 9535), such as $.status or $.checks[0].state.") };
  }
}

/** Returns the reason why a path is refused, for its form; null when it is accepted. */
export function jsonPathRefusal(text: string): Refusal | null {
  const read = readPath(text);
  return "trouble" in read ? read.trouble : null;
}

const shown = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const isScalar = (value: JsonValue) => typeof value !== "object" || value === null;

/** Compares lists and objects member by member: as text, nested values would be serialised again for each place. */
function isExpected(found: readonly JsonValue[], expected: string, steps: JsonQueryStepBudget): boolean {
  const whole = jsonOf(expected);
  const isOne = whole === undefined || isScalar(whole);
  return found.some((each) => {
    steps.take(1);
    if (isScalar(each)) return shown(each) === expected;
    return !isOne && isJsonEqual(each, whole, steps);
  });
}

/** Numbers this long have lost their last digits in parsing. */
const longNumber = /^-?\d{16,}$/;

const tooManySteps = englishSentence(
  "Finding the JSON path in this response takes too long: use a direct path, without “..” or a filter on everything.",
);

/** Returns a text for an error in reading an answer's JSON; rethrows any other error. */
function inWords(error: unknown): Refusal {
  if (error instanceof TooManyJsonQueryStepsError) return tooManySteps;
  if (error instanceof SyntaxError) return englishSentence("The response is not JSON.");
  if (error instanceof RangeError) return englishSentence("The response’s JSON is nested too deeply.");
  throw error;
}

/** Returns the first value at the path as text; a value that is not a text is written as JSON. */
export function jsonValueAt(text: string, path: string): { value: string } | { trouble: Refusal } {
  const read = readPath(path);
  if ("trouble" in read) return read;
  try {
    const [found] = queryJson(JSON.parse(text) as JsonValue, read.path, makeJsonQueryStepBudget());
    if (found === undefined) return { trouble: englishSentence("The JSON has nothing at {{path}}.", { path }) };
    return { value: shown(found) };
  } catch (error) {
    return { trouble: inWords(error) };
  }
}

/**
 * Compares `expected` with a text as it is and with any other value as JSON; without `expected`, some value must exist.
 * Returns null when it matches.
 */
export function jsonMismatchRefusal(
  text: string,
  path: string,
  expected: string | undefined,
  steps: JsonQueryStepBudget = makeJsonQueryStepBudget(),
): Refusal | null {
  const read = readPath(path);
  if ("trouble" in read) return read.trouble;
  try {
    const found = queryJson(JSON.parse(text) as JsonValue, read.path, steps);
    if (found.length === 0) return englishSentence("The JSON has nothing at {{path}}.", { path });
    if (expected === undefined || isExpected(found, expected, steps)) return null;
    const exact = longNumber.test(expected) ? queryJson(parseExactJsonText(text) as JsonValue, read.path, steps) : [];
    if (isExpected(exact, expected, steps)) return null;
    if (isSecretFieldName(path))
      return englishSentence("The JSON at {{path}} is “{{found}}”.", { path, found: redactionMask });
    const told = { path, found: shown((exact.length > 0 ? exact : found)[0] ?? null), expected };
    return englishSentence("The JSON at {{path}} is “{{found}}”, not “{{expected}}”.", told);
  } catch (error) {
    return inWords(error);
  }
}
