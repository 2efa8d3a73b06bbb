import { cookieLine, cookieOf } from "~/auth/cookie";
import { mailLinkLength } from "../../rules/sign-in";

const name = "asked";
const longestNext = 1000;

/** What marks the browser in which a sign-in mail was asked for, and where its person wanted to go. */
export interface Asked {
  request: string;
  /** As it was given: not safe to follow as it is (http/next). */
  next: string | null;
}

/** Value of Set-Cookie for it; good as long as the mail is. */
export function requestCookie(origin: string, request: string, next = ""): string {
  const kept = next.length > longestNext ? "" : encodeURIComponent(next);
  return cookieLine(origin, name, `${request}.${kept}`, mailLinkLength / 1000);
}

export const clearedRequestCookie = (origin: string): string => cookieLine(origin, name, "", 0);

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** What marks this browser; null = nothing does. */
export function askedIn(request: Request, origin: string): Asked | null {
  const value = cookieOf(request, origin, name);
  if (value === null) return null;
  const [mark = "", next = ""] = value.split(".", 2);
  return { request: mark, next: decoded(next) };
}
