import { inRoom } from "~/desk/parts/in-room";
import english from "./en.json";

export const { useWords } = inRoom("backup", english);
