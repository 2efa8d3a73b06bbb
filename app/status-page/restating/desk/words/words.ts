import { inRoom } from "~/ui/parts/in-room";
import english from "./en.json";

export const { useWords, wordsIn } = inRoom("restating", english);
