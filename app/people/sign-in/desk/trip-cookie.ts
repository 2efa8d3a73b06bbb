import { cookieLine, cookieOf } from "~/auth/cookie";
import { providerTripMs } from "../../rules/identity";

const name = "trip";

/**
 * Returns the Set-Cookie value for the mark of a browser that goes to a provider, or is asked for a passkey; valid for
 * minutes.
 */
export const tripCookie = (origin: string, mark: string): string =>
  cookieLine(origin, name, mark, providerTripMs / 1000);

export const clearedTripCookie = (origin: string): string => cookieLine(origin, name, "", 0);

/** Returns what marks this browser; null when there is no mark. */
export const tripMarkIn = (request: Request, origin: string): string | null => cookieOf(request, origin, name);
