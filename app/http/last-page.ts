import { type Role, roles } from "~/access/actor";
import { requestCookieOf, setCookieHeaderText } from "~/auth/cookie";
import { dayMs } from "~/time/durations";

/** The status page that a person worked on last, whose menu the pages of account and deployment show. */
export interface LastManagedPage {
  slug: string;
  name: string;
  role: Role;
}

const cookieName = "last-page";
const lifetimeMs = 90 * dayMs;

/** Longest name that is kept, in characters: browsers take about 4,000 bytes of a cookie. */
const maxNameChars = 100;

const textOf = (personId: string, { slug, name, role }: LastManagedPage): string =>
  new URLSearchParams({ person: personId, slug, name: name.slice(0, maxNameChars), role }).toString();

/** Returns the page that this browser remembers for the person; null when it remembers none, or another person's. */
export function lastPageOf(request: Request, origin: string, personId: string): LastManagedPage | null {
  const kept = new URLSearchParams(requestCookieOf(request, origin, cookieName) ?? "");
  const [slug, name, asked] = [kept.get("slug") ?? "", kept.get("name") ?? "", kept.get("role")];
  const role = roles.find((each) => each === asked);
  if (kept.get("person") !== personId || !role || name === "" || !/^[a-z0-9-]+$/.test(slug)) return null;
  return { slug, name, role };
}

/** Returns the value of Set-Cookie that remembers the page; null when the browser has it already. */
export function lastPageCookieHeader(
  request: Request,
  origin: string,
  personId: string,
  page: LastManagedPage,
): string | null {
  const text = textOf(personId, page);
  if (requestCookieOf(request, origin, cookieName) === text) return null;
  return setCookieHeaderText(origin, cookieName, text, lifetimeMs / 1000);
}

/** Returns the value of Set-Cookie that forgets it. */
export const expiredLastPageCookieHeader = (origin: string): string => setCookieHeaderText(origin, cookieName, "", 0);
