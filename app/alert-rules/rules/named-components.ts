import type { MatchableAlert } from "~/alerts/rules/rule-match";
import type { SettableStatus } from "~/status/status";

const wordsOf = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ` ${word} `).join("");

const statusOf = (severity: string | null): SettableStatus => {
  if (severity === null || severity === "critical") return "major_outage";
  return severity === "error" ? "partial_outage" : "degraded_performance";
};

/**
 * Returns a status for each component that an alert names: a label has its name as value, or the title contains it.
 * Upper case and punctuation make no difference.
 */
export function componentsNamedByAlert(
  { labels, title, severity }: MatchableAlert,
  components: readonly { id: string; name: string }[],
): Record<string, SettableStatus> {
  const values = new Set(Object.values(labels).map(wordsOf));
  const titleWords = wordsOf(title);
  const isNamed = (words: string) => words !== "" && (values.has(words) || titleWords.includes(words));
  const named = components.filter(({ name }) => isNamed(wordsOf(name)));
  return Object.fromEntries(named.map(({ id }) => [id, statusOf(severity)]));
}
