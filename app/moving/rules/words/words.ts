import type { Catalogue } from "~/fields/about";
import english from "./en.json";

/** What people read of what an alert moves. */
export const fieldWords = { name: "moving", english } satisfies Catalogue;
