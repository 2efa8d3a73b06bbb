import { reactWordRoom } from "~/ui/parts/in-room";
import english from "./en.json";

export const { useWords, wordsIn } = reactWordRoom("repositories", english);
