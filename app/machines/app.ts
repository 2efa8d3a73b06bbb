import { apiTokenOf } from "~/auth/credentials";
import { problemResponse } from "~/http/problem";
import { as, type Ctx } from "~/platform/ctx";
import { failureOf } from "~/usecases/failure-of";
import { findToken } from "~/usecases/people/find-token";
import { handleApi } from "./api/app";
import { health, ready } from "./health";
import { ingest } from "./ingest";
import { statuspageV2 } from "./statuspage-v2";

/** Answers a program. `url` is the address as it is routed: on a page's own host with `/<slug>` in front. */
export type Machine = (request: Request, ctx: Ctx, url: URL) => Promise<Response>;

async function api(request: Request, ctx: Ctx): Promise<Response> {
  const actor = await findToken(ctx, apiTokenOf(request));
  return handleApi(request, actor ? as(ctx, actor) : ctx);
}

const onlyReading =
  (answer: (ctx: Ctx) => Response | Promise<Response>): Machine =>
  async (request, ctx) => {
    const reads = request.method === "GET" || request.method === "HEAD";
    return reads ? answer(ctx) : problemResponse({ name: "method", allow: ["GET", "HEAD"] }, ctx.requestId);
  };

/** Asked by machines beside us, under whatever name they know us: any host. */
const anyHost: Record<string, Machine> = {
  "/healthz": onlyReading(health),
  "/readyz": onlyReading(ready),
};

const ownHost: readonly (readonly [RegExp, Machine])[] = [
  [/^\/ingest(\/|$)/, ingest],
  [/^\/api\/v1(\/|\.|$)/, api],
];

const onPage: readonly (readonly [RegExp, Machine])[] = [[/^\/[^/]+\/api\/v2(\/|$)/, statuspageV2]];

const find = (machines: readonly (readonly [RegExp, Machine])[], path: string) =>
  machines.find(([pattern]) => pattern.test(path))?.[1] ?? null;

export const machineOfAnyHost = (path: string): Machine | null => anyHost[path] ?? null;

/** The program's endpoint at this path, or null: then it is an address for people. */
export const machineOf = (path: string, hostPage: boolean): Machine | null =>
  (hostPage ? null : find(ownHost, path)) ?? find(onPage, path);

/** Runs it: the database being away is 503, a defect is logged and told without its detail. */
export async function runMachine(machine: Machine, request: Request, ctx: Ctx, url: URL): Promise<Response> {
  try {
    return await machine(request, ctx, url);
  } catch (error) {
    const failure = failureOf(error);
    if (failure) return problemResponse(failure, ctx.requestId);
    ctx.log.error("machine.failed", error);
    return defect(ctx.requestId);
  }
}

const defect = (requestId: string): Response =>
  new Response(
    JSON.stringify({ type: "/problems/defect", title: "Something broke", status: 500, request_id: requestId }),
    { status: 500, headers: { "content-type": "application/problem+json" } },
  );
