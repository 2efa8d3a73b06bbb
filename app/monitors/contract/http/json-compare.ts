import type { JsonValue } from "jsonpath-rfc9535";

/** Error thrown when a query on an answer takes more work than a check may spend. */
export class TooManyJsonQueryStepsError extends Error {}

/**
 * Maximum number of steps of a query: about 50 ms, enough to visit each value of 256 KB a few times. Steps measure
 * work, not time, so that a query on the same response always ends in the same way.
 */
const maxQuerySteps = 1_000_000;

export interface JsonQueryStepBudget {
  /** Charges `count` steps. Throws TooManyJsonQueryStepsError. */
  take(count: number): void;
}

export function makeJsonQueryStepBudget(most = maxQuerySteps): JsonQueryStepBudget {
  let left = most;
  return {
    take(count) {
      left -= count;
      if (left < 0) throw new TooManyJsonQueryStepsError();
    },
  };
}

/** Result of a query; undefined when it finds nothing, as JSON itself has no undefined. */
export type JsonQueryResult = JsonValue | undefined;

export const isJsonObject = (value: JsonQueryResult): value is { [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Letters of a text that are compared in about the time of one step. */
const charsPerStep = 100;
/** Cost of each name, because an object's list of names is built again each time. */
const stepsPerName = 2;

const isText = (value: JsonQueryResult): value is string => typeof value === "string";

function takeLetters(left: JsonQueryResult, right: JsonQueryResult, steps: JsonQueryStepBudget): void {
  const letters = isText(left) && isText(right) ? Math.min(left.length, right.length) : 0;
  steps.take(1 + letters / charsPerStep);
}

/** Returns the pairs of members that must be equal; null when the values cannot be equal. */
function paired(
  left: JsonQueryResult,
  right: JsonQueryResult,
  steps: JsonQueryStepBudget,
): [JsonQueryResult, JsonQueryResult][] | null {
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return null;
    steps.take(left.length);
    return left.map((each, index) => [each, right[index]]);
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return null;
  const names = Object.keys(left);
  steps.take(names.length * stepsPerName);
  const same = Object.keys(right).length === names.length && names.every((name) => Object.hasOwn(right, name));
  return same ? names.map((name) => [left[name], right[name]]) : null;
}

/** Compares as RFC 9535 does, without recursion: an answer may be nested as deeply as it is long. */
export function isJsonEqual(left: JsonQueryResult, right: JsonQueryResult, steps: JsonQueryStepBudget): boolean {
  const pending: [JsonQueryResult, JsonQueryResult][] = [[left, right]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [one, other] = pair;
    takeLetters(one, other, steps);
    if (one === other) continue;
    const members = paired(one, other, steps);
    if (!members) return false;
    for (const each of members) pending.push(each);
  }
  return true;
}

/** Compares two values; only numbers and texts have an order. */
function isLess(left: JsonQueryResult, right: JsonQueryResult, steps: JsonQueryStepBudget): boolean {
  takeLetters(left, right, steps);
  if (typeof left === "number" && typeof right === "number") return left < right;
  return isText(left) && isText(right) && left < right;
}

const comparisons: Record<
  string,
  (left: JsonQueryResult, right: JsonQueryResult, steps: JsonQueryStepBudget) => boolean
> = {
  "==": isJsonEqual,
  "!=": (left, right, steps) => !isJsonEqual(left, right, steps),
  "<": isLess,
  ">": (left, right, steps) => isLess(right, left, steps),
  "<=": (left, right, steps) => isLess(left, right, steps) || isJsonEqual(left, right, steps),
  ">=": (left, right, steps) => isLess(right, left, steps) || isJsonEqual(left, right, steps),
};

export const compareJsonValues = (
  left: JsonQueryResult,
  op: string,
  right: JsonQueryResult,
  steps: JsonQueryStepBudget,
): boolean => comparisons[op]?.(left, right, steps) ?? false;

/** Returns the number of letters, members or elements; undefined for a value without a length. */
export function lengthOfJsonValue(value: JsonQueryResult, steps: JsonQueryStepBudget): JsonQueryResult {
  if (Array.isArray(value)) return value.length;
  if (isText(value)) steps.take(value.length / 10);
  if (isText(value)) return value.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, " ").length;
  if (!isJsonObject(value)) return undefined;
  const { length } = Object.keys(value);
  steps.take(length * stepsPerName);
  return length;
}
