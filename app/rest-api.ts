import { OpenAPIHono } from "@hono/zod-openapi";
import { TrieRouter } from "hono/router/trie-router";
import { type ApiPaths, describeApiPaths } from "~/api/describe";
import { apiReferenceCss, apiReferenceHtml } from "~/api/docs";
import type { DocSchemas } from "~/api/docs-words";
import { type Api, type ApiEnvironment, apiBase as base } from "~/api/environment";
import type { ApiRequestParts } from "~/api/former-ids";
import { takeRequestAllowance } from "~/api/limit";
import { FailureError, failureProblemResponse, withPresentState } from "~/api/reply";
import { normaliseApiRequest } from "~/api/request";
import type { Refusal } from "~/failures/refusal";
import { allowInlineStyles } from "~/http/headers";
import type { ConcurrentWork, Ctx } from "~/platform/ctx";
import { cspStyleHash } from "~/platform/digest";
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

const description = { openapi: "3.1.0", info: { title: "Upfront management API", version: "1" } };
const bearer = {
  type: "http" as const,
  scheme: "bearer",
  description: "An API token; `Authorization: OAuth TOKEN` is the same.",
};

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
  api.openAPIRegistry.registerComponent("securitySchemes", "token", bearer);
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

/** Returns the OpenAPI 3.1 document of all routes, generated from them. */
export function openApiDocument(origin: string) {
  const document = { ...description, servers: [{ url: `${origin}${base}` }], security: [{ token: [] }] };
  const made = restApi().getOpenAPI31Document(document);
  return { ...made, paths: describeApiPaths(made.paths as unknown as ApiPaths) };
}

/**
 * Documents for programs and for people: each is made once in an isolate, as they only depend on the code and the
 * origin.
 */
let described: string | undefined;
let printed: string | undefined;

function printReference(origin: string): string {
  const { info, paths, components } = openApiDocument(origin);
  const schemas = (components?.schemas ?? {}) as DocSchemas;
  return apiReferenceHtml({ title: info.title, base: `${origin}${base}`, paths, schemas });
}

async function reference(origin: string): Promise<Response> {
  printed ??= printReference(origin);
  const answer = new Response(printed, { headers: { "content-type": "text/html; charset=utf-8" } });
  return allowInlineStyles(answer, [await cspStyleHash(apiReferenceCss)]);
}

/** The reference is public. */
function documents(path: string, ctx: Ctx): Response | Promise<Response> | null {
  if (path === "/openapi.json") {
    described ??= JSON.stringify(openApiDocument(ctx.config.origin));
    return new Response(described, { headers: { "content-type": "application/json" } });
  }
  return path === "/docs" ? reference(ctx.config.origin) : null;
}

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
  const open = request.method === "GET" ? documents(new URL(request.url).pathname.slice(base.length), ctx) : null;
  if (open) return open;
  const replyRefused = (refused: FailureError) => failureProblemResponse(refused, ctx.requestId, null);
  if (ctx.actor.kind !== "token") return replyRefused(new FailureError({ name: "unauthenticated" }));
  const { headers, retryAfter } = takeRequestAllowance(ctx, ctx.actor.id);
  const response =
    retryAfter === null ? await answer(request, ctx) : replyRefused(new FailureError({ name: "limited", retryAfter }));
  return withHeaders(response, headers);
}
