import { settleForCaller } from "~/alerts/settling/engine/settle-in-turn";
import { checkFor, runShards } from "~/monitors/engine/shard-calls";
import type { StandbyStore } from "~/monitors/engine/standby";
import { requestedWay, runSender } from "~/notifications/engine/wake";
import { afterwards, type Ctx } from "~/platform/ctx";
import { sayingObjectTime } from "~/platform/object-time";
import { publishForCaller } from "~/status-page/publishing/engine/publish-in-object";
import { reportForCaller } from "~/status-page/uptime/read";
import { runCalledUnits } from "./engine/spread-units";

async function answerOf(ctx: Ctx, request: Request, store: StandbyStore | null): Promise<Response> {
  const what = new URL(request.url).pathname.slice(1);
  const body: unknown = await request.json();
  if (what === "shards") return Response.json(await runShards(ctx, body, store));
  if (what === "units") return Response.json(await runCalledUnits(ctx, body));
  if (what === "send") return Response.json({ left: await runSender(ctx, requestedWay(body)) });
  if (what === "settle") return Response.json(await settleForCaller(ctx, body));
  if (what === "publish") return Response.json(await publishForCaller(ctx, body));
  if (what === "report") return Response.json(await reportForCaller(ctx, body));
  if (what === "opinion") return Response.json(await checkFor(ctx, body));
  return new Response(null, { status: 404 });
}

/** Runs the work of a Durable Object in an invocation of its own. Only our own worker can reach it. */
export async function check(given: Ctx, request: Request, store: StandbyStore | null = null): Promise<Response> {
  const ctx = afterwards(given, { kind: "machine", id: "checker" });
  return sayingObjectTime(ctx, await answerOf(ctx, request, store));
}
