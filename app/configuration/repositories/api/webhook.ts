import { recordSecurityEvent } from "~/audit/security/security-event";
import { readRequestBody } from "~/http/body";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { maxPushBodyBytes } from "~/text/body-limits";
import { acceptPushEvent } from "../take-push";

/**
 * Serves `/ingest/repositories/:id`: 202 once a push is stored, 200 for what needs no reading. Its guard is the
 * provider's signature over the body; cookies are ignored.
 */
export async function handleRepositoryWebhook(request: Request, ctx: Ctx): Promise<Response> {
  const { method, headers } = request;
  if (method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const from = clientAddressOf(request);
  const body = await readRequestBody(request, maxPushBodyBytes);
  if (!body.ok) return problemResponse(body.failure, ctx.requestId);
  const taken = await acceptPushEvent(ctx, { id, headers, body: body.value, from });
  if (taken.ok) {
    const isNew = taken.value.state === "waiting" && !taken.value.duplicate;
    return Response.json(taken.value, { status: isNew ? 202 : 200 });
  }
  if (taken.failure.name === "unauthenticated") recordSecurityEvent(ctx, "bad_token", { from });
  return problemResponse(taken.failure, ctx.requestId);
}
