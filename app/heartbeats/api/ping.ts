import { type Failure, missingFailure, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { maxPingBodyBytes, type PingResult } from "../record";
import { type AddressedPing, isUuid, parsePingPath } from "./ping-address";
import { pingAnswer, pingAnswerHeaders, readPingBody, recordRequestPing, retryAfterOf } from "./ping-request";

const methods = ["GET", "HEAD", "POST"];

const badAddress = "invalid url format";

/** Returns the fault of the query or the path, in Healthchecks' words; null when there is none. */
function troubleOf({ address, exit }: AddressedPing, rid: string | null): string | null {
  if (exit !== undefined && exit > 255) return badAddress;
  if ("slug" in address && address.slug !== address.slug.toLowerCase()) return badAddress;
  return rid !== null && !isUuid(rid) ? "invalid uuid format" : null;
}

function refusal(failure: Failure): Response {
  if (failure.name === "conflict") return pingAnswer(409, "ambiguous slug");
  const retryAfter = retryAfterOf(failure);
  return retryAfter ? pingAnswer(503, "try again", retryAfter) : pingAnswer(404, "not found");
}

/** Records the ping as the first of its readings that a heartbeat has. */
async function recordFirst(ctx: Ctx, request: Request, readings: readonly AddressedPing[]) {
  const query = new URL(request.url).searchParams;
  const [rid, create] = [query.get("rid")?.toLowerCase(), query.get("create") === "1"];
  const body = await readPingBody(request);
  let recorded: Result<PingResult> = missingFailure;
  for (const reading of readings) {
    recorded = await recordRequestPing(ctx, request, { ...reading, rid, create, body });
    if (recorded.ok || recorded.failure.name !== "missing") return recorded;
  }
  return recorded;
}

async function take(request: Request, ctx: Ctx, readings: readonly AddressedPing[]): Promise<Response> {
  const rid = new URL(request.url).searchParams.get("rid");
  const [trouble = null] = readings.map((each) => troubleOf(each, rid));
  if (trouble !== null) return pingAnswer(400, trouble);
  const sound = readings.filter((each) => troubleOf(each, rid) === null);
  const recorded = await recordFirst(ctx, request, sound);
  if (!recorded.ok) return refusal(recorded.failure);
  const limit = { "ping-body-limit": String(maxPingBodyBytes) };
  return recorded.value.created ? pingAnswer(201, "Created", limit) : pingAnswer(200, "OK", limit);
}

const allowed = { allow: "GET, HEAD, POST, OPTIONS", "access-control-allow-methods": "GET, HEAD, POST" };

/** Responds to a ping whose address has one or more readings, in Healthchecks' words. */
export async function pingResponse(request: Request, ctx: Ctx, readings: readonly AddressedPing[]): Promise<Response> {
  if (request.method === "OPTIONS") {
    return new Response(null, { status: 204, headers: { ...pingAnswerHeaders, ...allowed } });
  }
  if (!methods.includes(request.method)) return pingAnswer(405, "method not allowed", allowed);
  const response = readings.length > 0 ? await take(request, ctx, readings) : pingAnswer(404, "not found");
  return request.method === "HEAD" ? new Response(null, response) : response;
}

/**
 * Handles `/ping/…` as Healthchecks' pinging API: 200 or 201 after the ping is written, 400, 404 and 409 with its
 * words, 503 with Retry-After while the database is away. The address authenticates it; cookies are ignored.
 */
export const handlePingRequest = (request: Request, ctx: Ctx): Promise<Response> =>
  pingResponse(request, ctx, parsePingPath(new URL(request.url).pathname));

/** Does the same for `/<uuid>`; null when no heartbeat has this UUID and a page can have the name. */
export async function handleBarePingRequest(request: Request, ctx: Ctx): Promise<Response | null> {
  const response = await handlePingRequest(request, ctx);
  const { pathname } = new URL(request.url);
  const isView = request.method === "GET" || request.method === "HEAD";
  return response.status === 404 && isView && pathname.lastIndexOf("/") === 0 ? null : response;
}
