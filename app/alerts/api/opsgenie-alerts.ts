import { ok, type Result } from "~/failures/failure";
import { recordPing } from "~/heartbeats/record";
import { readRequestBody } from "~/http/body";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import { awaitWhileSenderWaits } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import { acceptDelivery } from "../accept";
import {
  type AlertReference,
  findHeartbeatIdForSender,
  findSourceByKey,
  readAlertOfSource,
  readDeliveryOfSource,
  type SenderAlertView,
} from "../asked-by-sender";
import { acceptedDeliveryResponse } from "./ingest";
import {
  opsgenieAlertBody,
  opsgenieFailureResponse,
  opsgenieRequestStatusBody,
  opsgenieResponse,
} from "./opsgenie-answers";

const kind = "opsgenie-alerts";

const tokenOf = (request: Request) => /^GenieKey +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";

/** Decodes a part of a path; null when its escapes are invalid. */
function unescaped(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function nameOf(identifier: string, type: string | null): AlertReference {
  if (type === "alias") return { key: identifier };
  return type === "tiny" ? { number: identifier } : { id: identifier };
}

const reads = ({ method }: Request) => method === "GET" || method === "HEAD";

const notAllowed = (ctx: Ctx, ...allow: string[]) => problemResponse({ name: "method", allow }, ctx.requestId);

async function findAlert(request: Request, ctx: Ctx, identifier: string): Promise<Result<SenderAlertView>> {
  const source = await findSourceByKey(ctx, { token: tokenOf(request), kind });
  if (!source.ok) return source;
  const name = nameOf(identifier, new URL(request.url).searchParams.get("identifierType"));
  return readAlertOfSource(ctx, source.value, name);
}

async function showAlert(request: Request, ctx: Ctx, identifier: string): Promise<Response> {
  const found = await findAlert(request, ctx, identifier);
  if (found.ok) return opsgenieResponse(ctx, 200, { data: opsgenieAlertBody(found.value) });
  if (found.failure.name !== "missing") return opsgenieFailureResponse(found.failure, ctx);
  return opsgenieResponse(ctx, 404, { message: `Alert with id [${identifier}] does not exist` });
}

async function showRequest(request: Request, ctx: Ctx, id: string): Promise<Response> {
  if (!reads(request)) return notAllowed(ctx, "GET", "HEAD");
  const source = await findSourceByKey(ctx, { token: tokenOf(request), kind });
  if (!source.ok) return opsgenieFailureResponse(source.failure, ctx);
  const found = await readDeliveryOfSource(ctx, source.value, id);
  if (found.ok) return opsgenieResponse(ctx, 200, { data: opsgenieRequestStatusBody(found.value) });
  return opsgenieResponse(ctx, 404, { message: "Request not found. It might not be processed, yet." });
}

/** Returns the address with the alert's alias in place of its id or number; unchanged when no alert has that id. */
async function byAlias(request: Request, ctx: Ctx, identifier: string): Promise<Result<URL>> {
  const url = new URL(request.url);
  if (url.searchParams.get("identifierType") === "alias") return ok(url);
  const found = await awaitWhileSenderWaits(ctx, findAlert(request, ctx, identifier));
  if (!found.ok) return found.failure.name === "missing" ? ok(url) : found;
  const [, , , , ...verb] = url.pathname.split("/");
  url.pathname = ["/v2/alerts", encodeURIComponent(found.value.key), ...verb].join("/");
  url.searchParams.set("identifierType", "alias");
  return ok(url);
}

const verbs = ["POST", "PUT", "PATCH", "DELETE"];

async function take(request: Request, ctx: Ctx, identifier: string | null): Promise<Response> {
  const { method, headers } = request;
  const allowed = identifier === null ? ["POST"] : verbs;
  if (!allowed.includes(method)) return notAllowed(ctx, ...allowed);
  const body = await readRequestBody(request);
  const url = identifier === null ? ok(new URL(request.url)) : await byAlias(request, ctx, identifier);
  if (!url.ok) return opsgenieFailureResponse(url.failure, ctx);
  const { pathname: path, searchParams: query } = url.value;
  const accepted = await acceptDelivery(ctx, { token: tokenOf(request), method, path, query, headers, body, kind });
  return accepted.ok ? acceptedDeliveryResponse(accepted.value) : opsgenieFailureResponse(accepted.failure, ctx);
}

/**
 * Serves `/v2/alerts` (create), `/v2/alerts/:identifier` (get, delete), `/v2/alerts/:identifier/:verb` and
 * `/v2/alerts/requests/:id`: Opsgenie's Alert API, version 2. Its guard is the key in `Authorization: GenieKey`.
 */
export async function handleOpsgenieAlertRequest(request: Request, ctx: Ctx): Promise<Response> {
  const [, , , first, second] = new URL(request.url).pathname.split("/");
  if (first === undefined || first === "") return take(request, ctx, null);
  const identifier = unescaped(first);
  if (identifier === null) return problemResponse({ name: "missing" }, ctx.requestId);
  if (first === "requests" && second !== undefined) return showRequest(request, ctx, second);
  if (second === undefined && reads(request)) return showAlert(request, ctx, identifier);
  return take(request, ctx, identifier);
}

/** Returns the slug of the heartbeat that has this name in Opsgenie. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\w-]+/g, "-")
    .replaceAll(/^-+|(?<!-)-+$/g, "");

const pingMethods = ["GET", "HEAD", "POST", "PUT", "PATCH"];

/** Serves `/v2/heartbeats/:name/ping`: a ping of the heartbeat of the same page that has this slug. */
export async function handleOpsgenieHeartbeatPing(request: Request, ctx: Ctx): Promise<Response> {
  if (!pingMethods.includes(request.method)) return notAllowed(ctx, ...pingMethods);
  const name = unescaped(new URL(request.url).pathname.split("/")[3] ?? "");
  const source = await findSourceByKey(ctx, { token: tokenOf(request), kind });
  if (!source.ok) return opsgenieFailureResponse(source.failure, ctx);
  const heartbeat = await findHeartbeatIdForSender(ctx, source.value, slugOf(name ?? ""));
  if (!heartbeat.ok)
    return opsgenieResponse(ctx, 404, { message: `Heartbeat with name [${name ?? ""}] does not exist` });
  const recorded = await recordPing(ctx, {
    address: { id: heartbeat.value },
    action: "success",
    create: false,
    method: reads(request) ? request.method : "POST",
    from: clientAddressOf(request),
    agent: request.headers.get("user-agent") ?? "",
    body: { bytes: new Uint8Array(), truncated: false },
  });
  if (!recorded.ok) return problemResponse(recorded.failure, ctx.requestId);
  return opsgenieResponse(ctx, 202, { result: "PONG - Heartbeat received" });
}
