/** What a reader has with them; nobody looks at it while a page is for everybody. */
export interface Keyring {
  /** The key that this reader got for the page's passphrase; null = none. */
  keyOf(pageId: string): string | null;
  /** Members see their page, whatever its visibility. */
  sessionToken: string | null;
  /** The token of a link in a mail of the page, where that is what is opened: whoever is mailed can leave. */
  link: string | null;
}

export const noKeys: Keyring = { keyOf: () => null, sessionToken: null, link: null };
