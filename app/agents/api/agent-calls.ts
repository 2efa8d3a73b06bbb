import { recordSecurityEvent } from "~/audit/security/security-event";
import type { Failure } from "~/failures/failure";
import { readRequestBody } from "~/http/body";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import type { AgentCall } from "../agent-caller";
import { readAgentCheckPlan } from "../checks";
import { acceptAgentReport } from "../report";

/** Longest body, in bytes: more than 1,500 results with a sentence each. */
const maxBodyBytes = 512 * 1024;

function refused(request: Request, ctx: Ctx, failure: Failure): Response {
  const isForged = failure.name === "unauthenticated" && failure.code === "signature";
  if (isForged) recordSecurityEvent(ctx, "bad_token", { from: clientAddressOf(request) });
  // The date lets a program with a wrong clock correct the time that it signs with.
  return problemResponse(failure, ctx.requestId, { date: new Date(ctx.now()).toUTCString() });
}

async function answerChecks(ctx: Ctx, request: Request, call: AgentCall): Promise<Response> {
  const found = await readAgentCheckPlan(ctx, call);
  if (!found.ok) return refused(request, ctx, found.failure);
  const text = JSON.stringify(found.value);
  const etag = `"${(await ctx.secrets.hash(text)).slice(0, 32)}"`;
  const headers = { etag, "cache-control": "private, no-store", date: new Date(ctx.now()).toUTCString() };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

async function answerReport(ctx: Ctx, request: Request, call: AgentCall): Promise<Response> {
  const taken = await acceptAgentReport(ctx, call);
  if (!taken.ok) return refused(request, ctx, taken.failure);
  return Response.json(taken.value, { headers: { date: new Date(ctx.now()).toUTCString() } });
}

const methods = new Map([
  ["results", "POST"],
  ["checks", "GET"],
]);

/**
 * Handles `POST /ingest/agents/:id/results` (200 once the results are written) and `GET /ingest/agents/:id/checks` (the
 * agent's checks). The signature (Standard Webhooks) over the body authenticates the call; cookies are ignored.
 */
export async function handleAgentRequest(request: Request, ctx: Ctx): Promise<Response> {
  const [, , , id = "", what = ""] = new URL(request.url).pathname.split("/");
  const method = methods.get(what);
  if (method === undefined) return problemResponse({ name: "missing" }, ctx.requestId);
  if (request.method !== method) return problemResponse({ name: "method", allow: [method] }, ctx.requestId);
  const body = await readRequestBody(request, maxBodyBytes);
  if (!body.ok) return problemResponse(body.failure, ctx.requestId);
  const call = { id, headers: request.headers, body: body.value, from: clientAddressOf(request) };
  return what === "checks" ? answerChecks(ctx, request, call) : answerReport(ctx, request, call);
}
