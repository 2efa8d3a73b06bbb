import { requestCookieOf, setCookieHeaderText } from "~/auth/cookie";
import { deviceCookieLifetimeMs } from "../../mails/known-device";

const name = "device";

/**
 * Returns the Set-Cookie value by which a browser is known to a person who signed in there. It outlives the session.
 */
export const deviceCookieHeader = (origin: string, mark: string): string =>
  setCookieHeaderText(origin, name, mark, deviceCookieLifetimeMs / 1000);

/** Returns the mark that the browser sent; null when there is none. */
export const readDeviceCookieValue = (request: Request, origin: string): string | null =>
  requestCookieOf(request, origin, name);
