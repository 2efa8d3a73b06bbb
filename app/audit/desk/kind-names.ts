import { adapterKindWords } from "~/change/adapter-settings/kind-words";
import { adapterWords } from "~/ui/parts/adapter-words";
import { wordTableOfLanguage } from "~/ui/parts/words";
import type { AuditEntryView } from "../list";
import { type AuditNames, auditNameKey } from "./audit-words";
import { adapterFamilyBySubject } from "./noun-kinds";

/** Returns the names of the kinds in these entries and of their settings, in the reader's language. */
export function kindNamesOfEntries(entries: readonly AuditEntryView[], language: string): AuditNames {
  const names: AuditNames = {};
  const shared = wordTableOfLanguage(language, "choice");
  for (const { subjectKind, subjectId, before, after } of entries) {
    const [family, kind] = [adapterFamilyBySubject[subjectKind], after?.kind ?? before?.kind];
    const known = family && typeof kind === "string" ? adapterKindWords(subjectKind, kind) : null;
    if (!family || typeof kind !== "string" || !known) continue;
    const { title, settings } = adapterWords(family, language).kind({ kind, ...known });
    names[auditNameKey(subjectId, `kind.${kind}`)] = title;
    for (const { name, title, choices = [], choiceTitles } of settings) {
      names[auditNameKey(subjectId, `settings.${name}`)] = title;
      for (const choice of choices)
        names[auditNameKey(subjectId, `settings.${name}.${choice}`)] =
          choiceTitles?.[choice] ?? shared[choice] ?? choice;
    }
  }
  return names;
}
