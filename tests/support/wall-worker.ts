import { connect } from "cloudflare:sockets";
import { makeOutbound } from "~/http/safe-fetch";
import { callByService } from "~/http/served-call";
import { makeAddressLookup, workerSocketConnector } from "~/http/worker-sockets";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { parseConfig } from "~/platform/env";
import { newMeter } from "~/platform/meter";

export interface Asked {
  kind: string;
  settings: Record<string, unknown>;
  timeout: number;
  /** Absent = a check of the team's; `visitor` = a post to the address, as to a visitor's webhook. */
  owner?: "visitor";
}

interface Env {
  NAMES: Fetcher;
  CALLS: Fetcher;
  VISITOR_CALLS: Fetcher;
  UPFRONT_NETWORK_ALLOW: string;
  UPFRONT_VISITOR_NETWORK_ALLOW: string;
}

/** Makes one check in workerd with the real outgoing calls, and nothing else (tests/walls/monitor-wall.test.ts). */
export async function answerCheck(request: Request, env: Env): Promise<Response> {
  const { kind, settings, timeout, owner = "team" } = (await request.json()) as Asked;
  const config = parseConfig({
    DB: {} as D1Database,
    UPFRONT_URL: "https://status.example.com",
    UPFRONT_SECRET: "a secret that only the tests know, 32+",
    UPFRONT_PLAN: "own",
    UPFRONT_NETWORK_ALLOW: env.UPFRONT_NETWORK_ALLOW,
    UPFRONT_VISITOR_NETWORK_ALLOW: env.UPFRONT_VISITOR_NETWORK_ALLOW,
  });
  const meter = newMeter();
  const now = () => Date.now();
  const outbound = makeOutbound({
    connect: workerSocketConnector(connect),
    addressesOf: makeAddressLookup(env.NAMES),
    call: callByService(env.CALLS),
    callForVisitors: callByService(env.VISITOR_CALLS),
  })({ meter, config, now, owner });
  if (owner === "visitor") {
    const address = { url: String(settings.url) };
    const answer = await outbound.fetch({ ...address, method: "POST", timeout });
    const notAllowed = await outbound.notAllowed?.(address);
    return Response.json({ verdict: answer.ok ? "up" : answer.reason, code: answer.ok ? "" : answer.code, notAllowed });
  }
  const adapter = monitorKindOf(kind);
  if (!adapter) return new Response(null, { status: 404 });
  const finding = await adapter.check({ settings: adapter.settings.parse(settings), outbound, timeout, now });
  return Response.json({ ...finding, subrequests: meter.subrequests });
}
