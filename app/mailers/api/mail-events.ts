import { readRequestBody } from "~/http/body";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { processMailEvents } from "../take-events";

/** Maximum size of a request, in bytes. It contains one event, or the events of one email, without the email itself. */
const maxBodyBytes = 128 * 1024;

/**
 * Serves `/ingest/mail/:token`: 200 once the events are stored; guarded by the token in the URL and the service's
 * signature.
 */
export async function handleMailerWebhook(request: Request, ctx: Ctx): Promise<Response> {
  const { method, headers } = request;
  if (method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const token = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const taken = await processMailEvents(ctx, { token, headers, body: await readRequestBody(request, maxBodyBytes) });
  return taken.ok ? Response.json(taken.value) : problemResponse(taken.failure, ctx.requestId);
}
