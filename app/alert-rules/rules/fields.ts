import { fieldWords } from "~/alerts/rules/words/words";
import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { choiceSetField } from "~/fields/grouped-fields";
import { alertEffectFieldsWith } from "~/moving/rules/fields";
import { alertSeverities } from "~/status/severity";

/** Fields of a rule's conditions; severities worst first. */
export const ruleMatchFields = withFieldWords(fieldWords, "match", {
  "match.labels": { kind: "text", rows: 3, longest: 20_000 },
  "match.title": { kind: "line" },
  "match.severities": choiceSetField({ prefix: "severity-", choices: alertSeverities.toReversed(), initial: [] }),
}) satisfies Fields;

/** Fields of the texts that visitors read in an incident that a rule opens. */
export const rulePublicTextFields = withFieldWords(fieldWords, "rule", {
  publicTitle: { kind: "line" },
  publicBody: { kind: "text", rows: 2, longest: 5000 },
  showsTitle: { kind: "tick", initial: false },
}) satisfies Fields;

/** Fields of the components that an alert of the rule affects and the incident that it opens. */
export const ruleAlertEffectFields = withFieldWords(
  fieldWords,
  "rule",
  alertEffectFieldsWith({ hold: 120, resolveAfter: 300 }),
) satisfies Fields;

export const ruleGroupByField = withFieldWords(fieldWords, "rule", {
  groupBy: { kind: "list", most: 10, longest: 255 },
}) satisfies Fields;

/**
 * Fields for the effects of an alert that the rule matches. The catch-all, which matches every other alert, has only
 * these.
 */
export const ruleFields = {
  ...ruleAlertEffectFields,
  ...ruleGroupByField,
  ...rulePublicTextFields,
} as const satisfies Fields;
