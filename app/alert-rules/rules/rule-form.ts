import type { Match } from "~/alerts/rules/rule-match";
import { type PostedTexts, type ShownOf, valuesIn } from "~/fields/fields";
import { matchFields, ruleFields } from "./fields";

/** A rule's match is one value of three parts; its form has a field for each. */

const labelLines = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([name, glob]) => `${name}=${glob}`)
    .join("\n");

/** How the form shows a match. */
export const matchValues = ({ labels = {}, title = "", severities = [] }: Match): ShownOf<typeof matchFields> => ({
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

/** A rule's form as the use case takes it. */
export const ruleIn = (posted: PostedTexts) => ({ match: matchIn(posted), ...valuesIn(ruleFields, posted) });
