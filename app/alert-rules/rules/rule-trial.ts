import { type Match, type Matchable, type RuleFact, ruleFor, ruleMatches } from "~/alerts/rules/rule-match";

/** A delivery as it is read again; `alerts` null = it cannot be read any more. */
export interface PastDelivery {
  id: string;
  receivedAt: number;
  alerts: readonly Matchable[] | null;
}

export interface TriedAlert {
  title: string;
  /** The rule above that takes it instead; null = this one would. */
  takenBy: string | null;
}

/** A delivery with alerts that the match takes. */
export interface TriedDelivery {
  id: string;
  receivedAt: number;
  alerts: TriedAlert[];
}

/** What a rule would have done with the last deliveries of its source. */
export interface RuleTrial {
  deliveries: number;
  /** Deliveries of which it would have taken an alert. */
  matched: number;
  /** Deliveries of which it matches an alert that a rule above takes first. */
  covered: number;
  /** Deliveries that cannot be read any more. */
  unread: number;
  found: TriedDelivery[];
}

/** A rule that is tried: saved already (its own id), or not yet, then it would stand last. */
export interface Candidate {
  id: string | null;
  sourceId: string;
  match: Match;
}

/** Where the candidate stands among the rules of its source. */
function withCandidate(rules: readonly RuleFact[], { id, match }: Candidate): { rules: RuleFact[]; own: RuleFact } {
  const saved = rules.find((each) => each.id === id);
  const last = rules.find((each) => each.catchAll) ?? rules[0];
  const own = { ...(saved ?? last), id: id ?? "", match, catchAll: false } as RuleFact;
  const position = saved ? saved.position : Number.MAX_SAFE_INTEGER;
  const others = rules.filter((each) => each !== saved);
  return { own, rules: [...others, { ...own, position }] };
}

/** Tries a match on past deliveries, where the rule stands: what it would take, and what a rule above takes first. */
export function tryMatch(candidate: Candidate, known: readonly RuleFact[], past: readonly PastDelivery[]): RuleTrial {
  const { own, rules } = withCandidate(known, candidate);
  const found = past.map(({ id, receivedAt, alerts }): TriedDelivery => {
    const matching = (alerts ?? []).filter((each) => ruleMatches(candidate.match, each));
    const tried = matching.map((each) => {
      const taker = ruleFor(rules, candidate.sourceId, each)?.id ?? own.id;
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

/** A label with a value that alerts had, as a line of a match, and in how many alerts. */
export interface SeenLabel {
  line: string;
  count: number;
}

export interface Seen {
  labels: SeenLabel[];
  titles: string[];
}

const labelsOffered = 30;
const titlesOffered = 10;
/** A value that is longer is nobody's choice, and one with an end of line would be two lines. */
const isOffered = (text: string) => text !== "" && text.length <= 80 && !/[\r\n]/.test(text);

function countsOf(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([one, often], [other, seldom]) => seldom - often || (one < other ? -1 : 1));
}

/** Labels and titles of these deliveries, the most frequent first: what a rule may be made of. */
export function seenIn(past: readonly PastDelivery[]): Seen {
  const alerts = past.flatMap((each) => each.alerts ?? []);
  const lines = alerts.flatMap(({ labels }) =>
    Object.entries(labels)
      .filter(([name, value]) => isOffered(value) && isOffered(name) && !name.includes("="))
      .map(([name, value]) => `${name}=${value}`),
  );
  const titles = alerts.map(({ title }) => title).filter(isOffered);
  return {
    labels: countsOf(lines)
      .slice(0, labelsOffered)
      .map(([line, count]) => ({ line, count })),
    titles: countsOf(titles)
      .slice(0, titlesOffered)
      .map(([title]) => title),
  };
}

/** So many labels may stand in a match, of which each is at most so long. */
const labelsMatched = 20;
const longest = 255;

/** A match for alerts like this one: its labels as they are; by its title where it has none. */
export function matchLike({ labels, title, severity }: Matchable): Match {
  const usable = Object.entries(labels).filter(
    ([name, value]) => value.length <= longest && name.length <= longest && !/[\r\n=]/.test(name) && isOneLine(value),
  );
  const severities = severity === null ? {} : { severities: [severity] };
  if (usable.length === 0) return { ...severities, title: title.slice(0, longest) };
  return { ...severities, labels: Object.fromEntries(usable.slice(0, labelsMatched)) };
}

const isOneLine = (text: string) => text.trim() !== "" && !/[\r\n]/.test(text);
