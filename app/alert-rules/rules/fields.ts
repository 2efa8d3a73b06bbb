import { fieldWords } from "~/alerts/rules/words/words";
import type { Fields } from "~/fields/fields";
import { set } from "~/fields/grouped";
import { named } from "~/fields/named";
import { movingFields } from "~/moving/rules/fields";
import { alertSeverities } from "~/status/severity";

/** Which alerts a rule takes; severities worst first. */
export const matchFields = named(fieldWords, "match", {
  "match.labels": { kind: "text", rows: 3, longest: 20_000 },
  "match.title": { kind: "line" },
  "match.severities": set({ prefix: "severity-", choices: alertSeverities.toReversed(), initial: [] }),
}) satisfies Fields;

/** What visitors read of what a rule opens. */
export const publicWordFields = named(fieldWords, "rule", {
  publicTitle: { kind: "line" },
  publicBody: { kind: "text", rows: 2, longest: 5000 },
  showsTitle: { kind: "tick", initial: false },
}) satisfies Fields;

/** What an alert moves and opens that a rule has taken. */
export const ruleMovingFields = named(
  fieldWords,
  "rule",
  movingFields({ hold: 120, resolveAfter: 300 }),
) satisfies Fields;

export const groupByField = named(fieldWords, "rule", {
  groupBy: { kind: "list", most: 10, longest: 255 },
}) satisfies Fields;

/** What comes of an alert that a rule has taken; of the catch-all, which takes every other one, this is all. */
export const ruleFields = { ...ruleMovingFields, ...groupByField, ...publicWordFields } as const satisfies Fields;
