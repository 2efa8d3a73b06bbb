import { sessionLengthMs } from "~/access/session";
import { cookieLine, cookieOf } from "./cookie";

/** Returns the Set-Cookie value that signs this browser in. `origin`: config.origin. */
export const sessionCookie = (origin: string, token: string): string =>
  cookieLine(origin, "session", token, sessionLengthMs / 1000);

export const clearedCookie = (origin: string): string => cookieLine(origin, "session", "", 0);

/** Returns the session token that the browser sent, or null. */
export const sessionTokenOf = (request: Request, origin: string): string | null => cookieOf(request, origin, "session");
