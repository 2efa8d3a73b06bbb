import { cookieLine, cookieOf } from "~/auth/cookie";
import { providerTripLength } from "../../rules/identity";

const name = "trip";

/** Value of Set-Cookie for what marks the browser that goes to a provider, or is asked for a passkey; good for minutes. */
export const tripCookie = (origin: string, mark: string): string =>
  cookieLine(origin, name, mark, providerTripLength / 1000);

export const clearedTripCookie = (origin: string): string => cookieLine(origin, name, "", 0);

/** What marks this browser; null = nothing does. */
export const tripMarkIn = (request: Request, origin: string): string | null => cookieOf(request, origin, name);
