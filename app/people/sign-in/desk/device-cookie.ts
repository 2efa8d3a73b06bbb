import { cookieLine, cookieOf } from "~/auth/cookie";
import { deviceLength } from "../../mails/known-device";

const name = "device";

/** Value of Set-Cookie by which a browser is known to whoever signed in there. It outlives the session. */
export const deviceCookie = (origin: string, mark: string): string =>
  cookieLine(origin, name, mark, deviceLength / 1000);

/** The mark that the browser brought; null = none. */
export const deviceMarkIn = (request: Request, origin: string): string | null => cookieOf(request, origin, name);
