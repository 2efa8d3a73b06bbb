import { takeRequestAllowance } from "~/api/limit";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { prometheusContentType, prometheusText } from "~/status-page/formats/metrics";
import { readMetricsOfPages } from "../metrics/read";
import { metricFamilies } from "../metrics/rules/metric-families";

/**
 * Answers `/metrics` for Prometheus, with the pages of the person who created the token. As in the API only tokens are
 * accepted, and both share one rate limit. Throws DatabaseAwayError.
 */
export async function metricsResponse(ctx: Ctx): Promise<Response> {
  if (ctx.actor.kind !== "token") return problemResponse({ name: "unauthenticated" }, ctx.requestId);
  const { headers, retryAfter } = takeRequestAllowance(ctx, ctx.actor.id);
  if (retryAfter !== null) return problemResponse({ name: "limited", retryAfter }, ctx.requestId, headers);
  const measured = await readMetricsOfPages(ctx);
  if (!measured.ok) return problemResponse(measured.failure, ctx.requestId, headers);
  return new Response(prometheusText(metricFamilies(measured.value)), {
    headers: { ...headers, "content-type": prometheusContentType },
  });
}
