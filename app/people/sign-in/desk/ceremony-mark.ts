import { isToken } from "~/access/session";
import type { Desk } from "~/ui/frame/desk";
import { tripCookie, tripMarkIn } from "./trip-cookie";

/** What marks this browser while it is asked for a passkey: the mark that it has, and the header that keeps it. */
export function ceremonyMark({ ctx, request }: Desk) {
  const { origin } = ctx.config;
  const known = tripMarkIn(request, origin);
  const mark = known !== null && isToken(known) ? known : ctx.token();
  return { mark, headers: { "Set-Cookie": tripCookie(origin, mark) } };
}
