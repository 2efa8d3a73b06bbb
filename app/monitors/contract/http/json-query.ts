import type { JsonValue } from "jsonpath-rfc9535";
import type { JsonPathQuery } from "jsonpath-rfc9535/parser";
import {
  compareJsonValues,
  isJsonObject,
  type JsonQueryResult,
  type JsonQueryStepBudget,
  lengthOfJsonValue,
} from "./json-compare";

type Segment = JsonPathQuery["segments"][number];
type BracketedNode = Extract<Segment["node"], { type: "BracketedSelection" }>;
type Selector = Segment["node"] | BracketedNode["selectors"][number];
type Filter = Extract<Selector, { type: "FilterSelector" }>["value"];
type FilterTest = Extract<Filter, { type: "TestExpr" }>["expression"];
type FilterQuery = Extract<FilterTest, { type: "FilterQuery" }>["value"];
type FilterFunctionCall = Extract<FilterTest, { type: "FunctionExpr" }>;
type Comparison = Extract<Filter, { type: "ComparisonExpr" }>;
type IndexSelector = Extract<Selector, { type: "IndexSelector" }>;
type SliceSelector = Extract<Selector, { type: "SliceSelector" }>;

/** The place that a filter examines, with the counter of its steps. */
interface FilterContext {
  root: JsonValue;
  at: JsonValue;
  steps: JsonQueryStepBudget;
}

function childrenOf({ at, steps }: FilterContext): JsonValue[] {
  const children = Array.isArray(at) ? at : isJsonObject(at) ? Object.values(at) : [];
  steps.take(children.length);
  return children;
}

/** Returns the index, which the parser wraps one level deeper within a comparison than its types state. */
const indexOf = (selector: IndexSelector & { selector?: IndexSelector }): number =>
  (selector.selector ?? selector).value;

const someOf = (value: JsonQueryResult): JsonValue[] => (value === undefined ? [] : [value]);

function sliced({ at, steps }: FilterContext, { start, end, step }: SliceSelector): JsonValue[] {
  const by = step ?? 1;
  if (!Array.isArray(at) || by === 0) return [];
  const [low, high] = by > 0 ? [0, at.length] : [-1, at.length - 1];
  const within = (index: number) => Math.min(Math.max(index < 0 ? at.length + index : index, low), high);
  const [from, to] = by > 0 ? [start ?? 0, end ?? at.length] : [start ?? at.length - 1, end ?? -at.length - 1];
  const found: JsonValue[] = [];
  for (let index = within(from); by > 0 ? index < within(to) : index > within(to); index += by) {
    steps.take(1);
    found.push(at[index] as JsonValue);
  }
  return found;
}

const single = new Set(["MemberNameShorthand", "NameSelector", "IndexSelector"]);

/** Returns the selected values. A name or an index costs one step; other selectors charge for each value. */
function selected(place: FilterContext, selector: Selector): JsonValue[] {
  const { at, root, steps } = place;
  if (single.has(selector.type)) steps.take(1);
  switch (selector.type) {
    case "MemberNameShorthand":
    case "NameSelector":
      return someOf(isJsonObject(at) && Object.hasOwn(at, selector.value) ? at[selector.value] : undefined);
    case "IndexSelector":
      return someOf(Array.isArray(at) ? at.at(indexOf(selector)) : undefined);
    case "SliceSelector":
      return sliced(place, selector);
    case "WildcardSelector":
      return childrenOf(place);
    case "FilterSelector":
      return childrenOf(place).filter((child) => holds({ root, at: child, steps }, selector.value));
    case "BracketedSelection":
      return selector.selectors.flatMap((each) => selected(place, each));
  }
}

/** Returns this place and all places within it, without recursion. */
function allWithin(place: FilterContext): FilterContext[] {
  const all = [place];
  for (const each of all) {
    for (const at of childrenOf(each)) all.push({ ...place, at });
  }
  return all;
}

function valuesAt(place: FilterContext, { segments }: FilterQuery | JsonPathQuery): JsonValue[] {
  let found = [place.at];
  for (const { type, node } of segments) {
    const places = found.map((at) => ({ ...place, at }));
    const from = type === "DescendantSegment" ? places.flatMap(allWithin) : places;
    found = from.flatMap((each) => selected(each, node));
  }
  return found;
}

const fromRoot = (place: FilterContext): FilterContext => ({ ...place, at: place.root });

const queried = (place: FilterContext, query: FilterQuery): JsonValue[] =>
  valuesAt(query.type === "RelQuery" ? place : fromRoot(place), query);

const only = (values: readonly JsonValue[]): JsonQueryResult => (values.length === 1 ? values[0] : undefined);

function called(place: FilterContext, { name, arguments: given }: FilterFunctionCall): JsonQueryResult {
  const [argument] = given;
  place.steps.take(1);
  if (argument?.type === "FilterQuery") {
    const values = queried(place, argument.value);
    if (name === "count") return values.length;
    return name === "length" ? lengthOfJsonValue(only(values), place.steps) : only(values);
  }
  if (name !== "length") return undefined;
  if (argument?.type === "Literal") return lengthOfJsonValue(argument.value, place.steps);
  return argument?.type === "FunctionExpr" ? lengthOfJsonValue(called(place, argument), place.steps) : undefined;
}

function comparable(place: FilterContext, side: Comparison["left"]): JsonQueryResult {
  if (side.type === "Literal") return side.value;
  if (side.type === "FunctionExpr") return called(place, side);
  let at: JsonQueryResult = side.type === "RelSingularQuery" ? place.at : place.root;
  for (const { node } of side.segments) {
    if (at !== undefined) at = only(selected({ ...place, at }, node));
  }
  return at;
}

function holds(place: FilterContext, filter: Filter): boolean {
  place.steps.take(1);
  switch (filter.type) {
    case "LogicalOrExpr":
      return holds(place, filter.left) || holds(place, filter.right);
    case "LogicalAndExpr":
      return holds(place, filter.left) && holds(place, filter.right);
    case "LogicalNotExpr":
      return !holds(place, filter.expression);
    case "TestExpr":
      return filter.expression.type === "FilterQuery" && queried(place, filter.expression.value).length > 0;
    case "ComparisonExpr":
      return compareJsonValues(comparable(place, filter.left), filter.op, comparable(place, filter.right), place.steps);
  }
}

/**
 * Returns all values at the path. The library's own evaluation cannot be stopped, and a filter that compares the whole
 * document at each place takes minutes for 250 KB; here each step counts. Throws TooManyJsonQueryStepsError.
 */
export const queryJson = (root: JsonValue, path: JsonPathQuery, steps: JsonQueryStepBudget): JsonValue[] =>
  valuesAt({ root, at: root, steps }, path);
