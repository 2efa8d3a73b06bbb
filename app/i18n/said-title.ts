import type { SaidTitle } from "~/text/said-title";
import type { Words } from "./words";

/** A title that no person wrote, in the language of `words`. */
export function spokenTitle({ t, list }: Words, { key, names, days }: SaidTitle): string {
  const [vendor = "", ...others] = names;
  if (key === "because") return t("auto.because", { vendor, name: list(others) });
  const name = names.length === 1 ? vendor : list(names);
  return t(`auto.${key}`, days === undefined ? { name } : { name, count: days });
}

/** Its title as readers of that language read it. */
export const titleIn = (words: Words, { title, titleSaid }: { title: string; titleSaid?: SaidTitle | null }): string =>
  titleSaid ? spokenTitle(words, titleSaid) : title;
