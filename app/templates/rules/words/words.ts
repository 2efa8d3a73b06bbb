import type { Catalogue } from "~/fields/about";
import english from "./en.json";

/** Labels and hints of this noun's fields. */
export const fieldWords = { name: "templates", english } satisfies Catalogue;
