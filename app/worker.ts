import type { ServerBuild } from "@remix-run/cloudflare";
import type { IncomingMail } from "~/alerts/api/mail";
import { answerRequest } from "~/door/door";
import { makePageHandler, type PageHandler } from "~/door/people";
import type { RouteHandlers } from "~/door/route-handlers";
import { programEndpointHandlerOf, programEndpointHandlerOfAnyHost, sharedEndpointHandlerOf } from "~/programs";
import { findCachedFrontPageResponse } from "~/status-page/views/frame/memory";
import { refusedVisitorResponse } from "~/status-page/views/frame/print-failure";
import type { RequestContext } from "./http/call";
import { readerSettingsOf } from "./http/reader";
import type { RouteManifest } from "./http/route-table";
import type { StandbyStore } from "./monitors/engine/standby";
import { type CtxOptions, ctxAfterAnswer, makeCtx } from "./platform/ctx";
import type { Bindings } from "./platform/env";
import { withBackgroundWorkPaused } from "./platform/give-way";

export interface InboxObject {
  fetch(request: Request): Promise<Response>;
  alarm(): Promise<void>;
}

export interface UpfrontWorker {
  fetch(request: Request, env: Bindings, around: CtxOptions): Promise<Response>;
  scheduled(scheduledTime: number, env: Bindings, around: CtxOptions): Promise<void>;
  /** Handles a message that wakes the sender. */
  queue(env: Bindings, around: CtxOptions): Promise<void>;
  /** Handles an email to a source; throws when its sender should try again. */
  email(mail: IncomingMail, env: Bindings, around: CtxOptions): Promise<void>;
  /** Makes an inbox for its Durable Object. */
  inbox(state: DurableObjectState, env: Bindings, around: CtxOptions): Promise<InboxObject>;
  /** Handles our own request to a Durable Object: checks in an invocation of their own. */
  check(request: Request, env: Bindings, around: CtxOptions, store: StandbyStore): Promise<Response>;
  /** Handles the alarm of such an object: its checks were due and no request came. */
  standBy(env: Bindings, around: CtxOptions, store: StandbyStore): Promise<void>;
}

const printed = ({ request, ctx, url, hostPage }: RequestContext): Response | null =>
  findCachedFrontPageResponse(request, {
    ctx,
    pathname: url.pathname,
    hostPage,
    reader: readerSettingsOf(request, ctx.config.origin),
  });

/** Loads everything for people, with the first request that needs it. */
async function readAll(readBuild: () => Promise<ServerBuild>) {
  const [{ makeNarrowedRemixHandlers: makeRouteHandlers }, build] = await Promise.all([
    import("~/door/route-handlers"),
    readBuild(),
  ]);
  const handlers = makeRouteHandlers(build);
  return { handlers, people: makePageHandler(build.routes, { handlers, refuse: refusedVisitorResponse }) };
}

/**
 * Returns the handlers for people: routes that show a page, or refuse a visitor, print themselves; management and forms
 * use Remix.
 */
function peopleOf(publicRoutes: RouteManifest, readBuild: () => Promise<ServerBuild>): PageHandler {
  let read: Awaited<ReturnType<typeof readAll>> | undefined;
  // The result is cached, not the promise: a request must not wait for another one, which may have been cancelled.
  const all = async () => {
    read ??= await readAll(readBuild);
    return read;
  };
  const handlers: RouteHandlers = {
    all: async (request, context) => (await all()).handlers.all(request, context),
    of: (id) => async (request, context) => (await all()).handlers.of(id)(request, context),
  };
  const anybody: PageHandler = async (call) => (await all()).people(call);
  const visitors = makePageHandler(publicRoutes, { handlers, refuse: refusedVisitorResponse }, anybody);
  return (call) => (call.url.pathname.startsWith("/manage") ? anybody(call) : visitors(call));
}

/** True for pages that people open: programs that deliver can wait longer, and are numerous. */
const isAwaited = ({ method, url }: Request): boolean =>
  (method === "GET" || method === "HEAD") && !/^\w+:\/\/[^/]+\/(ingest|ping|api\/push)\//.test(url);

/**
 * Makes the whole deployment, which is the same in workerd and in tests. Code for visitors is loaded at the start; the
 * rest, which is most of the start's CPU, with the first request that needs it.
 */
export function makeUpfrontWorker(publicRoutes: RouteManifest, readBuild: () => Promise<ServerBuild>): UpfrontWorker {
  const rooms = {
    programOf: programEndpointHandlerOf,
    sharedProgramOf: sharedEndpointHandlerOf,
    programOfAnyHost: programEndpointHandlerOfAnyHost,
    printed,
    people: peopleOf(publicRoutes, readBuild),
    refuse: refusedVisitorResponse,
  };
  return {
    fetch: (request, env, around) =>
      isAwaited(request)
        ? withBackgroundWorkPaused(() => answerRequest(request, env, around, rooms), around.now)
        : answerRequest(request, env, around, rooms),
    async scheduled(scheduledTime, env, around) {
      const { handleCronTick: tick } = await import("~/clock/tick");
      return tick(makeCtx(env, around), scheduledTime);
    },
    async queue(env, around) {
      const { handleSenderMessage: wake } = await import("~/clock/wake");
      return wake(makeCtx(env, around));
    },
    async email(mail, env, around) {
      const { receiveMail } = await import("~/alerts/api/mail");
      return receiveMail(mail, makeCtx(env, around));
    },
    async inbox(state, env, around) {
      const { InboxCell } = await import("~/inbox/inbox-cell");
      // Its own ctx has no inbox, because it would call itself.
      const { INBOX: _, ...own } = env;
      return new InboxCell(state, () => ctxAfterAnswer(makeCtx(own, around), { kind: "machine", id: "inbox" }));
    },
    async check(request, env, around, store) {
      const { handleCheckerRequest: check } = await import("~/clock/checker");
      return check(makeCtx(env, around), request, store);
    },
    async standBy(env, around, store) {
      const { handleStandbyAlarm: runStandby } = await import("~/monitors/engine/standby");
      return runStandby(ctxAfterAnswer(makeCtx(env, around), { kind: "machine", id: "checker" }), store);
    },
  };
}
