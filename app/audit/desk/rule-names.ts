import { repeatOrRuleText } from "~/maintenances/desk/maintenance-repeat-words";
import { wordsIn } from "~/maintenances/desk/words/words";
import { repeatOfRrule } from "~/time/repeat";
import type { AuditEntryView } from "../list";
import type { AuditNames } from "./audit-words";

/** Returns how the series in these entries repeat, in the words of their form, by the stored rule. */
export function repeatTextsByRule(
  entries: readonly Pick<AuditEntryView, "before" | "after">[],
  language: string,
): AuditNames {
  const rules = entries.flatMap(({ before, after }) => [before?.rule, after?.rule]);
  const kept = rules.filter((rule) => typeof rule === "string");
  const words = wordsIn(language);
  return Object.fromEntries(kept.map((rule) => [rule, repeatOrRuleText(words, { rule, repeat: repeatOfRrule(rule) })]));
}
