import type { AutomaticTitle } from "~/text/said-title";
import type { Words } from "./words";

/** Returns a title that no person wrote, in the language of `words`. */
export function automaticTitleText({ t, list }: Words, { key, names, days }: AutomaticTitle): string {
  const [vendor = "", ...others] = names;
  if (key === "because") return t("auto.because", { vendor, name: list(others) });
  const name = names.length === 1 ? vendor : list(names);
  return t(`auto.${key}`, days === undefined ? { name } : { name, count: days });
}

/** Returns the title in the visitor's language. */
export const localiseTitle = (
  words: Words,
  { title, titleSaid }: { title: string; titleSaid?: AutomaticTitle | null },
): string => (titleSaid ? automaticTitleText(words, titleSaid) : title);
