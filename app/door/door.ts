import { countRequest, nextPollSeconds } from "~/deployment/usage/count-requests";
import type { Failure } from "~/failures/failure";
import { type PageResponseFormat, preferredPageResponseFormat, wantsHtmlPage } from "~/http/accept";
import type { RequestContext } from "~/http/call";
import { setFinalHeaders } from "~/http/headers";
import { isOwnHost } from "~/http/host";
import { isOpenTabRequest } from "~/http/open-tab";
import { type VisitorFailure, visitorFailureOf } from "~/http/page-failure";
import { problemResponse } from "~/http/problem";
import { drainRequestBody } from "~/http/unread-body";
import { type CtxOptions, makeCtx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import { failureOfError } from "~/platform/failure-of";
import { serverTimingHeader } from "~/platform/meter";
import { findPageSlugByHost } from "~/status-page/host-page";
import { serveAsset } from "./assets";
import { answerWithBookmark, replicaBookmarkReader } from "./near-reader";
import type { PageHandler, RefusalHandler } from "./people";

/** An endpoint for programs, which always answers, also after an error. */
export type ProgramEndpointHandler = (call: RequestContext) => Promise<Response>;

/** Handler of an address that people use as well; null = the request is a person's. */
export type SharedEndpointHandler = (call: RequestContext) => Promise<Response | null>;

export type PageResponseFormatChooser = (offered: readonly PageResponseFormat[]) => PageResponseFormat;

/** The handlers behind the door; app/worker.ts provides them. */
export interface RequestHandlers {
  /** Returns the program for requests of machines beside us, under whatever name they know us: any host. */
  programOfAnyHost(path: string): ProgramEndpointHandler | null;
  /** Returns the program of a path. `prefers`: the form that the client prefers of those that the path has. */
  programOf(path: string, hostPage: boolean, prefers: PageResponseFormatChooser): ProgramEndpointHandler | null;
  /** Returns the program of an address that people may request as well. */
  sharedProgramOf(url: URL, hostPage: boolean): SharedEndpointHandler | null;
  /** Returns a public page that was printed within the last second, without reading the database. */
  printed(call: RequestContext): Response | null;
  people: PageHandler;
  refuse: RefusalHandler;
}

/** Answers a refusal: as a page to people, as a problem to programs. */
const refused = (call: RequestContext, { refuse }: RequestHandlers, failure: Failure) =>
  wantsHtmlPage(call.request) ? refuse(call, visitorFailureOf(failure)) : problemResponse(failure, call.ctx.requestId);

/** Serves a file of the build; when it is missing, people get the page that says so. */
async function asset(call: RequestContext, rooms: RequestHandlers, path: string): Promise<Response | null> {
  const served = await serveAsset(call.request, call.ctx.bindings.ASSETS, path);
  return served?.status === 404 ? refused(call, rooms, { name: "missing" }) : served;
}

/** Resolves the request's host; null for a host that this deployment does not know. */
async function hosted(call: RequestContext): Promise<RequestContext | null> {
  const { url, ctx } = call;
  if (isOwnHost(url, ctx.config.origin)) return call;
  const slug = await findPageSlugByHost(ctx, url.host);
  if (slug === null) return null;
  const inner = new URL(url);
  inner.pathname = url.pathname === "/" ? `/${slug}` : `/${slug}${url.pathname}`;
  return Object.assign(call, { url: inner, hostPage: true });
}

async function route(call: RequestContext, rooms: RequestHandlers): Promise<Response> {
  const { request } = call;
  const { pathname } = call.url;
  const beside = rooms.programOfAnyHost(pathname);
  if (beside) return beside(call);
  const known = await hosted(call);
  if (!known) return refused(call, rooms, { name: "misdirected" });
  const shared = await rooms.sharedProgramOf(known.url, known.hostPage)?.(known);
  if (shared) return shared;
  const program = rooms.programOf(known.url.pathname, known.hostPage, (offered) =>
    preferredPageResponseFormat(request, offered),
  );
  if (program) return program(known);
  const printed = rooms.printed(known);
  if (printed) return printed;
  return (await asset(known, rooms, pathname)) ?? answerWithBookmark(known, rooms.people);
}

const defect: VisitorFailure = { name: "defect", status: 500, headers: {} };

const broken = () =>
  new Response("Something broke on our side.\n", { status: 500, headers: { "content-type": "text/plain" } });

/** Answers errors that nothing else caught, without their details. */
async function lastResort(error: unknown, call: RequestContext, rooms: RequestHandlers): Promise<Response> {
  const failure = failureOfError(error);
  call.ctx.log.error("door.failed", error);
  if (failure) return refused(call, rooms, failure);
  return wantsHtmlPage(call.request) ? rooms.refuse(call, defect).catch(broken) : broken();
}

/**
 * Answers every request of the worker: determines the page by the host, whether a program or a person asks, checks the
 * guard, and adds headers to the response.
 */
export async function answerRequest(
  request: Request,
  env: Bindings,
  around: CtxOptions,
  rooms: RequestHandlers,
): Promise<Response> {
  const made = makeCtx(env, around);
  const { promise: answered, resolve: sayAnswered } = Promise.withResolvers<void>();
  const ctx = { ...made, answered, copyFrom: replicaBookmarkReader({ request, ctx: made }) };
  const call: RequestContext = { request, url: new URL(request.url), ctx, hostPage: false, setCookie: null };
  try {
    const response = await route(call, rooms).catch((error) => lastResort(error, call, rooms));
    const dressed = setFinalHeaders(response, {
      requestId: ctx.requestId,
      secure: ctx.config.origin.startsWith("https:"),
      // A page's own host belongs to its owner, so names below it get no promise of HTTPS.
      secureBelow: ctx.config.httpsBelow && !call.hostPage,
      scripts: !call.hostPage && call.url.pathname.startsWith("/manage"),
      askAgain: (isCalm) => nextPollSeconds(ctx, isCalm),
      timing: ctx.config.meter ? serverTimingHeader(ctx.meter) : null,
      setCookie: call.setCookie,
    });
    countRequest(ctx, isOpenTabRequest(request));
    await drainRequestBody(request);
    return dressed;
  } finally {
    sayAnswered();
  }
}
