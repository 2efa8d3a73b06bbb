import type { ReactNode } from "react";
import { folded } from "~/text/search-match";
import { nameWords } from "./audit-words";
import type english from "./words/en.json";
import { has, keysIn, type useWords, wordsIn } from "./words/words";

type Action = keyof typeof english.action;

/** `incident.publish` has its words at `incident_publish`: keys are not nested. */
const keyOf = (action: string): string => action.replace(".", "_");

const isKnown = (key: string): key is Action => has(`action.${key}`);

/** A test walks every use case that writes, and finds its words by this. */
export const hasWords = (action: string): boolean => isKnown(keyOf(action));

/** What somebody did: "Ada published an incident". */
export function actionSentence({ say }: ReturnType<typeof useWords>, action: string, actor: ReactNode): ReactNode {
  const key = keyOf(action);
  return isKnown(key) ? say(`action.${key}`, { actor }) : say("entry.unknown", { actor, action: nameWords(action) });
}

const actions = () => keysIn("action") as readonly Action[];

/** The actions whose sentence has this word in the reader's language. */
export function actionsSaying(language: string, word: string): string[] {
  const { t } = wordsIn(language);
  const said = actions().filter((key) => folded(t(`action.${key}`, { actor: "" })).includes(folded(word)));
  return said.map((key) => key.replace("_", "."));
}

/** What an entry may be about, in the order of the filter. */
export const subjects = () => keysIn("subject") as readonly (keyof typeof english.subject)[];
