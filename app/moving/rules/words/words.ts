import type { FieldCatalogue } from "~/fields/field-about";
import english from "./en.json";

/** Labels and hints of what an alert moves. */
export const fieldWords = { name: "moving", english } satisfies FieldCatalogue;
