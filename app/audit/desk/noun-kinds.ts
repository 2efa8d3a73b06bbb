import type { AdapterRegistryName } from "~/i18n/adapter-text";
import * as nouns from "~/nouns";

/** Groups of translations for the kinds of a subject, by subject. */
export const adapterFamilyBySubject: Readonly<Record<string, AdapterRegistryName>> = Object.fromEntries(
  Object.values(nouns).flatMap((noun): [string, AdapterRegistryName][] =>
    "kinds" in noun ? [[noun.name, noun.kinds.family]] : [],
  ),
);
