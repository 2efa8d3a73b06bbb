import { bookmarkCookie, bookmarkIn } from "~/auth/bookmark-cookie";
import { sessionTokenOf } from "~/auth/session-cookie";
import type { RequestCall } from "~/http/call";
import { isSafe } from "~/http/guard";
import { type Ctx, notingBookmarks } from "~/platform/ctx";
import type { PageHandler } from "./people";

/**
 * True for a signed-in client, which may have just written what it reads, and therefore reads it where it was written.
 */
const isSignedIn = ({ headers }: Request, token: string | null) => token !== null || headers.has("authorization");

/** Returns how recent a copy of the database must be for a reader; null when no copy is recent enough. */
export const copyFromOf =
  ({ request, ctx }: Pick<RequestCall, "request" | "ctx">): NonNullable<Ctx["copyFrom"]> =>
  async () => {
    if (!isSafe(request.method) || isSignedIn(request, sessionTokenOf(request, ctx.config.origin))) return null;
    return (await bookmarkIn(request, ctx)) ?? "first-unconstrained";
  };

const isVisitorsChange = ({ request, url }: RequestCall) =>
  !isSafe(request.method) && !url.pathname.startsWith("/manage");

/** Makes a visitor's next read include what they write, also when it is read from a copy. */
export async function withBookmark(call: RequestCall, people: PageHandler): Promise<Response> {
  const noting = isVisitorsChange(call) ? notingBookmarks(call.ctx) : null;
  if (!noting) return people(call);
  call.ctx = noting.ctx;
  const response = await people(call);
  const bookmark = noting.bookmark();
  if (bookmark !== null && call.ctx.meter.written > 0) call.setCookie = await bookmarkCookie(call.ctx, bookmark);
  return response;
}
