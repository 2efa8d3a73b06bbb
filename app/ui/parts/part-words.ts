import { reactWordRoom } from "./in-room";
import english from "./words/en.json";

/** Words of the shared parts, and those that several rooms share: a status, a role, the result of a form. */
export const { useWords, wordsIn } = reactWordRoom("parts", english);

export type SharedUiWords = ReturnType<typeof wordsIn>;

type PartWordGroups = typeof english;

/** Returns true when a group has a word for the text, which may come from a URL or an older row. */
export const isPartWordKey = <Group extends keyof PartWordGroups>(
  group: Group,
  text: string,
): text is keyof PartWordGroups[Group] & string => Object.hasOwn(english[group], text);
