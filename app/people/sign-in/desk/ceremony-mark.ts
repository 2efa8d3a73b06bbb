import { isTokenShaped } from "~/access/session";
import type { DeskRequest } from "~/ui/frame/desk";
import { providerSignInCookieHeader, readProviderSignInMark } from "./trip-cookie";

/**
 * Returns the mark of this browser for a passkey ceremony, either its current mark or a new mark, and the header that
 * stores it.
 */
export function passkeyCeremonyMark({ ctx, request }: DeskRequest) {
  const { origin } = ctx.config;
  const known = readProviderSignInMark(request, origin);
  const mark = known !== null && isTokenShaped(known) ? known : ctx.token();
  return { mark, headers: { "Set-Cookie": providerSignInCookieHeader(origin, mark) } };
}
