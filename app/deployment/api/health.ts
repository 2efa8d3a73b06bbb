import { problemResponse } from "~/http/problem";
import { trustProxyAdvice } from "~/net/trusted-proxy";
import type { Ctx } from "~/platform/ctx";
import { databaseAwayCode, storageTroubleCode, wrongSecretCode } from "~/platform/failure-of";
import { askUntrustedProxies } from "~/platform/machine";
import { checkReadiness } from "../ready";

/**
 * Answers `/healthz`, which only shows that the worker runs. On one machine the listener answers 503 if ticks get no
 * response.
 */
export const healthResponse = (): Response => Response.json({ status: "alive" });

/** Returns problems that block nothing but should be fixed. The answer is public, so it contains no address of ours. */
async function noticesOf(ctx: Ctx): Promise<{ notices?: { code: string; detail: string }[] }> {
  const { proxies } = await askUntrustedProxies(ctx.bindings);
  const detail = `Requests come through a proxy that is not trusted. ${trustProxyAdvice()}`;
  return proxies.length === 0 ? {} : { notices: [{ code: "untrusted_proxy", detail }] };
}

/**
 * Answers `/readyz`: the database answers and can be written, its secret is ours and the tick's stamp is younger than
 * 15 minutes; else 503.
 */
export async function readinessResponse(ctx: Ctx): Promise<Response> {
  const { ready: isReady, away, storage, wrongSecret, tickAt } = await checkReadiness(ctx);
  if (storage)
    return problemResponse({ name: "overloaded", retryAfter: 10, code: storageTroubleCode(storage) }, ctx.requestId);
  if (away) return problemResponse({ name: "overloaded", retryAfter: 10, code: databaseAwayCode }, ctx.requestId);
  if (wrongSecret)
    return problemResponse({ name: "overloaded", retryAfter: 300, code: wrongSecretCode }, ctx.requestId);
  if (!isReady) return problemResponse({ name: "overloaded", retryAfter: 60 }, ctx.requestId);
  return Response.json({ status: "ready", tick_at: new Date(tickAt).toISOString(), ...(await noticesOf(ctx)) });
}
