import type { RuleMatchConditions } from "~/alerts/rules/rule-match";
import { isSourceWordOf, wordsIn } from "~/sources/desk/words/words";

/** Returns a rule's match as one line of text. */
export function ruleMatchText(match: RuleMatchConditions, language = "en"): string {
  const { t, list } = wordsIn(language);
  const either = new Intl.ListFormat(language, { type: "disjunction" });
  const labels = Object.entries(match.labels ?? {}).map(([name, glob]) => `${name}=${glob}`);
  const named = (match.severities ?? []).map((each) =>
    isSourceWordOf("severity", each) ? t(`severity.${each}`) : each,
  );
  const severities = named.length > 0 ? [t("match.severity", { severities: either.format(named) })] : [];
  const title = match.title ? [t("match.title", { title: match.title })] : [];
  return list([...labels, ...severities, ...title]) || t("match.everything");
}
