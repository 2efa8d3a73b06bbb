import { recordSecurityEvent } from "~/audit/security/security-event";
import { readRequestBody } from "~/http/body";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { processIncomingSms } from "../take-text";
import { processSmsStatusReport } from "../take-text-status";

/** Most bytes of a post: a text has 1,600 characters, and Twilio adds data about its origin. */
const maxBodyBytes = 32 * 1024;

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** https://www.twilio.com/docs/messaging/twiml: an empty response sends nothing. */
function twiml(reply: string | null): Response {
  const text = reply?.replaceAll(/[&<>]/g, (sign) => escaped[sign] ?? sign);
  const message = text ? `<Message>${text}</Message>` : "";
  return new Response(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`, {
    headers: { "content-type": "text/xml; charset=utf-8" },
  });
}

/**
 * Serves `/ingest/sms`, texts to our number, and `/ingest/sms/status`, reports on ours. Guarded by Twilio's signature.
 */
export async function serveTwilioPosts(request: Request, ctx: Ctx): Promise<Response> {
  const { method, headers } = request;
  if (method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const { pathname, search } = new URL(request.url);
  const signature = headers.get("x-twilio-signature") ?? "";
  const post = { path: `${pathname}${search}`, signature, body: await readRequestBody(request, maxBodyBytes) };
  const isStatus = pathname.endsWith("/status");
  const taken = await (isStatus ? processSmsStatusReport(ctx, post) : processIncomingSms(ctx, post));
  if (taken.ok) return isStatus ? new Response(null, { status: 204 }) : twiml(taken.value as string | null);
  if (taken.failure.name === "unauthenticated")
    recordSecurityEvent(ctx, "bad_token", { from: clientAddressOf(request) });
  return problemResponse(taken.failure, ctx.requestId);
}
