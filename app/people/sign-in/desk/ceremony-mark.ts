import { isToken } from "~/access/session";
import type { Desk } from "~/ui/frame/desk";
import { tripCookie, tripMarkIn } from "./trip-cookie";

/**
 * Returns the mark of this browser while it is asked for a passkey: its present one or a new one, and the header that
 * keeps it.
 */
export function ceremonyMark({ ctx, request }: Desk) {
  const { origin } = ctx.config;
  const known = tripMarkIn(request, origin);
  const mark = known !== null && isToken(known) ? known : ctx.token();
  return { mark, headers: { "Set-Cookie": tripCookie(origin, mark) } };
}
