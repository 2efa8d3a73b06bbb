import { readBody } from "~/http/body";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { takeMailEvents } from "../take-events";

/** Most bytes of a post, which has one event, or the events of one email, without the email itself. */
const maxBodyBytes = 128 * 1024;

/**
 * Serves `/ingest/mail/:token`: 200 once the events are stored; guarded by the token in the URL and the service's
 * signature.
 */
export async function mailEvents(request: Request, ctx: Ctx): Promise<Response> {
  const { method, headers } = request;
  if (method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const token = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const taken = await takeMailEvents(ctx, { token, headers, body: await readBody(request, maxBodyBytes) });
  return taken.ok ? Response.json(taken.value) : problemResponse(taken.failure, ctx.requestId);
}
