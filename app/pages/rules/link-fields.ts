import type { LineFieldDefinition, PostedTexts } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** A link in the head of a page. */
export interface PageLink {
  label: string;
  url: string;
}

export const maxPageLinks = 8;

/** The rows of a form: each is a pair of fields, `links.<number>.label` and `.url`. */
export const pageLinkRowIndexes = Array.from({ length: maxPageLinks }, (_, place) => place);

type LinkFieldName = `links.${number}.${"label" | "url"}`;

const lineOf = (place: number, part: "label" | "url"): LineFieldDefinition => ({
  kind: "line",
  words: { catalogue: fieldWords, key: `link.${part}`, values: { number: place + 1 } },
});

/** Fields of all rows that a form may have. */
export const pageLinkFields = Object.fromEntries(
  pageLinkRowIndexes.flatMap((place): [LinkFieldName, LineFieldDefinition][] => [
    [`links.${place}.label`, lineOf(place, "label")],
    [`links.${place}.url`, { ...lineOf(place, "url"), literal: true }],
  ]),
) as Record<LinkFieldName, LineFieldDefinition>;

export const pageLinkValues = (links: readonly PageLink[]): Record<LinkFieldName, string> =>
  Object.fromEntries(
    pageLinkRowIndexes.flatMap((place): [LinkFieldName, string][] => [
      [`links.${place}.label`, links[place]?.label ?? ""],
      [`links.${place}.url`, links[place]?.url ?? ""],
    ]),
  ) as Record<LinkFieldName, string>;

/** Returns the typed pairs with the number of their row. Blank rows are left out. */
export function parsePageLinks(posted: PostedTexts): (PageLink & { place: number })[] {
  const all = pageLinkRowIndexes.map((place) => ({
    place,
    label: (posted[`links.${place}.label`] ?? "").trim(),
    url: (posted[`links.${place}.url`] ?? "").trim(),
  }));
  return all.filter(({ label, url }) => label !== "" || url !== "");
}
