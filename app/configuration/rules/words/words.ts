import type { FieldCatalogue } from "~/fields/field-about";
import english from "./en.json";

/** Texts of the fields of repositories. */
export const fieldWords = { name: "configuration", english } satisfies FieldCatalogue;
