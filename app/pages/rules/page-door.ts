/** Readers who may see a page; owners choose. */
export const pageVisibilities = ["public", "passphrase", "members"] as const;
export type PageVisibility = (typeof pageVisibilities)[number];

/**
 * Returns the access in the rows that visitors read: `public`, `members`, or `passphrase:<generation>`, so that a
 * reader needs no further row, and the commit of a new generation locks out all readers.
 */
export const encodedPageAccess = (page: { visibility: string; passphraseGeneration: number }): string =>
  page.visibility === "passphrase" ? `passphrase:${page.passphraseGeneration}` : page.visibility;

/** Returns the generation of the passphrase that opens it; null when none does. */
export function passphraseGenerationOf(door: string): number | null {
  const [, generation] = /^passphrase:(\d+)$/.exec(door) ?? [];
  return generation === undefined ? null : Number(generation);
}

/** Returns the text that the key of an unlocked page signs. */
export const pageKeySigningText = (pageId: string, generation: number): string => `unlocked\n${pageId}\n${generation}`;
