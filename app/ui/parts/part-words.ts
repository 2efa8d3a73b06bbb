import { inRoom } from "./in-room";
import english from "./words/en.json";

/** Of what all rooms are built from, and the words that several rooms share: a status, a role, what a form did. */
export const { useWords, wordsIn } = inRoom("parts", english);

export type PartWords = ReturnType<typeof wordsIn>;

type Groups = typeof english;

/** Whether a group has a word for it: where any text may come, from an address or an older row. */
export const isWordOf = <Group extends keyof Groups>(
  group: Group,
  text: string,
): text is keyof Groups[Group] & string => Object.hasOwn(english[group], text);
