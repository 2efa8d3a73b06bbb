import { requestCookieOf, setCookieHeaderText } from "~/auth/cookie";
import { providerSignInTimeoutMs } from "../../rules/identity";

const name = "trip";

/**
 * Returns the Set-Cookie value for the mark of a browser that goes to a provider, or is asked for a passkey; valid for
 * minutes.
 */
export const providerSignInCookieHeader = (origin: string, mark: string): string =>
  setCookieHeaderText(origin, name, mark, providerSignInTimeoutMs / 1000);

export const expiredProviderSignInCookieHeader = (origin: string): string => setCookieHeaderText(origin, name, "", 0);

/** Returns what marks this browser; null when there is no mark. */
export const readProviderSignInMark = (request: Request, origin: string): string | null =>
  requestCookieOf(request, origin, name);
