import type { FieldCatalogue } from "~/fields/field-about";
import english from "./en.json";

/** Texts of this noun's fields. */
export const fieldWords = { name: "heartbeats", english } satisfies FieldCatalogue;
