import { reactWordRoom } from "~/ui/parts/in-room";
import english from "./en.json";

export const { useWords, wordsIn, has } = reactWordRoom("sources", english);

type Groups = typeof english;

/** Returns true when the group has a text for the word; older rows may contain any text. */
export const isSourceWordOf = <Group extends keyof Groups>(
  group: Group,
  text: string,
): text is keyof Groups[Group] & string => has(`${group}.${text}`);
