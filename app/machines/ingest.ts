import { readBody } from "~/http/body";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { type Accepted, accept } from "~/usecases/alerts/accept";

const tokenOf = (url: string) => /^\/ingest\/([^/]+)\/?$/.exec(new URL(url).pathname)?.[1] ?? "";

const answer = ({ id, duplicate, alerts, skipped }: Accepted): Response =>
  Response.json({ id, duplicate, alerts, skipped }, { status: 202 });

/**
 * `POST /ingest/:token`: 202 with the delivery's id, its alerts and what was skipped, after it is written; a problem
 * (RFC 9457) otherwise. Its guard is the token in the address; no cookie is looked at.
 */
export async function ingest(request: Request, ctx: Ctx): Promise<Response> {
  if (request.method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const body = await readBody(request);
  const accepted = await accept(ctx, { token: tokenOf(request.url), headers: request.headers, body });
  return accepted.ok ? answer(accepted.value) : problemResponse(accepted.failure, ctx.requestId);
}
