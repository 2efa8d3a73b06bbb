import { foldForSearch } from "~/text/search-match";

/**
 * Returns kinds by their titles in a language, with those that fit any tool after the others, and only those whose title
 * or description contains the text.
 */
export function sortKindsByTitle<Kind extends { kind: string; title: string; about?: string }>(
  kinds: readonly Kind[],
  { language, general, find }: { language: string; general: readonly string[]; find: string },
): Kind[] {
  const { compare } = new Intl.Collator(language);
  const isGeneral = ({ kind }: Kind) => Number(general.includes(kind));
  const wanted = foldForSearch(find).trim();
  return kinds
    .filter(({ title, about = "" }) => foldForSearch(`${title} ${about}`).includes(wanted))
    .sort((one, other) => isGeneral(one) - isGeneral(other) || compare(one.title, other.title));
}
