import { refusedSlugs } from "./reserved-slugs";

const maxSlugChars = 40;

/** Combining marks of Unicode (é = e + ´); the letters stay. */
const marks = /\p{Mark}/gu;

const shorn = (text: string) => text.replace(/^-+|(?<!-)-+$/g, "");

/** Makes a slug from a name: "Café Müller, Inc." → `cafe-muller-inc`; `our-status` when the name gives none. */
export function proposeSlug(name: string): string {
  const letters = name.normalize("NFKD").replaceAll(marks, "").toLowerCase().replaceAll("ß", "ss");
  const slug = shorn(shorn(letters.replaceAll(/[^a-z0-9]+/g, "-")).slice(0, maxSlugChars));
  if (slug.length < 2) return "our-status";
  return refusedSlugs.has(slug) ? shorn(`${slug.slice(0, maxSlugChars - 5)}-page`) : slug;
}
