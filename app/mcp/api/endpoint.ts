import { takeRequestAllowance } from "~/api/limit";
import { recordSecurityEvent } from "~/audit/security/security-event";
import { bearerTokenOf } from "~/auth/credentials";
import type { Failure, Result } from "~/failures/failure";
import { readJsonBody } from "~/http/body";
import { clientAddressOf } from "~/http/client-address";
import { failureDetail, failureHeaders, failureHttpStatus } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";
import { readPublishedView } from "~/status-page/view-page";
import { pageSlugOfMcpMessage } from "../rules/page-of-message";
import { judgeProtocol, protocolHeadersOf } from "../rules/protocol";
import { failureSentence, type MethodAnswer } from "../rules/results";
import { parseRpcMessage, type RpcRefusal, type RpcRequest, rpcErrorCodes } from "../rules/rpc-message";
import { answerMethod } from "./methods";
import { resourceMetadataAddress } from "./resource-metadata";

/** Finds the token's actor and, on the named page, its membership. */
export type TokenIdentification = (page: string | null) => Promise<Ctx>;

type ResponseHeaders = Record<string, string>;

const rpcResponse = (status: number, body: object, headers: ResponseHeaders = {}): Response =>
  new Response(JSON.stringify({ jsonrpc: "2.0", ...body }), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

const refusalResponse = ({ status, ...rest }: RpcRefusal, headers?: ResponseHeaders) =>
  rpcResponse(status, rest, headers);

/** Answers a failure of the request itself, before it is known what it asks. */
function failureResponse(failure: Failure, headers: ResponseHeaders = {}): Response {
  const codes: Partial<Record<Failure["name"], number>> = {
    malformed: rpcErrorCodes.parse,
    overloaded: rpcErrorCodes.internal,
  };
  const code = codes[failure.name] ?? rpcErrorCodes.request;
  const message = failureSentence(failure, failureDetail(failure));
  return rpcResponse(
    failureHttpStatus(failure),
    { error: { code, message } },
    { ...failureHeaders(failure), ...headers },
  );
}

/** Refuses a request without a valid token, and says where to read how to get one. */
function unauthorised({ config }: Ctx, hasToken: boolean): Response {
  const problem = hasToken ? ', error="invalid_token"' : "";
  const message = `An API token is needed: create one on ${config.origin}/manage/account and send it as a Bearer token.`;
  return rpcResponse(
    401,
    { error: { code: rpcErrorCodes.request, message } },
    { "www-authenticate": `Bearer resource_metadata="${resourceMetadataAddress(config.origin)}"${problem}` },
  );
}

/** Requests of browsers on other sites are refused: a page that leads elsewhere by its name must not call this one. */
const isForeignOrigin = (request: Request, { config }: Ctx): boolean => {
  const origin = request.headers.get("origin");
  return origin !== null && origin !== config.origin;
};

async function answerRequest(
  ctx: Ctx,
  request: Request,
  message: RpcRequest,
  era: "stateless" | "handshake",
): Promise<Response> {
  const { id, method, params } = message;
  const reportForbidden = () => recordSecurityEvent(ctx, "forbidden", { from: clientAddressOf(request) });
  const answer = await answerMethod(era, method, { ctx, params, reportForbidden }).catch(
    (error: unknown): MethodAnswer => {
      ctx.log.error("mcp.failed", error);
      const failure = failureOfError(error);
      const text = failure ? failureSentence(failure, failureDetail(failure)) : "Something broke on our side.";
      return { error: { code: rpcErrorCodes.internal, message: text } };
    },
  );
  if (answer) return rpcResponse(200, { id, ...answer });
  const error = { code: rpcErrorCodes.method, message: "Method not found" };
  return rpcResponse(era === "stateless" ? 404 : 200, { id, error });
}

/** Answers a body that was read, for a token that was accepted. */
async function answerBody(ctx: Ctx, request: Request, body: Result<unknown>): Promise<Response> {
  if (!body.ok) return failureResponse(body.failure);
  const message = parseRpcMessage(body.value);
  if (!message.ok) return refusalResponse(message.refusal);
  const era = judgeProtocol(message.value, protocolHeadersOf(request.headers));
  if (!era.ok) return refusalResponse(era.refusal);
  if (message.value.kind === "notification") return new Response(null, { status: 202 });
  return answerRequest(ctx, request, message.value, era.value);
}

function withHeaders(response: Response, headers: ResponseHeaders): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

async function answerToken(request: Request, ctx: Ctx, identify: TokenIdentification): Promise<Response> {
  if (bearerTokenOf(request) === null) return unauthorised(ctx, false);
  const body = await readJsonBody(request);
  const known = await identify(body.ok ? pageSlugOfMcpMessage(body.value) : null);
  if (known.actor.kind !== "token") return unauthorised(ctx, true);
  const { headers, retryAfter } = takeRequestAllowance(known, known.actor.id);
  if (retryAfter !== null) return failureResponse({ name: "limited", retryAfter }, headers);
  return withHeaders(await answerBody(known, request, body), headers);
}

/**
 * Answers the Model Context Protocol at `/mcp`: each POST is complete in itself and no session is kept. Only API tokens
 * are accepted, never a session. No answer is a 500.
 */
export async function handleMcpRequest(request: Request, ctx: Ctx, identify: TokenIdentification): Promise<Response> {
  if (request.method !== "POST") return failureResponse({ name: "method", allow: ["POST"] });
  if (isForeignOrigin(request, ctx)) {
    return rpcResponse(403, {
      error: { code: rpcErrorCodes.request, message: "The Origin header names another site." },
    });
  }
  try {
    return await answerToken(request, ctx, identify);
  } catch (error) {
    ctx.log.error("mcp.failed", error);
    return failureResponse(failureOfError(error) ?? { name: "overloaded", retryAfter: 10 });
  }
}

/** True when a page has this slug, or when that is not known because the database is unavailable. */
export async function isPageAtMcp(ctx: Ctx): Promise<boolean> {
  const page = await readPublishedView(ctx, { slug: "mcp" });
  return page.ok || page.failure.name !== "missing";
}
