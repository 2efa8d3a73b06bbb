import { allHttpStatuses, goDurationSeconds, isComparisonTrue } from "../check-conditions";
import { statusRangesText } from "../check-settings";

/** Conditions of an endpoint, as far as a check here can ask them. */
export interface GatusConditions {
  /** Status codes that pass, as ranges; null = no condition. */
  statuses: string | null;
  /** Slowest answer that passes, in ms. */
  latest: number | null;
  contains: string | null;
  lacks: string | null;
  /** The condition that the whole answer must be what `contains` holds, as written. */
  exact: string | null;
  /** A pattern of nothing but stars and separators, as any record of DNS has; null = none. */
  anyText: string | null;
  /** Tests of RFC 9535 about the answer's JSON. */
  json: GatusJsonTest[];
  certificateHours: number | null;
  domainHours: number | null;
  /** Conditions that no check here can ask, as written. */
  untaken: string[];
}

export interface GatusJsonTest {
  path: string;
  /** Value at the path; null = `test` says it all. */
  value: string | null;
  test: string;
}

interface Condition {
  left: string;
  operator: string;
  right: string;
  text: string;
}

const operatorShape = /\s(==|!=|<=|>=|<|>)\s/;

/** Returns both sides of a condition; null when it has no operator between blanks. */
function conditionOf(text: string): Condition | null {
  const found = operatorShape.exec(text);
  if (!found) return null;
  const [left, right] = [text.slice(0, found.index).trim(), text.slice(found.index + found[0].length).trim()];
  return left === "" || right === "" ? null : { left, operator: found[1] ?? "", right, text };
}

const numeric = /^-?\d+(?:\.\d+)?$/;

/** Returns true when a text matches a pattern in which `*` stands for any characters and `?` for one. */
function isPatternOf(pattern: string, text: string): boolean {
  if (pattern === "" || text === "") return text === "" && /^\**$/.test(pattern);
  const [first, rest] = [pattern[0], pattern.slice(1)];
  if (first === "*") return isPatternOf(rest, text) || isPatternOf(pattern, text.slice(1));
  return (first === "?" || first === text[0]) && isPatternOf(rest, text.slice(1));
}

/** Returns true when a status passes the right side: a number, `any(…)` or `pat(…)`. */
function statusPasses(status: number, { operator, right }: Condition): boolean {
  const [, call, inner = ""] = /^(any|pat)\((.*)\)$/.exec(right) ?? [];
  if (call === undefined) return isComparisonTrue(status, operator, Number(right)) === true;
  const listed = inner.split(",").map(Number);
  const isOne = call === "any" ? listed.includes(status) : isPatternOf(inner.replaceAll(/\*+/g, "*"), `${status}`);
  return isOne === (operator === "==");
}

const isStatusTest = ({ operator, right }: Condition): boolean =>
  numeric.test(right) || (/^(?:==|!=)$/.test(operator) && /^(?:any\([\d, ]+\)|pat\([\d*?]+\))$/.test(right));

/** Returns the text between the stars of `pat(*text*)`; null for another pattern. */
const innerText = (right: string): string | null => /^pat\(\*([^*?]+)\*\)$/s.exec(right)?.[1] ?? null;

/** Returns a path below `[BODY]` in RFC 9535; null when it is none. */
function bodyPath(left: string): string | null {
  const [, rest] = /^\[BODY\]((?:\.[\p{L}_][\p{L}\p{N}_-]*|\[\d{1,6}\])+)$/u.exec(left) ?? [];
  if (rest === undefined) return null;
  return `$${rest.replaceAll(/\.([^.[]+)/g, (step, name: string) => (name.includes("-") ? `['${name}']` : step))}`;
}

const literalOf = (right: string): string =>
  numeric.test(right) || right === "true" || right === "false" ? right : JSON.stringify(right);

/** Returns the test of one condition about JSON; null when it is about something else. */
function jsonTestOf({ left, operator, right }: Condition): GatusJsonTest | null {
  const [, call, inner = left] = /^(len|has)\((.+)\)$/.exec(left) ?? [];
  const path = bodyPath(inner);
  if (path === null || /^(?:any|pat|len|has)\(|^\[/.test(right)) return null;
  if (call === "has") {
    if (!/^(?:==|!=)$/.test(operator) || !/^(?:true|false)$/.test(right)) return null;
    return { path, value: null, test: (right === "true") === (operator === "==") ? path : `!${path}` };
  }
  if (call === "len")
    return numeric.test(right) ? { path, value: null, test: `length(${path}) ${operator} ${right}` } : null;
  return { path, value: operator === "==" ? right : null, test: `${path} ${operator} ${literalOf(right)}` };
}

/** Adds a condition about the whole answer; false when it cannot be asked. */
function addBody(to: GatusConditions, { operator, right, text }: Condition): boolean {
  const inner = innerText(right);
  if (operator === "!=" && inner !== null && to.lacks === null) {
    to.lacks = inner;
    return true;
  }
  if (operator !== "==" || to.contains !== null) return false;
  if (/^pat\([*.:?]+\)$/.test(right)) {
    to.anyText = text;
    return true;
  }
  if (inner === null && /^(?:any|pat|len|has)\(/.test(right)) return false;
  to.contains = inner ?? right;
  if (inner === null) to.exact = text;
  return true;
}

const hoursOf = ({ operator, right }: Condition): number | null => {
  const seconds = goDurationSeconds(right);
  return seconds === null || !/^>=?$/.test(operator) ? null : seconds / 3600;
};

/** Adds one condition; false when no check here can ask it. */
function addCondition(
  to: GatusConditions,
  condition: Condition,
  passing: { statuses: readonly number[] | null },
): boolean {
  const { left, operator, right } = condition;
  if (left === "[STATUS]") {
    if (!isStatusTest(condition)) return false;
    passing.statuses = (passing.statuses ?? allHttpStatuses).filter((each) => statusPasses(each, condition));
    return true;
  }
  if (left === "[RESPONSE_TIME]") {
    if (!/^<=?$/.test(operator) || !numeric.test(right) || Number(right) < 1) return false;
    to.latest = Math.min(to.latest ?? Number.POSITIVE_INFINITY, Math.floor(Number(right)));
    return true;
  }
  if (left === "[CONNECTED]") return operator === "==" && right === "true";
  if (left === "[DNS_RCODE]") return operator === "==" && right === "NOERROR";
  if (left === "[BODY]") return addBody(to, condition);
  if (left === "[CERTIFICATE_EXPIRATION]" || left === "[DOMAIN_EXPIRATION]") {
    const name = left === "[CERTIFICATE_EXPIRATION]" ? "certificateHours" : "domainHours";
    const hours = hoursOf(condition);
    if (hours === null) return false;
    to[name] = Math.max(to[name] ?? 0, hours);
    return true;
  }
  const test = jsonTestOf(condition);
  if (test !== null) to.json.push(test);
  return test !== null;
}

/** Reads the conditions of an endpoint; what cannot be asked here stays as it is written. */
export function readGatusConditions(texts: readonly string[]): GatusConditions {
  const to: GatusConditions = {
    statuses: null,
    latest: null,
    contains: null,
    lacks: null,
    exact: null,
    anyText: null,
    json: [],
    certificateHours: null,
    domainHours: null,
    untaken: [],
  };
  const passing: { statuses: readonly number[] | null } = { statuses: null };
  for (const text of texts) {
    const condition = conditionOf(text);
    const isTaken = condition !== null && addCondition(to, condition, passing);
    if (!isTaken) to.untaken.push(text);
  }
  if (passing.statuses !== null) to.statuses = statusRangesText(passing.statuses);
  return to;
}

/** Returns the JSON settings that ask all tests at once: a filter about the root selects something only if all hold. */
export function gatusJsonSettings(tests: readonly GatusJsonTest[]): Record<string, unknown> {
  const [first, ...more] = tests;
  if (!first) return {};
  if (more.length === 0 && first.value !== null) return { jsonPath: first.path, jsonValue: first.value };
  if (more.length === 0 && first.test === first.path) return { jsonPath: first.path };
  return { jsonPath: `$[?${tests.map(({ test }) => test).join(" && ")}]` };
}
