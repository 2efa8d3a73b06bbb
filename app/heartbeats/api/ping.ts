import type { Failure } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import type { Ctx } from "~/platform/ctx";
import { maxPingBodyBytes, type ReceivedPing, recordPing } from "../record";

const methods = ["GET", "HEAD", "POST"];

const always = {
  "content-type": "text/plain; charset=utf-8",
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
};

const say = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { ...always, ...headers } });

const badAddress = "invalid url format";

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type PingRequest = Pick<ReceivedPing, "address" | "action" | "exit">;

function actionOf(suffix: string | undefined): Pick<ReceivedPing, "action" | "exit"> | null {
  if (suffix === undefined) return { action: "success" };
  if (suffix === "start" || suffix === "fail" || suffix === "log") return { action: suffix };
  return /^\d+$/.test(suffix) ? { action: "success", exit: Number(suffix) } : null;
}

function addressOf(first: string, slug: string | undefined): ReceivedPing["address"] | null {
  if (slug === undefined) return uuidForm.test(first) ? { uuid: first.toLowerCase() } : null;
  return /^[\w-]+$/.test(first) && /^[\w-]+$/.test(slug) ? { pingKey: first, slug } : null;
}

/**
 * Parses `/ping/<uuid>` or `/ping/<key>/<slug>`, each with one of four suffixes; null for any other path. A final slash
 * is ignored.
 */
function readAddress(pathname: string): PingRequest | null {
  const parts = pathname.split("/").slice(2);
  const [first = "", second] = parts;
  const byUuid = uuidForm.test(first) && (second === undefined || actionOf(second) !== null);
  const suffix = byUuid ? second : parts[2];
  const address = addressOf(first, byUuid ? undefined : second);
  const action = actionOf(suffix);
  const whole = parts.length <= (byUuid ? 2 : 3) && (byUuid || parts.length >= 2);
  return whole && address && action ? { address, ...action } : null;
}

/** Returns the fault of the query or the path, in Healthchecks' words; null when there is none. */
function troubleOf({ address, exit }: PingRequest, rid: string | null): string | null {
  if (exit !== undefined && exit > 255) return badAddress;
  if ("slug" in address && address.slug !== address.slug.toLowerCase()) return badAddress;
  return rid !== null && !uuidForm.test(rid) ? "invalid uuid format" : null;
}

/** Reads the first bytes of the body, and never more than are kept. */
async function readStart(request: Request): Promise<ReceivedPing["body"]> {
  const bytes = new Uint8Array(maxPingBodyBytes);
  const reader = request.method === "POST" ? request.body?.getReader() : undefined;
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) return { bytes: bytes.subarray(0, size), truncated: false };
    bytes.set(chunk.value.subarray(0, maxPingBodyBytes - size), size);
    size += chunk.value.length;
    if (size > maxPingBodyBytes) {
      await reader?.cancel();
      return { bytes, truncated: true };
    }
  }
}

function refusal(failure: Failure): Response {
  if (failure.name === "conflict") return say(409, "ambiguous slug");
  if (failure.name === "overloaded") return say(503, "try again", { "retry-after": String(failure.retryAfter) });
  return say(404, "not found");
}

async function take(request: Request, ctx: Ctx, asked: PingRequest): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const rid = query.get("rid");
  const trouble = troubleOf(asked, rid);
  if (trouble) return say(400, trouble);
  const recorded = await recordPing(ctx, {
    ...asked,
    rid: rid?.toLowerCase(),
    create: query.get("create") === "1",
    method: request.method,
    from: clientAddressOf(request),
    agent: request.headers.get("user-agent") ?? "",
    body: { ...(await readStart(request)), contentType: request.headers.get("content-type") },
  });
  if (!recorded.ok) return refusal(recorded.failure);
  const limit = { "ping-body-limit": String(maxPingBodyBytes) };
  return recorded.value.created ? say(201, "Created", limit) : say(200, "OK", limit);
}

const allowed = { allow: "GET, HEAD, POST, OPTIONS", "access-control-allow-methods": "GET, HEAD, POST" };

/**
 * Handles `/ping/…` as Healthchecks' pinging API: 200 or 201 after the ping is written, 400, 404 and 409 with its
 * words, 503 with Retry-After while the database is away. The address authenticates it; cookies are ignored.
 */
export async function handlePingRequest(request: Request, ctx: Ctx): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { ...always, ...allowed } });
  if (!methods.includes(request.method)) return say(405, "method not allowed", allowed);
  const asked = readAddress(new URL(request.url).pathname);
  const response = asked ? await take(request, ctx, asked) : say(404, "not found");
  return request.method === "HEAD" ? new Response(null, response) : response;
}
