/** Who may see a page; owners choose. */
export const visibilities = ["public", "passphrase", "members"] as const;
export type PageVisibility = (typeof visibilities)[number];

/**
 * What the rows that visitors read say of who may: `public`, `members`, or `passphrase:<generation>`, so that a reader
 * needs no further row, and another generation locks everybody out in the commit that makes it.
 */
export const doorOf = (page: { visibility: string; passphraseGeneration: number }): string =>
  page.visibility === "passphrase" ? `passphrase:${page.passphraseGeneration}` : page.visibility;

/** The generation of the passphrase that opens it; null where none does. */
export function generationOf(door: string): number | null {
  const [, generation] = /^passphrase:(\d+)$/.exec(door) ?? [];
  return generation === undefined ? null : Number(generation);
}

/** What the key of an unlocked page is a signature of. */
export const keyText = (pageId: string, generation: number): string => `unlocked\n${pageId}\n${generation}`;
