import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Failure } from "~/failures/failure";
import type { RejectedForm } from "~/http/context";
import { failureHeader, failureOfResponse, failureResponse, throwFailureResponse } from "~/http/page-failure";
import type { RouteManifest } from "~/http/route-table";
import { personDatabaseTimeoutMs, withDatabaseTimeout } from "~/platform/database";
import { failureOfError } from "~/platform/failure-of";

type RemixArguments = { context: AppLoadContext };
type RouteFunction = (given: RemixArguments) => unknown;
type RouteModule = { loader?: RouteFunction; action?: RouteFunction };

/** Failures after which typed values are offered again, because nothing was wrong with them. */
const passing: readonly Failure["name"][] = ["overloaded", "unauthenticated"];

/** Returns the kept form; without it when it can no longer be read, because the error page matters more. */
async function keptOf({ kept, ctx }: AppLoadContext): Promise<{ kept?: RejectedForm }> {
  if (!kept) return {};
  try {
    return { kept: await kept() };
  } catch (error) {
    ctx.log.error("form.kept", error);
    return {};
  }
}

/** Returns the facts about the request that every error page has. */
const aboutAsking = ({ ctx, deskLanguage }: AppLoadContext) => ({ request_id: ctx.requestId, language: deskLanguage });

async function withRequest(failure: Failure, context: AppLoadContext): Promise<Response> {
  const kept = passing.includes(failure.name) ? await keptOf(context) : {};
  return failureResponse(failure, { ...aboutAsking(context), ...kept });
}

/** Returns an exception in the form that the error page can print. A defect is logged, and shown without details. */
async function explained(thrown: unknown, context: AppLoadContext): Promise<unknown> {
  const said = thrown instanceof Response ? failureOfResponse(thrown) : undefined;
  if (said) return withRequest(said, context);
  if (thrown instanceof Response) return thrown;
  const more = { ...aboutAsking(context), ...(await keptOf(context)) };
  const failure = failureOfError(thrown);
  if (failure) return failureResponse(failure, more);
  context.ctx.log.error("page.failed", thrown);
  return Response.json({ code: "defect", ...more }, { status: 500, headers: { [failureHeader]: "defect" } });
}

const explaining =
  (handler: RouteFunction): RouteFunction =>
  async (given) => {
    try {
      if (given.context.refusedData) throwFailureResponse(given.context.refusedData);
      return await withDatabaseTimeout(Promise.resolve(handler(given)), personDatabaseTimeoutMs);
    } catch (thrown) {
      throw await explained(thrown, given.context);
    }
  };

function explainingModule(module: RouteModule): RouteModule {
  const { loader, action } = module;
  return {
    ...module,
    ...(loader ? { loader: explaining(loader) } : {}),
    ...(action ? { action: explaining(action) } : {}),
  };
}

/** Wraps every loader and action, so that exceptions become failures in one place. */
export function withRouteErrorHandling(routes: RouteManifest): RouteManifest {
  const explained = Object.entries(routes).map(([id, route]) => {
    const module = explainingModule(route?.module as RouteModule);
    return [id, { ...route, module }] as const;
  });
  return Object.fromEntries(explained) as RouteManifest;
}
