import type { Ctx } from "~/platform/ctx";
import { requestCookieOf, setCookieHeaderText } from "./cookie";

const name = "bookmark";

/** Longest time until a copy of the database has what a visitor wrote, in s; the cookie expires after that. */
const bookmarkSeconds = 600;

/** Signed, so that a forged bookmark cannot make a copy wait for a state that never comes. */
const signedOver = (bookmark: string) => `bookmark.${bookmark}`;

/** Returns the Set-Cookie value for the database's state when this visitor wrote to it. */
export async function signDatabaseBookmarkCookieHeader({ config, secrets }: Ctx, bookmark: string): Promise<string> {
  return setCookieHeaderText(
    config.origin,
    name,
    `${bookmark}.${await secrets.sign(signedOver(bookmark))}`,
    bookmarkSeconds,
  );
}

/** Returns the bookmark that the browser sent; null when it has none of ours. */
export async function readVerifiedBookmark(request: Request, { config, secrets }: Ctx): Promise<string | null> {
  const [bookmark = "", signature = ""] = requestCookieOf(request, config.origin, name)?.split(".") ?? [];
  return (await secrets.verify(signedOver(bookmark), signature)) ? bookmark : null;
}
