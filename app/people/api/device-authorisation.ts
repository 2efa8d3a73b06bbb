import type { Failure } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import { readFormRequest } from "~/http/form-body";
import { failureHeaders, failureHttpStatus, problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { chooseDevicePathToType, deviceDecisionPath, isShortDevicePathOurs } from "../devices/device-path";
import { pollDeviceToken } from "../devices/poll";
import { requestDeviceCode } from "../devices/request";
import { revokeShownToken } from "../devices/verbs";
import { deviceCodeLifetimeMs, deviceGrantType, devicePollSeconds } from "../rules/device-code";

const maxFormBytes = 8192;
const noStore = { "cache-control": "no-store", pragma: "no-cache" };

const oauthError = (error: string, description: string, status = 400, headers: Record<string, string> = {}) =>
  Response.json({ error, error_description: description }, { status, headers: { ...noStore, ...headers } });

/** Returns a failure in OAuth's words, where it has some. */
function failureAnswer(failure: Failure, ctx: Ctx): Response {
  if (failure.name === "limited")
    return oauthError("slow_down", "Too many requests. Wait and try again.", 429, failureHeaders(failure));
  if (failureHttpStatus(failure) >= 500) return problemResponse(failure, ctx.requestId);
  return oauthError("invalid_request", "Send a form (application/x-www-form-urlencoded).", failureHttpStatus(failure));
}

type FormAnswer = (field: (name: string) => string) => Promise<Response>;

async function answerForm(request: Request, ctx: Ctx, answer: FormAnswer): Promise<Response> {
  if (request.method !== "POST") return problemResponse({ name: "method", allow: ["POST"] }, ctx.requestId);
  const form = await readFormRequest(request, maxFormBytes);
  if (!form.ok) return failureAnswer(form.failure, ctx);
  const fields = await form.value.fields();
  return answer((name) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  });
}

/** Returns the city and country of a request as Cloudflare knows them; "" elsewhere. */
function placeOf(request: Request): string {
  const { city, country } = (request.cf ?? {}) as { city?: unknown; country?: unknown };
  return [city, country].filter((each) => typeof each === "string" && each !== "").join(", ");
}

/** Answers `POST /oauth/device` (RFC 8628 §3.1). `device_name` is ours: the machine that a person recognises. */
export const handleDeviceAuthorisation = (request: Request, ctx: Ctx): Promise<Response> =>
  answerForm(request, ctx, async (field) => {
    const client = field("client_id").trim();
    if (client === "") return oauthError("invalid_request", "client_id is missing.");
    const name = field("device_name").trim() || client;
    const asked = await requestDeviceCode(ctx, {
      client,
      name,
      from: clientAddressOf(request),
      place: placeOf(request),
    });
    if (!asked.ok) return failureAnswer(asked.failure, ctx);
    const { deviceCode, userCode } = asked.value;
    const place = `${ctx.config.origin}${await chooseDevicePathToType(ctx)}`;
    const body = {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: place,
      verification_uri_complete: `${place}?user_code=${userCode}`,
      expires_in: deviceCodeLifetimeMs / 1000,
      interval: devicePollSeconds,
    };
    return Response.json(body, { headers: noStore });
  });

const reasons = {
  authorization_pending: "Nobody has decided yet.",
  slow_down: "You ask too often. Wait five seconds longer between two questions.",
  access_denied: "The request was denied.",
  expired_token: "The code has expired or is unknown. Start again.",
} as const;

/** Answers `POST /oauth/token` (RFC 8628 §3.4) with an API token of the person who allowed it. */
export const handleDeviceToken = (request: Request, ctx: Ctx): Promise<Response> =>
  answerForm(request, ctx, async (field) => {
    if (field("grant_type") !== deviceGrantType)
      return oauthError("unsupported_grant_type", `Only ${deviceGrantType} is supported.`);
    const polled = await pollDeviceToken(ctx, { deviceCode: field("device_code"), from: clientAddressOf(request) });
    if (!polled.ok) return failureAnswer(polled.failure, ctx);
    const { answer, token, expiresIn } = polled.value;
    if (answer !== "token") return oauthError(answer, reasons[answer]);
    const lasts = expiresIn === null ? {} : { expires_in: expiresIn };
    return Response.json({ access_token: token, token_type: "Bearer", ...lasts }, { headers: noStore });
  });

/** Answers `POST /oauth/revoke` (RFC 7009): who shows a token may end it. */
export const handleTokenRevocation = (request: Request, ctx: Ctx): Promise<Response> =>
  answerForm(request, ctx, async (field) => {
    const revoked = await revokeShownToken(ctx, { token: field("token") });
    return revoked.ok ? new Response(null, { headers: noStore }) : failureAnswer(revoked.failure, ctx);
  });

/** Leads `/device` to the page in management; null when a page of this name has the address. */
export async function redirectToDevicePage(request: Request, ctx: Ctx): Promise<Response | null> {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  if (!(await isShortDevicePathOurs(ctx))) return null;
  const { search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { ...noStore, location: `${deviceDecisionPath}${search}` } });
}
