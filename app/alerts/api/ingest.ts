import { beginRequestBody } from "~/http/body";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { type AcceptDeliveryResult, acceptDelivery } from "../accept";

const tokenOf = (pathname: string) => /^\/ingest\/([^/]+)\/?$/.exec(pathname)?.[1] ?? "";

/** All methods that some kind of source uses for deliveries; each kind lists its own. */
const methods = ["POST", "PUT", "GET", "OPTIONS"];

/** Returns the answer that the source's sender expects, or the delivery with its alerts and what was skipped. */
export function acceptedDeliveryResponse({
  answer,
  id,
  duplicate,
  alerts,
  skipped,
  kept,
}: AcceptDeliveryResult): Response {
  if (!answer) return Response.json({ id, duplicate, alerts, skipped, ...(kept ? { kept } : {}) }, { status: 202 });
  const { status, headers, body } = answer;
  return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
}

/**
 * Serves `/ingest/:token`: 202 with the delivery's id, its alerts and what was skipped, after it is stored; a problem
 * (RFC 9457) otherwise. Its guard is the token in the address; cookies are ignored.
 */
export async function handleIngestRequest(request: Request, ctx: Ctx): Promise<Response> {
  const { method, headers } = request;
  if (!methods.includes(method)) return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const { pathname, searchParams: query } = new URL(request.url);
  const { body, more, leave } = await beginRequestBody(request);
  const accepted = await acceptDelivery(ctx, {
    token: tokenOf(pathname),
    method,
    query,
    headers,
    body,
    ...(more ? { more } : {}),
  });
  await leave();
  return accepted.ok ? acceptedDeliveryResponse(accepted.value) : problemResponse(accepted.failure, ctx.requestId);
}
