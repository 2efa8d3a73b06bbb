import type { Ctx } from "~/platform/ctx";
import { cookieLine, cookieOf } from "./cookie";

const name = "bookmark";

/** So long it may take a copy of the database at most to have what a visitor wrote, in s; then it says nothing more. */
const goodFor = 600;

/** Signed: nobody makes a copy wait for what never comes. */
const signedOver = (bookmark: string) => `bookmark.${bookmark}`;

/** Value of Set-Cookie for how far the database had come when this visitor wrote to it. */
export async function bookmarkCookie({ config, secrets }: Ctx, bookmark: string): Promise<string> {
  return cookieLine(config.origin, name, `${bookmark}.${await secrets.sign(signedOver(bookmark))}`, goodFor);
}

/** What the browser brings of it; null = nothing of ours. */
export async function bookmarkIn(request: Request, { config, secrets }: Ctx): Promise<string | null> {
  const [bookmark = "", signature = ""] = cookieOf(request, config.origin, name)?.split(".") ?? [];
  return (await secrets.verify(signedOver(bookmark), signature)) ? bookmark : null;
}
