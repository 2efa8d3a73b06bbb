import { reactWordRoom } from "../parts/in-room";
import english from "./words/en.json";

export const { useWords, wordsIn } = reactWordRoom("frame", english);
