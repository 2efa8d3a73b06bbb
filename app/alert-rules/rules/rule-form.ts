import type { Match } from "~/alerts/rules/rule-match";
import { type FormValues, type PostedTexts, valuesIn } from "~/fields/fields";
import { matchFields, ruleFields } from "./fields";

/** Returns labels as `name=glob` lines. */
const labelLines = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([name, glob]) => `${name}=${glob}`)
    .join("\n");

/** Returns a match as its form shows it. */
export const matchValues = ({ labels = {}, title = "", severities = [] }: Match): FormValues<typeof matchFields> => ({
  "match.labels": labelLines(labels),
  "match.title": title,
  "match.severities": severities,
});

function matchIn(posted: PostedTexts) {
  const said = valuesIn(matchFields, posted);
  const [title, severities] = [said["match.title"].trim(), said["match.severities"]];
  return {
    labels: said["match.labels"],
    ...(severities.length > 0 ? { severities } : {}),
    ...(title ? { title } : {}),
  };
}

/** Returns a rule's form as the use case expects it. */
export const ruleIn = (posted: PostedTexts) => ({ match: matchIn(posted), ...valuesIn(ruleFields, posted) });
