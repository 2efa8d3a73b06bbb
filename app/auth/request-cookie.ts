import { mailLinkLength } from "~/rules/sign-in";
import { cookieLine, cookieOf } from "./cookie";

const name = "asked";

/** Value of Set-Cookie that marks the browser in which a sign-in mail was asked for. */
export const requestCookie = (origin: string, request: string): string =>
  cookieLine(origin, name, request, mailLinkLength / 1000);

export const clearedRequestCookie = (origin: string): string => cookieLine(origin, name, "", 0);

/** What marks this browser, or null. */
export const requestOf = (request: Request, origin: string): string | null => cookieOf(request, origin, name);
