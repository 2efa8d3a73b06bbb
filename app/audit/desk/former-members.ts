import type { AuditEntryView } from "../list";
import type { AuditNames } from "./audit-words";
import { wordsIn } from "./words/words";

/** Returns a word for the people whom entries name as leads and who are no members any more, by id. */
export function formerLeadNames(entries: readonly AuditEntryView[], names: AuditNames, language: string): AuditNames {
  const { t } = wordsIn(language);
  const leads = entries.flatMap(({ before, after }) => [before?.leadId, after?.leadId]);
  const gone = leads.filter((id): id is string => typeof id === "string" && !(id in names));
  return Object.fromEntries(gone.map((id) => [id, t("actor.former")]));
}
