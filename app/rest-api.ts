import { OpenAPIHono } from "@hono/zod-openapi";
import { TrieRouter } from "hono/router/trie-router";
import { type Api, type ApiEnvironment, apiBase as base } from "~/api/environment";
import type { ApiRequestParts } from "~/api/former-ids";
import { takeRequestAllowance } from "~/api/limit";
import { FailureError, failureProblemResponse, withPresentState } from "~/api/reply";
import { normaliseApiRequest } from "~/api/request";
import type { Refusal } from "~/failures/refusal";
import type { ConcurrentWork, Ctx } from "~/platform/ctx";
import { keyReusedFailure } from "~/platform/failure-of";
import { KeyReusedError } from "~/platform/trouble";
import { restNouns } from "./rest-nouns";

export { pageNameInPath } from "~/api/request";

type ValidationIssue = { path: PropertyKey[]; message: string; code: string; keys?: string[] };

/** Names a field within the noun; an unknown field is named itself. */
function fieldsOf(issues: readonly ValidationIssue[]): Record<string, Refusal> {
  const named = issues.flatMap((issue) => {
    const path = issue.path.slice(issue.path.length > 1 ? 1 : 0).map(String);
    if (issue.code !== "unrecognized_keys") return [[path.join("."), issue.message]];
    return (issue.keys ?? []).map((key) => [
      [...path.slice(issue.path.length > 1 ? 0 : 1), key].join("."),
      "No such field.",
    ]);
  });
  return Object.fromEntries(named);
}

function build(): Api {
  const api: Api = new OpenAPIHono<ApiEnvironment>({
    // The default router compiles all routes with the first call, which costs an isolate more than it ever saves.
    router: new TrieRouter(),
    defaultHook: (result) => {
      if (!result.success)
        throw new FailureError({ name: "invalid", fields: fieldsOf(result.error.issues as ValidationIssue[]) });
    },
  });
  for (const add of restNouns) add(api);
  api.onError(async (error, { req, env }) => {
    const known = error instanceof KeyReusedError ? new FailureError(keyReusedFailure) : error;
    if (!(known instanceof FailureError)) throw error;
    const refused = await withPresentState(known, () => api.fetch(new Request(req.url), { ...env, body: {} }));
    return failureProblemResponse(refused, env.ctx.requestId, env.body);
  });
  api.notFound((c) => failureProblemResponse(new FailureError({ name: "missing" }), c.env.ctx.requestId, null));
  return api;
}

let built: Api | undefined;
/** Returns the one Hono app of all routes, made on first use. */
export const restApi = (): Api => (built ??= build());

function withHeaders(response: Response, headers: Record<string, string>): Response {
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(response.body, { status: response.status, headers: all });
}

async function answerOnce(request: Request, ctx: Ctx, body: Record<string, unknown>): Promise<Response> {
  const waits: ConcurrentWork = { commit: [], answer: [] };
  const response = await restApi().fetch(request, { ctx: { ...ctx, waits }, body, waits });
  await Promise.allSettled([...waits.commit, ...waits.answer]);
  return response;
}

/** Answers a refused request again if it names things by the ids that they had before they moved here. */
async function answerByFormerIds(
  plain: Request,
  ctx: Ctx,
  given: ApiRequestParts,
  refused: Response,
): Promise<Response> {
  const { requestUnderOurIds } = await import("~/api/former-ids");
  const moved = await requestUnderOurIds(ctx, given);
  if (!moved) return refused;
  const { method, headers } = plain;
  const init = { method, headers, ...(plain.body === null ? {} : { body: JSON.stringify(moved.body) }) };
  // The body as it was sent stays the content of its idempotency key.
  return moved.underFormerIds(await answerOnce(new Request(moved.url, init), ctx, given.body));
}

async function answer(request: Request, ctx: Ctx): Promise<Response> {
  const replyRefused = (refused: FailureError) => failureProblemResponse(refused, ctx.requestId, null);
  const normalised = await normaliseApiRequest(request);
  if (!normalised.ok) return replyRefused(new FailureError(normalised.failure));
  const { request: plain, body } = normalised.value;
  const url = new URL(plain.url);
  url.pathname = url.pathname.slice(base.length) || "/";
  const response = await answerOnce(new Request(url, plain), ctx, body);
  const mayBeFormer = response.status === 404 || response.status === 422;
  return mayBeFormer ? answerByFormerIds(plain, ctx, { url, body }, response) : response;
}

/**
 * Handles the management API under /api/v1, in the shape of Statuspage's v1. The door sets `ctx.actor`; only tokens are
 * accepted, never a session. Throws DatabaseAwayError.
 */
export async function handleRestApi(request: Request, ctx: Ctx): Promise<Response> {
  const replyRefused = (refused: FailureError) => failureProblemResponse(refused, ctx.requestId, null);
  if (ctx.actor.kind !== "token") return replyRefused(new FailureError({ name: "unauthenticated" }));
  const { headers, retryAfter } = takeRequestAllowance(ctx, ctx.actor.id);
  const response =
    retryAfter === null ? await answer(request, ctx) : replyRefused(new FailureError({ name: "limited", retryAfter }));
  return withHeaders(response, headers);
}
