import type { RuleMatchConditions } from "~/alerts/rules/rule-match";
import { type FormValues, type PostedTexts, parseFieldValues } from "~/fields/fields";
import { ruleFields, ruleMatchFields } from "./fields";

/** Returns labels as `name=glob` lines. */
const labelLines = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([name, glob]) => `${name}=${glob}`)
    .join("\n");

/** Returns a match as its form shows it. */
export const ruleMatchFormValues = ({
  labels = {},
  title = "",
  severities = [],
}: RuleMatchConditions): FormValues<typeof ruleMatchFields> => ({
  "match.labels": labelLines(labels),
  "match.title": title,
  "match.severities": severities,
});

function matchIn(posted: PostedTexts) {
  const said = parseFieldValues(ruleMatchFields, posted);
  const [title, severities] = [said["match.title"].trim(), said["match.severities"]];
  return {
    labels: said["match.labels"],
    ...(severities.length > 0 ? { severities } : {}),
    ...(title ? { title } : {}),
  };
}

/** Returns a rule's form as the use case expects it. */
export const parseRuleForm = (posted: PostedTexts) => ({
  match: matchIn(posted),
  ...parseFieldValues(ruleFields, posted),
});
