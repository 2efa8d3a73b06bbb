import type { ReaderKeyring } from "~/access/keyring";
import { dayMs } from "~/time/durations";
import { requestCookieOf, setCookieHeaderText } from "./cookie";
import { sessionTokenOf } from "./session-cookie";

const nameOf = (pageId: string): string => `page-${pageId}`;
/** Time for which a page stays unlocked, in ms. */
export const pageUnlockMs = 90 * dayMs;

/**
 * Returns the Set-Cookie value that keeps a page unlocked in this browser for a while, or until its passphrase changes.
 */
export const pageKeyCookieHeader = (origin: string, pageId: string, key: string): string =>
  setCookieHeaderText(origin, nameOf(pageId), key, pageUnlockMs / 1000);

/** Returns the keys of this reader. `link` is the token in the address if the address is from an email. */
export const readerKeyringOf = (request: Request, origin: string, link: string | null = null): ReaderKeyring => ({
  keyOf: (pageId) => requestCookieOf(request, origin, nameOf(pageId)),
  sessionToken: sessionTokenOf(request, origin),
  link,
});
