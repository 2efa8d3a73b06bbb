import { wordsIn } from "./part-words";

const formats = new Map<string, Intl.NumberFormat>();

function percentIn(language: string): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { style: "percent", maximumSignificantDigits: 2 });
  formats.set(language, made);
  return made;
}

const least = 0.001;

/** 0.034 → "3.4%"; what is less than a thousandth is said to be. */
export function shareWords(share: number, language: string): string {
  const { format } = percentIn(language);
  return share > 0 && share < least ? wordsIn(language).t("share.under", { share: format(least) }) : format(share);
}
