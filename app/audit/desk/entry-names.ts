import type { AuditEntryView } from "../list";
import type { AuditNames } from "./audit-words";
import { listPathsBySubject, ownPagePathsBySubject } from "./noun-links";
import type { useWords } from "./words/words";

type AuditWords = ReturnType<typeof useWords>;

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Returns the path of the subject, or of the list that has it; null when there is none. */
export function auditSubjectPath(
  { subjectKind, subjectId, action, after }: AuditEntryView,
  slug: string | null,
): string | null {
  if (slug === null) return null;
  if (action.endsWith(".delete")) return null;
  const incidentId = subjectKind === "incident_note" ? text(after?.incidentId) : null;
  if (incidentId) return `/manage/${slug}/incidents/${incidentId}`;
  const place = ownPagePathsBySubject[subjectKind];
  if (place && subjectId !== "") return `/manage/${slug}/${place}/${encodeURIComponent(subjectId)}`;
  const list = listPathsBySubject[subjectKind];
  return list ? `/manage/${slug}/${list}` : null;
}

/** Returns the subject's name: the one in the entry, else its present one. */
export function auditSubjectName(
  { subjectId, subjectTitle, before, after }: AuditEntryView,
  names: AuditNames,
): string | null {
  return (
    text(after?.title) ??
    text(after?.name) ??
    text(before?.title) ??
    text(before?.name) ??
    subjectTitle ??
    names[subjectId] ??
    null
  );
}

function tokenText({ t }: AuditWords, token: string | null, owner: string | null): string {
  if (token === null) return owner ? t("actor.deleted_token_of", { owner }) : t("actor.deleted_token");
  return owner ? t("actor.token_of", { token, owner }) : t("actor.token", { token });
}

/**
 * Returns the actor: a person by name; a token with its owner; a machine as the source that it is, else as Upfront
 * itself.
 */
export function auditActorText(words: AuditWords, { actor, actorKind, tokenOwner }: AuditEntryView): string {
  const { t } = words;
  if (actorKind === "token") return tokenText(words, actor, tokenOwner);
  if (actorKind === "machine") return actor === null ? t("actor.upfront") : t("actor.source", { source: actor });
  if (actorKind === "visitor") return t("actor.visitor");
  return actor ?? t("actor.deleted");
}
