import {
  type MatchableAlert,
  type RuleMatchConditions,
  type RuleRecord,
  ruleForAlert,
  ruleMatchesAlert,
} from "~/alerts/rules/rule-match";

/** A delivery that is read again; `alerts` is null when it cannot be read any more. */
export interface PastDelivery {
  id: string;
  receivedAt: number;
  alerts: readonly MatchableAlert[] | null;
}

export interface RuleTrialAlert {
  title: string;
  /** The earlier rule that takes it instead; null = this rule would take it. */
  takenBy: string | null;
}

/** A delivery with alerts that the match takes. */
export interface RuleTrialDelivery {
  id: string;
  receivedAt: number;
  alerts: RuleTrialAlert[];
}

/** Result of a rule on the last deliveries of its source. */
export interface RuleTrial {
  deliveries: number;
  /** Number of deliveries with an alert that it would have taken. */
  matched: number;
  /** Number of deliveries with an alert that it matches, but an earlier rule takes first. */
  covered: number;
  /** Number of deliveries that cannot be read any more. */
  unread: number;
  found: RuleTrialDelivery[];
}

/** A rule to try: either saved (with its own id), or new, and then it would be last. */
export interface RuleUnderTrial {
  id: string | null;
  sourceId: string;
  match: RuleMatchConditions;
}

/** Returns the rules of the source with the candidate in its place. */
function withCandidate(
  rules: readonly RuleRecord[],
  { id, match }: RuleUnderTrial,
): { rules: RuleRecord[]; own: RuleRecord } {
  const saved = rules.find((each) => each.id === id);
  const last = rules.find((each) => each.catchAll) ?? rules[0];
  const own = { ...(saved ?? last), id: id ?? "", match, catchAll: false } as RuleRecord;
  const position = saved ? saved.position : Number.MAX_SAFE_INTEGER;
  const others = rules.filter((each) => each !== saved);
  return { own, rules: [...others, { ...own, position }] };
}

/**
 * Tries a match on past deliveries, at the rule's position: returns the alerts that it would match, and those that an
 * earlier rule matches first.
 */
export function simulateRuleMatch(
  candidate: RuleUnderTrial,
  known: readonly RuleRecord[],
  past: readonly PastDelivery[],
): RuleTrial {
  const { own, rules } = withCandidate(known, candidate);
  const found = past.map(({ id, receivedAt, alerts }): RuleTrialDelivery => {
    const matching = (alerts ?? []).filter((each) => ruleMatchesAlert(candidate.match, each));
    const tried = matching.map((each) => {
      const taker = ruleForAlert(rules, candidate.sourceId, each)?.id ?? own.id;
      return { title: each.title, takenBy: taker === own.id ? null : taker };
    });
    return { id, receivedAt, alerts: tried };
  });
  return {
    deliveries: past.length,
    matched: found.filter(({ alerts }) => alerts.some(({ takenBy }) => takenBy === null)).length,
    covered: found.filter(({ alerts }) => alerts.some(({ takenBy }) => takenBy !== null)).length,
    unread: past.filter(({ alerts }) => alerts === null).length,
    found: found.filter(({ alerts }) => alerts.length > 0),
  };
}

/** A label with its value, as a line of a match, and the number of alerts that have it. */
export interface RuleLabelSuggestion {
  line: string;
  count: number;
}

export interface RuleConditionSuggestions {
  labels: RuleLabelSuggestion[];
  titles: string[];
}

const maxLabelsOffered = 30;
const maxTitlesOffered = 10;
/**
 * Returns true for a text worth suggesting: a longer value is no useful choice, and one with a line break would be two
 * lines.
 */
const isOffered = (text: string) => text !== "" && text.length <= 80 && !/[\r\n]/.test(text);

function countsOf(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([one, often], [other, seldom]) => seldom - often || (one < other ? -1 : 1));
}

/** Returns labels and titles of these deliveries as suggestions for a rule, the most frequent first. */
export function ruleSuggestionsFrom(past: readonly PastDelivery[]): RuleConditionSuggestions {
  const alerts = past.flatMap((each) => each.alerts ?? []);
  const lines = alerts.flatMap(({ labels }) =>
    Object.entries(labels)
      .filter(([name, value]) => isOffered(value) && isOffered(name) && !name.includes("="))
      .map(([name, value]) => `${name}=${value}`),
  );
  const titles = alerts.map(({ title }) => title).filter(isOffered);
  return {
    labels: countsOf(lines)
      .slice(0, maxLabelsOffered)
      .map(([line, count]) => ({ line, count })),
    titles: countsOf(titles)
      .slice(0, maxTitlesOffered)
      .map(([title]) => title),
  };
}

/** Most labels in a match, and the longest length of each. */
const maxLabelsMatched = 20;
const maxLabelChars = 255;

/** Returns a match for alerts like this one: by its labels as they are, or by its title when it has none. */
export function ruleMatchForAlert({ labels, title, severity }: MatchableAlert): RuleMatchConditions {
  const usable = Object.entries(labels).filter(
    ([name, value]) =>
      value.length <= maxLabelChars && name.length <= maxLabelChars && !/[\r\n=]/.test(name) && isOneLine(value),
  );
  const severities = severity === null ? {} : { severities: [severity] };
  if (usable.length === 0) return { ...severities, title: title.slice(0, maxLabelChars) };
  return { ...severities, labels: Object.fromEntries(usable.slice(0, maxLabelsMatched)) };
}

const isOneLine = (text: string) => text.trim() !== "" && !/[\r\n]/.test(text);
