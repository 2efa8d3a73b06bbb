import { sessionLengthMs } from "~/access/session";
import { requestCookieOf, setCookieHeaderText } from "./cookie";

/** Returns the Set-Cookie value that signs this browser in. `origin`: config.origin. */
export const sessionCookieHeader = (origin: string, token: string): string =>
  setCookieHeaderText(origin, "session", token, sessionLengthMs / 1000);

export const expiredSessionCookieHeader = (origin: string): string => setCookieHeaderText(origin, "session", "", 0);

/** Returns the session token that the browser sent, or null. */
export const sessionTokenOf = (request: Request, origin: string): string | null =>
  requestCookieOf(request, origin, "session");
