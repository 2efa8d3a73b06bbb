import { readVerifiedBookmark, signDatabaseBookmarkCookieHeader } from "~/auth/bookmark-cookie";
import { sessionTokenOf } from "~/auth/session-cookie";
import type { RequestContext } from "~/http/call";
import { isSafeMethod } from "~/http/guard";
import { type Ctx, ctxWithBookmarkRecorder } from "~/platform/ctx";
import type { PageHandler } from "./people";

/**
 * True for a signed-in client, which may have just written what it reads, and therefore reads it where it was written.
 */
const isSignedIn = ({ headers }: Request, token: string | null) => token !== null || headers.has("authorization");

/** Returns how recent a copy of the database must be for a reader; null when no copy is recent enough. */
export const replicaBookmarkReader =
  ({ request, ctx }: Pick<RequestContext, "request" | "ctx">): NonNullable<Ctx["copyFrom"]> =>
  async () => {
    if (!isSafeMethod(request.method) || isSignedIn(request, sessionTokenOf(request, ctx.config.origin))) return null;
    return (await readVerifiedBookmark(request, ctx)) ?? "first-unconstrained";
  };

const isVisitorsChange = ({ request, url }: RequestContext) =>
  !isSafeMethod(request.method) && !url.pathname.startsWith("/manage");

/** Makes a visitor's next read include what they write, also when it is read from a copy. */
export async function answerWithBookmark(call: RequestContext, people: PageHandler): Promise<Response> {
  const noting = isVisitorsChange(call) ? ctxWithBookmarkRecorder(call.ctx) : null;
  if (!noting) return people(call);
  call.ctx = noting.ctx;
  const response = await people(call);
  const bookmark = noting.bookmark();
  if (bookmark !== null && call.ctx.meter.written > 0)
    call.setCookie = await signDatabaseBookmarkCookieHeader(call.ctx, bookmark);
  return response;
}
