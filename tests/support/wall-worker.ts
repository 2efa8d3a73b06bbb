import { connect } from "cloudflare:sockets";
import { makeOutbound } from "~/http/safe-fetch";
import { addressesFrom, workerConnect } from "~/http/worker-sockets";
import { monitorKindOf } from "~/monitors/kinds";
import { parseConfig } from "~/platform/env";
import { newMeter } from "~/platform/meter";

export interface Asked {
  kind: string;
  settings: Record<string, unknown>;
  timeout: number;
}

interface Env {
  NAMES: Fetcher;
  UPFRONT_NETWORK_ALLOW: string;
}

/** Does one check in workerd with the real way out, and nothing else (tests/monitor-wall.test.ts). */
export async function answerCheck(request: Request, { NAMES, UPFRONT_NETWORK_ALLOW }: Env): Promise<Response> {
  const { kind, settings, timeout } = (await request.json()) as Asked;
  const config = parseConfig({
    DB: {} as D1Database,
    UPFRONT_URL: "https://status.example.com",
    UPFRONT_SECRET: "a secret that only the tests know, 32+",
    UPFRONT_PLAN: "own",
    UPFRONT_NETWORK_ALLOW,
  });
  const meter = newMeter();
  const now = () => Date.now();
  const outbound = makeOutbound(workerConnect(connect), addressesFrom(NAMES))({ meter, config, now });
  const adapter = monitorKindOf(kind);
  if (!adapter) return new Response(null, { status: 404 });
  const finding = await adapter.check({ settings: adapter.settings.parse(settings), outbound, timeout, now });
  return Response.json({ ...finding, subrequests: meter.subrequests });
}
