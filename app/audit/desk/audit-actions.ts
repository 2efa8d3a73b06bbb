import type { ReactNode } from "react";
import { foldForSearch } from "~/text/search-match";
import { spelledOutName } from "./audit-words";
import type english from "./words/en.json";
import { has, keysIn, type useWords, wordsIn } from "./words/words";

type AuditAction = keyof typeof english.action;

/**
 * Returns the key of an action's sentence, such as `incident_publish` for `incident.publish`, because keys are not
 * nested.
 */
const keyOf = (action: string): string => action.replace(".", "_");

const isKnown = (key: string): key is AuditAction => has(`action.${key}`);

/** True when the action has a sentence; a test walks every use case that writes. */
export const hasActionSentence = (action: string): boolean => isKnown(keyOf(action));

/** Returns the sentence of an action, such as "Ada published an incident". */
export function auditActionSentence({ say }: ReturnType<typeof useWords>, action: string, actor: ReactNode): ReactNode {
  const key = keyOf(action);
  return isKnown(key)
    ? say(`action.${key}`, { actor })
    : say("entry.unknown", { actor, action: spelledOutName(action) });
}

/** Stands for the actor in a text that is only looked at. */
const actorMark = "\u0001";

/** True when the sentence says who, then what: beside a column with the actor the rest can be read alone. */
export function sentenceBeginsWithActor({ t }: ReturnType<typeof useWords>, action: string): boolean {
  const key = keyOf(action);
  return isKnown(key) && t(`action.${key}`, { actor: actorMark }).startsWith(`${actorMark} `);
}

const actions = () => keysIn("action") as readonly AuditAction[];

/** Returns the actions whose sentence contains this word in the reader's language. */
export function auditActionsWithWord(language: string, word: string): string[] {
  const { t } = wordsIn(language);
  const said = actions().filter((key) =>
    foldForSearch(t(`action.${key}`, { actor: "" })).includes(foldForSearch(word)),
  );
  return said.map((key) => key.replace("_", "."));
}

/** Returns the kinds of subjects, in the order of the filter. */
export const auditSubjectKinds = () => keysIn("subject") as readonly (keyof typeof english.subject)[];
