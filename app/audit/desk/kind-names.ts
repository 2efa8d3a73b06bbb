import { kindWords } from "~/change/adapter-settings/kind-words";
import { adapterWords } from "~/ui/parts/adapter-words";
import { tableIn } from "~/ui/parts/words";
import type { ListedEntry } from "../list";
import { type AuditNames, nameWithin } from "./audit-words";
import { families } from "./noun-kinds";

/** Returns the names of the kinds in these entries and of their settings, in the reader's language. */
export function kindNames(entries: readonly ListedEntry[], language: string): AuditNames {
  const names: AuditNames = {};
  const shared = tableIn(language, "choice");
  for (const { subjectKind, subjectId, before, after } of entries) {
    const [family, kind] = [families[subjectKind], after?.kind ?? before?.kind];
    const known = family && typeof kind === "string" ? kindWords(subjectKind, kind) : null;
    if (!family || typeof kind !== "string" || !known) continue;
    const { title, settings } = adapterWords(family, language).kind({ kind, ...known });
    names[nameWithin(subjectId, `kind.${kind}`)] = title;
    for (const { name, title, choices = [], choiceTitles } of settings) {
      names[nameWithin(subjectId, `settings.${name}`)] = title;
      for (const choice of choices)
        names[nameWithin(subjectId, `settings.${name}.${choice}`)] = choiceTitles?.[choice] ?? shared[choice] ?? choice;
    }
  }
  return names;
}
