import { bearerTokenOf } from "~/auth/credentials";
import type { Failure } from "~/failures/failure";
import { decodeSegment } from "~/http/decode-segment";
import type { Ctx } from "~/platform/ctx";
import { gatusPingKey } from "../rules/gatus-ping-key";
import { pingResponse } from "./ping";
import { type AddressedPing, keyAddressOf, pingActionOf } from "./ping-address";
import { pingAnswer, pingBodyOfText, recordRequestPing, retryAfterOf } from "./ping-request";

/** Lines of text that a ping of another product has in its query; empty when it has none. */
const saidLines = (lines: readonly (string | null)[]): string => lines.filter((line) => line !== null).join("\n");

const kumaAnswer = (status: number, answer: object, headers: Record<string, string> = {}): Response =>
  pingAnswer(status, JSON.stringify(answer), { "content-type": "application/json; charset=utf-8", ...headers });

function kumaRefusal(failure: Failure): Response {
  const retryAfter = retryAfterOf(failure);
  if (retryAfter) return kumaAnswer(503, { ok: false, msg: "Try again." }, retryAfter);
  return kumaAnswer(404, { ok: false, msg: "Monitor not found or not active." });
}

/** Any status but `up` is down in Uptime Kuma, and so it is here; a push without a status is up. */
const kumaAction = (status: string | null): Pick<AddressedPing, "action"> => ({
  action: (status || "up") === "up" ? "success" : "fail",
});

/**
 * Handles `/api/push/TOKEN?status=up|down&msg=&ping=` as Uptime Kuma does: `{"ok":true}` after it is written, and its
 * words for an unknown token. The token authenticates it.
 */
export async function handleKumaPush(request: Request, ctx: Ctx): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url);
  const address = keyAddressOf(decodeSegment(pathname.slice(pathname.lastIndexOf("/") + 1)) ?? "");
  if (!address) return kumaRefusal({ name: "missing" });
  const ping = query.get("ping");
  const body = pingBodyOfText(saidLines([query.get("msg") || null, ping ? `ping: ${ping} ms` : null]));
  const recorded = await recordRequestPing(ctx, request, { address, ...kumaAction(query.get("status")), body });
  return recorded.ok ? kumaAnswer(200, { ok: true }) : kumaRefusal(recorded.failure);
}

/** Durations as Go writes them: `1h2m3.5s`, `250ms`. */
const goDuration = /^[+-]?(?:0|(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+)$/;

/** Returns the fault of a result, in Gatus' words; null when there is none. */
function gatusTrouble(query: URLSearchParams, token: string | null): Response | null {
  const [success, duration] = [query.get("success"), query.get("duration")];
  if (success !== "true" && success !== "false") {
    return pingAnswer(400, "missing or invalid success query parameter");
  }
  if (token === null) return pingAnswer(401, "invalid Authorization header");
  return duration && !goDuration.test(duration) ? pingAnswer(400, "invalid duration") : null;
}

/**
 * Handles `POST /api/v1/endpoints/KEY/external?success=true|false&error=&duration=` as Gatus does. The endpoint's token
 * authenticates it; a wrong one is answered as an unknown endpoint.
 */
export async function handleGatusResult(request: Request, ctx: Ctx): Promise<Response> {
  if (request.method !== "POST") return pingAnswer(405, "method not allowed", { allow: "POST" });
  const { pathname, searchParams: query } = new URL(request.url);
  const token = bearerTokenOf(request);
  const trouble = gatusTrouble(query, token);
  if (trouble) return trouble;
  const key = decodeSegment(pathname.split("/").at(-2) ?? "");
  if (key === null || token === null) return pingAnswer(404, "not found");
  const isSuccess = query.get("success") === "true";
  const duration = query.get("duration");
  const recorded = await recordRequestPing(ctx, request, {
    address: { uuid: gatusPingKey(key, token) },
    action: isSuccess ? "success" : "fail",
    body: pingBodyOfText(
      saidLines([isSuccess ? null : query.get("error") || null, duration ? `duration: ${duration}` : null]),
    ),
  });
  if (recorded.ok) return pingAnswer(200, "");
  const retryAfter = retryAfterOf(recorded.failure);
  return retryAfter ? pingAnswer(503, "try again", retryAfter) : pingAnswer(404, "not found");
}

/** Handles `/api/v1/heartbeat/TOKEN` as Better Stack does, with `/fail` or an exit status behind it. */
export function handleBetterStackHeartbeat(request: Request, ctx: Ctx): Promise<Response> {
  const [key = "", suffix] = new URL(request.url).pathname.replace(/^.*\/api\/v1\/heartbeat\//, "").split("/");
  const [address, action] = [keyAddressOf(key), pingActionOf(suffix)];
  return pingResponse(request, ctx, address && action ? [{ address, ...action }] : []);
}
