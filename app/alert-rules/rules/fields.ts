import { fieldWords } from "~/alerts/rules/words/words";
import type { Fields } from "~/fields/fields";
import { set } from "~/fields/grouped";
import { named } from "~/fields/named";
import { movingFields } from "~/moving/rules/fields";
import { alertSeverities } from "~/status/severity";

/** Fields of a rule's match; severities worst first. */
export const matchFields = named(fieldWords, "match", {
  "match.labels": { kind: "text", rows: 3, longest: 20_000 },
  "match.title": { kind: "line" },
  "match.severities": set({ prefix: "severity-", choices: alertSeverities.toReversed(), initial: [] }),
}) satisfies Fields;

/** Fields of the texts that visitors read in an incident that a rule opens. */
export const publicWordFields = named(fieldWords, "rule", {
  publicTitle: { kind: "line" },
  publicBody: { kind: "text", rows: 2, longest: 5000 },
  showsTitle: { kind: "tick", initial: false },
}) satisfies Fields;

/** Fields of the components that an alert of the rule affects and the incident that it opens. */
export const ruleMovingFields = named(
  fieldWords,
  "rule",
  movingFields({ hold: 120, resolveAfter: 300 }),
) satisfies Fields;

export const groupByField = named(fieldWords, "rule", {
  groupBy: { kind: "list", most: 10, longest: 255 },
}) satisfies Fields;

/**
 * Fields of the effects of an alert that the rule takes; the catch-all, which takes every other alert, has only these.
 */
export const ruleFields = { ...ruleMovingFields, ...groupByField, ...publicWordFields } as const satisfies Fields;
