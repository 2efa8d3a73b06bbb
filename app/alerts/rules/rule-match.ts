import type { RulePublicTexts } from "./public-words";

export const ruleModes = ["none", "draft", "publish"] as const;
export type RuleMode = (typeof ruleModes)[number];

/** The part of an alert that rules match. */
export interface MatchableAlert {
  severity: string | null;
  title: string;
  labels: Readonly<Record<string, string>>;
}

export interface RuleMatchConditions {
  labels?: Record<string, string>;
  severities?: string[];
  title?: string;
}

export interface RuleRecord extends RulePublicTexts {
  id: string;
  sourceId: string;
  position: number;
  match: RuleMatchConditions;
  mode: RuleMode;
  holdSeconds: number;
  resolveAfterSeconds: number;
  groupBy: string[];
  catchAll: boolean;
  components: { componentId: string; status: import("~/status/status").Status }[];
}

/**
 * Matches a glob with `*` and `?`, ignoring case. It is never a regular expression, so the time is at most pattern ×
 * text.
 */
export function globMatches(pattern: string, text: string): boolean {
  const glob = [...pattern.toLowerCase()];
  const letters = [...text.toLowerCase()];
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < letters.length; ) {
    if (glob[at] === "*") {
      star = at++;
      resume = index;
    } else if (glob[at] === "?" || glob[at] === letters[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  while (glob[at] === "*") at++;
  return at === glob.length;
}

/** Returns a label's value. Labels come from outside, so a name such as `constructor` must be an own property. */
const labelOf = (alert: MatchableAlert, name: string): string =>
  Object.hasOwn(alert.labels, name) ? (alert.labels[name] ?? "") : "";

export function ruleMatchesAlert(match: RuleMatchConditions, alert: MatchableAlert): boolean {
  const labels = Object.entries(match.labels ?? {});
  const severities = match.severities ?? [];
  return (
    labels.every(([name, glob]) => globMatches(glob, labelOf(alert, name))) &&
    (severities.length === 0 || severities.includes(alert.severity ?? "none")) &&
    (!match.title || globMatches(match.title, alert.title))
  );
}

/**
 * Returns the first rule of the alert's source that matches, in order of position. The catch-all comes last whatever
 * its position.
 */
export function ruleForAlert<R extends Pick<RuleRecord, "sourceId" | "position" | "match" | "catchAll">>(
  rules: readonly R[],
  sourceId: string,
  alert: MatchableAlert,
): R | null {
  const own = rules.filter((each) => each.sourceId === sourceId && !each.catchAll);
  const ordered = own.sort((one, other) => one.position - other.position);
  const last = rules.find((each) => each.sourceId === sourceId && each.catchAll);
  return ordered.find((each) => ruleMatchesAlert(each.match, alert)) ?? last ?? null;
}

/**
 * Returns the group of an alert, which is the values of the rule's labels. Without labels, all alerts of the rule are
 * one group.
 */
export const alertGroupKeyOf = (rule: Pick<RuleRecord, "groupBy">, alert: MatchableAlert): string =>
  JSON.stringify(rule.groupBy.map((name) => labelOf(alert, name)));
