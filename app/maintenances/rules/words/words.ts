import type { FieldCatalogue } from "~/fields/field-about";
import english from "./en.json";

/** Texts of the fields of this noun. */
export const fieldWords = { name: "maintenances", english } satisfies FieldCatalogue;
