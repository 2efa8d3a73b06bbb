import { settlePageForCaller } from "~/alerts/settling/engine/settle-in-turn";
import { handleOpinionCall, handleShardsCall } from "~/monitors/engine/shard-calls";
import type { StandbyStore } from "~/monitors/engine/standby";
import { parseRequestedContactWay, runSender } from "~/notifications/engine/wake";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { withObjectTimeHeader } from "~/platform/object-time";
import { handlePublishRequest } from "~/status-page/publishing/engine/publish-in-object";
import { handleUptimeReportRequest } from "~/status-page/uptime/read";
import { handleRunWorkUnitsRequest } from "./engine/spread-units";

async function answerOf(ctx: Ctx, request: Request, store: StandbyStore | null): Promise<Response> {
  const what = new URL(request.url).pathname.slice(1);
  const body: unknown = await request.json();
  if (what === "shards") return Response.json(await handleShardsCall(ctx, body, store));
  if (what === "units") return Response.json(await handleRunWorkUnitsRequest(ctx, body));
  if (what === "send") return Response.json({ left: await runSender(ctx, parseRequestedContactWay(body)) });
  if (what === "settle") return Response.json(await settlePageForCaller(ctx, body));
  if (what === "publish") return Response.json(await handlePublishRequest(ctx, body));
  if (what === "report") return Response.json(await handleUptimeReportRequest(ctx, body));
  if (what === "opinion") return Response.json(await handleOpinionCall(ctx, body));
  // Read when a file is applied, because the verbs of most nouns come with it.
  if (what === "configuration") {
    const { runDueFileWork } = await import("~/configuration/repositories/run-due");
    return Response.json(await runDueFileWork(ctx));
  }
  return new Response(null, { status: 404 });
}

/** Runs the work of a Durable Object in a separate invocation. Only our own worker can reach it. */
export async function handleCheckerRequest(
  given: Ctx,
  request: Request,
  store: StandbyStore | null = null,
): Promise<Response> {
  const ctx = ctxAfterAnswer(given, { kind: "machine", id: "checker" });
  return withObjectTimeHeader(ctx, await answerOf(ctx, request, store));
}
