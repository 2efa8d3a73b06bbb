import type { Failure } from "~/failures/failure";
import { readRequestBody } from "~/http/body";
import { failureHeaders, problemResponse } from "~/http/problem";
import { refusalTexts } from "~/i18n/refusal-text";
import type { Ctx } from "~/platform/ctx";
import { parseJsonBytes } from "~/text/json-text";
import { acceptDelivery } from "../accept";
import { acceptedDeliveryResponse } from "./ingest";

/** Returns the routing key from the body, or else from a header. */
function routingKeyIn(bytes: Uint8Array, headers: Headers): string {
  const body = parseJsonBytes(bytes);
  const given = body.ok ? (body.value as { routing_key?: unknown } | null)?.routing_key : undefined;
  return typeof given === "string" ? given.trim() : (headers.get("x-routing-key") ?? "");
}

const refused = (errors: string[]) =>
  Response.json({ status: "invalid event", message: "Event object is invalid", errors }, { status: 400 });

const reasonsOf = (failure: Failure): string[] => {
  if (failure.name === "missing") return ["'routing_key' is invalid"];
  if (failure.name === "malformed") return failure.detail.split("\n");
  return failure.name === "invalid" ? Object.values(refusalTexts(failure.fields, "en")) : [];
};

/** Returns a failure in the Events API's words; a sender tries again on 429 and 5xx. */
function failureResponse(failure: Failure, ctx: Ctx): Response {
  const reasons = reasonsOf(failure);
  if (reasons.length > 0) return refused(reasons);
  if (failure.name !== "limited") return problemResponse(failure, ctx.requestId);
  const body = { status: "throttle exceeded", message: "Events for this routing key arrive too quickly." };
  return Response.json(body, { status: 429, headers: failureHeaders(failure) });
}

/**
 * Serves `POST /v2/enqueue` and `/v2/change/enqueue`: PagerDuty's Events API, version 2. Its guard is the routing key.
 */
export async function handlePagerdutyEventRequest(request: Request, ctx: Ctx): Promise<Response> {
  const { method, headers } = request;
  if (method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const path = new URL(request.url).pathname;
  const body = await readRequestBody(request);
  if (!body.ok) return failureResponse(body.failure, ctx);
  const token = routingKeyIn(body.value, headers);
  if (token === "") return refused(["'routing_key' is missing or blank"]);
  const accepted = await acceptDelivery(ctx, { token, method, path, headers, body, kind: "pagerduty-events" });
  return accepted.ok ? acceptedDeliveryResponse(accepted.value) : failureResponse(accepted.failure, ctx);
}
