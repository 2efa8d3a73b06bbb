import type { FieldCatalogue } from "~/fields/field-about";
import english from "./en.json";

/** Labels and hints of this noun's fields. */
export const fieldWords = { name: "alerts", english } satisfies FieldCatalogue;
