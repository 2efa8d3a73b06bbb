import { inRoom } from "./in-room";
import english from "./words/en.json";

/** Of what all rooms are built from; `words.ts` has the tables that several rooms share. */
export const { useWords, wordsIn } = inRoom("parts", english);

export type PartWords = ReturnType<typeof wordsIn>;
