import type { LineField, PostedTexts } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** A link in the head of a page. */
export interface PageLink {
  label: string;
  url: string;
}

export const maxLinks = 8;

/** The rows of a form: each is a pair of fields, `links.<number>.label` and `.url`. */
export const linkPlaces = Array.from({ length: maxLinks }, (_, place) => place);

type LinkName = `links.${number}.${"label" | "url"}`;

const lineOf = (place: number, part: "label" | "url"): LineField => ({
  kind: "line",
  words: { catalogue: fieldWords, key: `link.${part}`, values: { number: place + 1 } },
});

/** All rows that a form may have. */
export const linkFields = Object.fromEntries(
  linkPlaces.flatMap((place): [LinkName, LineField][] => [
    [`links.${place}.label`, lineOf(place, "label")],
    [`links.${place}.url`, { ...lineOf(place, "url"), literal: true }],
  ]),
) as Record<LinkName, LineField>;

export const linkValues = (links: readonly PageLink[]): Record<LinkName, string> =>
  Object.fromEntries(
    linkPlaces.flatMap((place): [LinkName, string][] => [
      [`links.${place}.label`, links[place]?.label ?? ""],
      [`links.${place}.url`, links[place]?.url ?? ""],
    ]),
  ) as Record<LinkName, string>;

/** Returns the typed pairs, each with its row; blank ones are left out. */
export function typedLinks(posted: PostedTexts): (PageLink & { place: number })[] {
  const all = linkPlaces.map((place) => ({
    place,
    label: (posted[`links.${place}.label`] ?? "").trim(),
    url: (posted[`links.${place}.url`] ?? "").trim(),
  }));
  return all.filter(({ label, url }) => label !== "" || url !== "");
}
