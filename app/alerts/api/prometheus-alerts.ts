import { beginRequestBody } from "~/http/body";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { acceptDelivery } from "../accept";
import { acceptedDeliveryResponse } from "./ingest";

const inPath = /^\/ingest\/([^/]+)\/api\/v2\/alerts$/;

function tokenOf({ url, headers }: Request): string {
  const [, token] = inPath.exec(new URL(url).pathname) ?? [];
  return token ?? /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
}

/**
 * Serves `POST /api/v2/alerts` with the source's token as bearer token, and `/ingest/:token/api/v2/alerts`: Prometheus
 * posts here as to an Alertmanager. It drops alerts without a 2xx response, and sends firing alerts again each minute.
 */
export async function handlePrometheusAlertsRequest(request: Request, ctx: Ctx): Promise<Response> {
  const { method, headers } = request;
  if (method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const { body, more, leave } = await beginRequestBody(request);
  const accepted = await acceptDelivery(ctx, {
    token: tokenOf(request),
    method,
    headers,
    body,
    ...(more ? { more } : {}),
    kind: "prometheus",
  });
  await leave();
  return accepted.ok ? acceptedDeliveryResponse(accepted.value) : problemResponse(accepted.failure, ctx.requestId);
}
