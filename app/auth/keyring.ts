import type { Keyring } from "~/access/keyring";
import { cookieLine, cookieOf } from "./cookie";
import { sessionTokenOf } from "./session-cookie";

const nameOf = (pageId: string): string => `page-${pageId}`;
/** In ms. */
export const unlockedFor = 90 * 86_400_000;

/** Value of Set-Cookie that keeps a page unlocked in this browser for a while, or until its passphrase is another. */
export const pageKeyCookie = (origin: string, pageId: string, key: string): string =>
  cookieLine(origin, nameOf(pageId), key, unlockedFor / 1000);

/** What this reader has with them; `link` = the token of the address, where it is one of a mail. */
export const keyringOf = (request: Request, origin: string, link: string | null = null): Keyring => ({
  keyOf: (pageId) => cookieOf(request, origin, nameOf(pageId)),
  sessionToken: sessionTokenOf(request, origin),
  link,
});
