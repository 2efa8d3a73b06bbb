import { recordSecurityEvent } from "~/audit/security/security-event";
import { apiTokenInUrl, bearerTokenOf } from "~/auth/credentials";
import type { ProgramEndpointHandler } from "~/door/door";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import { findTokenWithMembership } from "~/people/find-token";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";

/** Endpoint for programs. `url` is the address as it is routed: on a page's own host with `/<slug>` in front. */
export type MachineEndpoint = (request: Request, ctx: Ctx, url: URL, hostPage: boolean) => Response | Promise<Response>;

/** Adds the actor and, when the address names their page (`page`), the member. */
export async function addTokenActorToContext(request: Request, ctx: Ctx, page: string | null = null): Promise<Ctx> {
  const [bearer, urlToken] = [bearerTokenOf(request), apiTokenInUrl(request)];
  const token = bearer ?? urlToken;
  const found = await findTokenWithMembership(ctx, token, { inUrl: bearer === null, page });
  if (token !== null && found === null) recordSecurityEvent(ctx, "bad_token", { from: clientAddressOf(request) });
  return found ? { ...ctxAsActor(ctx, found.actor), member: found.member } : ctx;
}

/** Answers reading requests alone. */
export const readOnlyEndpoint =
  (answer: (ctx: Ctx) => Response | Promise<Response>): MachineEndpoint =>
  (request, ctx) => {
    const reads = request.method === "GET" || request.method === "HEAD";
    return reads ? answer(ctx) : problemResponse({ name: "method", allow: ["GET", "HEAD"] }, ctx.requestId);
  };

const defect = (requestId: string): Response =>
  new Response(
    JSON.stringify({ type: "/problems/defect", title: "Something broke", status: 500, request_id: requestId }),
    { status: 500, headers: { "content-type": "application/problem+json" } },
  );

/** Answers 503 while the database is unavailable; a defect is logged, and answered without its detail. */
export const programHandlerOf =
  (machine: MachineEndpoint): ProgramEndpointHandler =>
  async ({ request, ctx, url, hostPage }) => {
    try {
      return await machine(request, ctx, url, hostPage);
    } catch (error) {
      const failure = failureOfError(error);
      ctx.log.error("machine.failed", error);
      return failure ? problemResponse(failure, ctx.requestId) : defect(ctx.requestId);
    }
  };

/** Answers by an endpoint whose code is loaded with the first request to it. */
export const lazyHandler = (read: () => Promise<MachineEndpoint>): ProgramEndpointHandler =>
  programHandlerOf(async (...given) => (await read())(...given));
