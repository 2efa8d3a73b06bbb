import type { AppLoadContext } from "@remix-run/cloudflare";
import { recordSecurityEvent } from "~/audit/security/security-event";
import { sessionCookieHeader, sessionTokenOf } from "~/auth/session-cookie";
import { type Failure, missingFailure } from "~/failures/failure";
import { isLoaderDataPath, pagePath, type RequestContext, sanitizeRequest } from "~/http/call";
import { clientAddressOf } from "~/http/client-address";
import { isCsrfToken, judgeRequestOrigin } from "~/http/cross-site";
import { type FormBody, readFormFieldValues, readFormRequest } from "~/http/form-body";
import { isSafeMethod } from "~/http/guard";
import { setImmutableCaching } from "~/http/headers";
import { ownOrigins } from "~/http/host";
import { expiredLastPageCookieHeader, lastPageCookieHeader, lastPageOf } from "~/http/last-page";
import { signInPath } from "~/http/next-path";
import { type VisitorFailure, visitorFailureIn, visitorFailureOf } from "~/http/page-failure";
import { failureHeaders, problemResponse } from "~/http/problem";
import { managementLocaleOf, readerSettingsOf } from "~/http/reader";
import { type MatchedRoute, makeRouteTable, type RouteManifest } from "~/http/route-table";
import { deskDateLocale, deskLanguageFor } from "~/i18n/desk-language";
import { languageOfRoute, loadDeskWords } from "~/i18n/desk-words";
import type { Ctx, LanguageAndTimeZone } from "~/platform/ctx";
import { personDatabaseTimeoutMs, withDatabaseTimeout } from "~/platform/database";
import { failureOfError } from "~/platform/failure-of";
import { type AdmissionRequest, admitRequest, type PageAdmission } from "./admit";
import { withRouteErrorHandling } from "./route-failures";
import type { RouteHandler, RouteHandlers } from "./route-handlers";

/** Handler of the addresses of app/routes.ts. */
export type PageHandler = (call: RequestContext) => Promise<Response>;

/** Returns a refusal to a visitor, in the look of the page that they requested. */
export type RefusalHandler = (call: RequestContext, told: VisitorFailure) => Promise<Response>;

/** The handlers that answer people. */
interface RoutePipeline {
  handlers: RouteHandlers;
  refuse: RefusalHandler;
}

/** True for a visitor's request; paths below /manage have a refusal page of their own. */
const isPublic = ({ url, hostPage }: RequestContext): boolean => hostPage || !/^\/manage(\/|$)/.test(url.pathname);

const badOrigin: Failure = { name: "forbidden", code: "bad_origin" };
/** The file of management's English cannot be read: nothing is done, as no page could say what was done. */
const withoutWords: Failure = { name: "overloaded", retryAfter: 10 };
const refusedRoute = "ui/frame/refused.route";
const refusedPath = "/manage/refused";

/** Known facts of a request: the route that answers it, its admission and its form. */
interface RouteRequest {
  routeId?: string;
  admission?: PageAdmission;
  form?: FormBody | null;
}

/** Returns the context of an answer, in a language of management whose words this isolate has. */
async function contextOf(
  call: RequestContext,
  { routeId, admission, form }: RouteRequest = {},
): Promise<AppLoadContext> {
  const reader = readerSettingsOf(call.request, call.ctx.config.origin);
  const page = admission?.page ?? null;
  const locale = managementLocaleOf(call.request, reader, admission?.locale ?? null);
  const path = `${call.url.pathname}${call.url.search}`;
  const spoken = deskLanguageFor(locale.language);
  const loaded = isPublic(call) ? spoken : await loadDeskWords(call.ctx, spoken);
  const frame = loaded ?? "en";
  const language = languageOfRoute(routeId ?? null, frame);
  return {
    ctx: admission?.ctx ?? call.ctx,
    page,
    routeId: routeId ?? null,
    hostPage: call.hostPage,
    timeZone: locale.timeZone ?? page?.timeZone ?? "Etc/UTC",
    frameLanguage: frame,
    deskLanguage: language,
    deskDates: deskDateLocale(locale.language, language),
    reader,
    kept: form ? async () => ({ path, values: await readFormFieldValues(form) }) : null,
    refusal: loaded === null ? withoutWords : null,
    refusedData: null,
  };
}

/**
 * Answers a refusal for script: on the management's pages in the form that Remix's script expects; other pages send no
 * such requests.
 */
function refuseData({ all }: RouteHandlers, call: RequestContext, failure: Failure, context: AppLoadContext) {
  const scripted = call.url.pathname.startsWith("/manage/") && failure !== badOrigin && failure.name !== "method";
  if (!scripted) return problemResponse(failure, call.ctx.requestId);
  return all(sanitizeRequest(call.request, call.url, null), { ...context, kept: null, refusedData: failure });
}

/** Returns the page that says why and what to do next; when script requests a page's data, the same as data. */
async function failurePage(
  { handlers, refuse }: RoutePipeline,
  call: RequestContext,
  failure: Failure,
  known: AppLoadContext | null = null,
) {
  const context = known ?? (await contextOf(call));
  if (isLoaderDataPath(call.url.pathname)) return refuseData(handlers, call, failure, context);
  if (isPublic(call)) return refuse(call, visitorFailureOf(failure));
  const method = call.request.method === "HEAD" ? "HEAD" : "GET";
  const request = new Request(new URL(refusedPath, call.url), { method, signal: call.request.signal });
  const response = await handlers.of(refusedRoute)(request, { ...context, refusal: failure });
  const { "www-authenticate": _forPrograms, ...headers } = failureHeaders(failure);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Checks an unsafe method: whether the address accepts it, and the form's origin; reads its body. */
async function readUnsafe({ request, url, ctx }: RequestContext, route: MatchedRoute) {
  const allow = route.acts ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
  if (!allow.includes(request.method)) return { failure: { name: "method", allow } as Failure };
  const { headers, method } = request;
  const [fetchSite, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  const judgement = judgeRequestOrigin({ method, fetchSite, origin, own: ownOrigins(url, ctx.config.origin) });
  if (judgement === "foreign") return { failure: badOrigin };
  const form = await readFormRequest(request, route.maxFormBytes);
  return form.ok ? { failure: null, form: form.value, proven: judgement === "ours" } : { failure: form.failure };
}

async function hasToken(admission: PageAdmission, form: FormBody): Promise<boolean> {
  const token = (await form.fields()).get("_token");
  return typeof token === "string" && isCsrfToken(admission.ctx, token);
}

async function whyNot(admission: PageAdmission, form: FormBody | null, proven: boolean): Promise<Failure | null> {
  if (admission.failure) return admission.failure;
  return form && !proven && !(await hasToken(admission, form)) ? badOrigin : null;
}

/** Returns the reader's language and time zone, from their choices in this browser and its headers. */
function localeOf({ request, ctx }: RequestContext): LanguageAndTimeZone {
  const { language, timeZone } = readerSettingsOf(request, ctx.config.origin);
  return { language, timeZone };
}

/**
 * Does the same as `admitRequest`. If the database is unavailable, the request is refused and the text of its form is
 * kept. A public route does not wait.
 */
async function tryAdmit(call: RequestContext, visit: AdmissionRequest): Promise<PageAdmission> {
  const admission = admitRequest(call.ctx, call.request, visit);
  if (visit.guard.kind === "public" && !visit.knows) return admission;
  try {
    return await withDatabaseTimeout(admission, personDatabaseTimeoutMs);
  } catch (error) {
    const failure = failureOfError(error);
    if (!failure) throw error;
    call.ctx.log.error("door.admit", error);
    return { ctx: call.ctx, page: null, failure, locale: null, renewed: false };
  }
}

function renew(call: RequestContext, admission: PageAdmission): void {
  const { origin } = call.ctx.config;
  const token = admission.renewed ? sessionTokenOf(call.request, origin) : null;
  if (token) call.setCookie = sessionCookieHeader(origin, token);
}

/** Remembers the page of a member's request, and forgets a page that the member can no longer see. */
function rememberPage(call: RequestContext, { ctx, page }: PageAdmission, slug: string | null): void {
  const { origin } = ctx.config;
  const personId = ctx.actor.kind === "person" ? ctx.actor.id : null;
  if (personId === null || slug === null || call.setCookie !== null) return;
  if (page && ctx.member)
    call.setCookie = lastPageCookieHeader(call.request, origin, personId, { ...page, role: ctx.member.role });
  else if (lastPageOf(call.request, origin, personId)?.slug === slug)
    call.setCookie = expiredLastPageCookieHeader(origin);
}

/** Counts, logs and audits a refusal: a 403, a form of another site, or an invalid session cookie. */
function noteRefusal({ request }: RequestContext, ctx: Ctx, failure: Failure | null): void {
  const from = clientAddressOf(request);
  if (failure === badOrigin) recordSecurityEvent(ctx, "cross_site", { from });
  else if (failure?.name === "forbidden") recordSecurityEvent(ctx, "forbidden", { from });
  else if (failure?.name === "unauthenticated" && sessionTokenOf(request, ctx.config.origin) !== null)
    recordSecurityEvent(ctx, "bad_session", { from });
}

/**
 * Returns the address for Remix, which gives a form of an index route to its layout unless the address says otherwise.
 */
function routedUrl(url: URL, route: MatchedRoute, method: string): URL {
  const routed = new URL(url);
  routed.searchParams.delete("_data");
  if (!isSafeMethod(method) && route.index && !routed.searchParams.has("index")) routed.searchParams.set("index", "");
  return routed;
}

/** Shows a failure of a visitor's page as a page too. */
async function toldToVisitor(refuse: RefusalHandler, call: RequestContext, answer: Response): Promise<Response> {
  const told = isPublic(call) && !isLoaderDataPath(call.url.pathname) ? visitorFailureIn(answer) : null;
  return told ? refuse(call, told) : answer;
}

async function enter(way: RoutePipeline, call: RequestContext, route: MatchedRoute): Promise<Response> {
  const { handlers, refuse } = way;
  const { request, url } = call;
  const unsafe = isSafeMethod(request.method) ? null : await readUnsafe(call, route);
  if (unsafe?.failure) noteRefusal(call, call.ctx, unsafe.failure);
  if (unsafe?.failure) return failurePage(way, call, unsafe.failure);
  const form = unsafe?.form ?? null;
  const knows = url.pathname.startsWith("/manage");
  if (knows) call.ctx = { ...call.ctx, locale: localeOf(call) };
  const visit = { guard: route.guard, method: request.method, slug: route.params.page ?? null, knows };
  const admission = await tryAdmit(call, visit);
  renew(call, admission);
  if (knows) rememberPage(call, admission, visit.slug);
  const proven = unsafe?.proven ?? true;
  const failure = await whyNot(admission, form, proven);
  noteRefusal(call, admission.ctx, failure);
  if (failure?.name === "unauthenticated" && isSafeMethod(request.method) && !isLoaderDataPath(url.pathname)) {
    return new Response(null, { status: 303, headers: { location: signInPath(`${url.pathname}${url.search}`) } });
  }
  const context = await contextOf(call, { routeId: route.id, admission, form: proven ? form : null });
  const refusal = failure ?? context.refusal;
  if (refusal) return failurePage(way, call, refusal, context);
  if (route.print && isSafeMethod(request.method) && !isLoaderDataPath(url.pathname)) {
    const asked = url.href === request.url ? request : sanitizeRequest(request, url, null);
    return toldToVisitor(refuse, call, await route.print({ request: asked, params: route.params, context }));
  }
  const asked = sanitizeRequest(request, routedUrl(url, route, request.method), form?.bytes ?? null);
  return toldToVisitor(refuse, call, await handlers.of(route.id)(asked, context));
}

/**
 * Serves the manifest of the routes that a page links to; its address contains the build's version, so it may be
 * cached.
 */
async function manifest(handle: RouteHandler, call: RequestContext): Promise<Response> {
  const response = await handle(sanitizeRequest(call.request, call.url, null), await contextOf(call));
  return response.headers.get("cache-control")?.includes("immutable") ? setImmutableCaching(response) : response;
}

/** True when nothing is here; below /manage, or for a form, that is answered without looking for a page. */
const isLost = ({ request, url }: RequestContext, { anything }: MatchedRoute): boolean =>
  anything && (url.pathname.startsWith("/manage") || !isSafeMethod(request.method));

/** False for an address whose escapes are not UTF-8, which would be logged as it is, with any secret in it. */
function isReadable(pathname: string): boolean {
  try {
    return decodeURI(pathname) !== "";
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * Matches, admits and hands over: to the public page that prints itself, else to Remix. Its exceptions are defects.
 * `elsewhere` answers what none of these routes matches; without it that is missing.
 */
export function makePageHandler(routes: RouteManifest, way: RoutePipeline, elsewhere?: PageHandler): PageHandler {
  const table = makeRouteTable(withRouteErrorHandling(routes));
  return async (call) => {
    if (call.url.pathname === "/__manifest" && isSafeMethod(call.request.method))
      return manifest(way.handlers.all, call);
    const route = isReadable(call.url.pathname) ? table.match(pagePath(call.url.pathname)) : null;
    if (!route && elsewhere) return elsewhere(call);
    const hidden = !route || isLost(call, route) || (call.hostPage && route.guard.kind !== "public");
    return hidden ? failurePage(way, call, missingFailure.failure) : enter(way, call, route);
  };
}
