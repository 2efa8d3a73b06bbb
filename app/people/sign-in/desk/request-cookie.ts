import { requestCookieOf, setCookieHeaderText } from "~/auth/cookie";
import { signInLinkLifetimeMs } from "../../rules/sign-in";

const name = "asked";
const maxNextChars = 1000;

/** The mark of the browser that asked for a sign-in email, and the page that was requested. */
export interface SignInRequestCookie {
  request: string;
  /** The path as given; not safe to follow without a check (http/next-path). */
  next: string | null;
}

/** Returns the Set-Cookie value for it, valid as long as the email. */
export function signInRequestCookieHeader(origin: string, request: string, next = ""): string {
  const kept = next.length > maxNextChars ? "" : encodeURIComponent(next);
  return setCookieHeaderText(origin, name, `${request}.${kept}`, signInLinkLifetimeMs / 1000);
}

export const expiredSignInRequestCookieHeader = (origin: string): string => setCookieHeaderText(origin, name, "", 0);

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Returns what marks this browser; null when there is no mark. */
export function parseSignInRequestCookie(request: Request, origin: string): SignInRequestCookie | null {
  const value = requestCookieOf(request, origin, name);
  if (value === null) return null;
  const [mark = "", next = ""] = value.split(".", 2);
  return { request: mark, next: decoded(next) };
}
