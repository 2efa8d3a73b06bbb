import { wordsIn } from "./part-words";

const formats = new Map<string, Intl.NumberFormat>();

function percentIn(language: string): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { style: "percent", maximumSignificantDigits: 2 });
  formats.set(language, made);
  return made;
}

const minShare = 0.001;

/** Returns 0.034 as "3.4%"; shares below a thousandth are stated as such. */
export function percentText(share: number, language: string): string {
  const { format } = percentIn(language);
  return share > 0 && share < minShare
    ? wordsIn(language).t("share.under", { share: format(minShare) })
    : format(share);
}
