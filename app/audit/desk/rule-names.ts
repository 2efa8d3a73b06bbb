import { repeatingText } from "~/maintenances/desk/maintenance-repeat-words";
import { wordsIn } from "~/maintenances/desk/words/words";
import { repeatOf } from "~/time/repeat";
import type { ListedEntry } from "../list";
import type { AuditNames } from "./audit-words";

/** Returns how the series in these entries repeat, in the words of their form, by the stored rule. */
export function ruleNames(entries: readonly Pick<ListedEntry, "before" | "after">[], language: string): AuditNames {
  const rules = entries.flatMap(({ before, after }) => [before?.rule, after?.rule]);
  const kept = rules.filter((rule) => typeof rule === "string");
  const words = wordsIn(language);
  return Object.fromEntries(kept.map((rule) => [rule, repeatingText(words, { rule, repeat: repeatOf(rule) })]));
}
