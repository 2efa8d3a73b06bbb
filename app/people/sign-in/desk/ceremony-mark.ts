import { isTokenShaped } from "~/access/session";
import type { DeskRequest } from "~/ui/frame/desk";
import { providerSignInCookie, providerSignInMarkIn } from "./trip-cookie";

/**
 * Returns the mark of this browser while it is asked for a passkey: its present one or a new one, and the header that
 * keeps it.
 */
export function passkeyCeremonyMark({ ctx, request }: DeskRequest) {
  const { origin } = ctx.config;
  const known = providerSignInMarkIn(request, origin);
  const mark = known !== null && isTokenShaped(known) ? known : ctx.token();
  return { mark, headers: { "Set-Cookie": providerSignInCookie(origin, mark) } };
}
