/** The keys that a reader's request contains. They are not read while a page is public. */
export interface ReaderKeyring {
  /** Returns the key that this reader received for the page's passphrase, or null if there is none. */
  keyOf(pageId: string): string | null;
  /** Token of a member's session; members see their page, whatever its visibility. */
  sessionToken: string | null;
  /** Token of a link in an email of the page, if the reader opened one: every recipient must be able to unsubscribe. */
  link: string | null;
}

export const emptyReaderKeyring: ReaderKeyring = { keyOf: () => null, sessionToken: null, link: null };
