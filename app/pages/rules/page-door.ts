/** Readers who may see a page; owners choose. */
export const visibilities = ["public", "passphrase", "members"] as const;
export type PageVisibility = (typeof visibilities)[number];

/**
 * Returns the access in the rows that visitors read: `public`, `members`, or `passphrase:<generation>`, so that a
 * reader needs no further row, and the commit of a new generation locks out all readers.
 */
export const doorOf = (page: { visibility: string; passphraseGeneration: number }): string =>
  page.visibility === "passphrase" ? `passphrase:${page.passphraseGeneration}` : page.visibility;

/** Returns the generation of the passphrase that opens it; null when none does. */
export function generationOf(door: string): number | null {
  const [, generation] = /^passphrase:(\d+)$/.exec(door) ?? [];
  return generation === undefined ? null : Number(generation);
}

/** Returns the text that the key of an unlocked page signs. */
export const keyText = (pageId: string, generation: number): string => `unlocked\n${pageId}\n${generation}`;
