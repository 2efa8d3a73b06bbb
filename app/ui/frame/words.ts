import { inRoom } from "../parts/in-room";
import english from "./words/en.json";

export const { useWords, wordsIn } = inRoom("frame", english);
