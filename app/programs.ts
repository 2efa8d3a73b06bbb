import type { ApiDocumentPath } from "~/api/document";
import { recordSecurityEvent } from "~/audit/security/security-event";
import { healthResponse, readinessResponse } from "~/deployment/api/health";
import type { PageResponseFormatChooser, ProgramEndpointHandler, SharedEndpointHandler } from "~/door/door";
import { clientAddressOf } from "~/http/client-address";
import { oembedPath } from "~/pages/rules/page-links";
import { reservedSlugs } from "~/pages/rules/reserved-slugs";
import type { Ctx } from "~/platform/ctx";
import {
  addTokenActorToContext,
  lazyHandler,
  type MachineEndpoint,
  programHandlerOf,
  readOnlyEndpoint,
} from "./program-endpoint";

const api: MachineEndpoint = async (request, ctx, url) => {
  const { handleRestApi: handleApi, pageNameInPath: pageInPath } = await import("~/rest-api");
  const known = await addTokenActorToContext(request, ctx, pageInPath(url.pathname));
  const answer = await handleApi(request, known);
  if (answer.status === 403) recordSecurityEvent(known, "forbidden", { from: clientAddressOf(request) });
  return answer;
};

/** Documents about the API are public. */
const apiDocument =
  (path: ApiDocumentPath): MachineEndpoint =>
  async (request, ctx, url, hostPage) => {
    if (request.method !== "GET") return api(request, ctx, url, hostPage);
    const [{ apiDocumentResponse: answer }, { readApiDocument: read }] = await Promise.all([
      import("~/api/document"),
      import("./api-document-source"),
    ]);
    return answer(path, await read(path, ctx), ctx);
  };

const scrape: MachineEndpoint = (request, ctx, ...rest) =>
  readOnlyEndpoint(async () => {
    const { metricsResponse: metrics } = await import("~/deployment/api/metrics");
    return metrics(await addTokenActorToContext(request, ctx));
  })(request, ctx, ...rest);

/** Answers requests of programs that still call the addresses of another product, whose host now belongs to us. */
const foreignPings: readonly (readonly [string, ProgramEndpointHandler])[] = [
  ["api/push/[^/]+", lazyHandler(async () => (await import("~/heartbeats/api/foreign-pings")).handleKumaPush)],
  [
    "api/v1/endpoints/[^/]+/external",
    lazyHandler(async () => (await import("~/heartbeats/api/foreign-pings")).handleGatusResult),
  ],
  [
    "api/v1/heartbeat/[^/]+(/[^/]+)?",
    lazyHandler(async () => (await import("~/heartbeats/api/foreign-pings")).handleBetterStackHeartbeat),
  ],
];

const pings = lazyHandler(async () => (await import("~/heartbeats/api/ping")).handlePingRequest);

/** A ping’s path on hc-ping.com, below our origin or a page’s own host. */
const barePing = /^\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/(start|fail|log|\d+))?$/i;

const anyHost: Record<string, ProgramEndpointHandler> = {
  "/healthz": programHandlerOf(readOnlyEndpoint(healthResponse)),
  "/readyz": programHandlerOf(readOnlyEndpoint(readinessResponse)),
};

const prometheusAlerts = lazyHandler(
  async () => (await import("~/alerts/api/prometheus-alerts")).handlePrometheusAlertsRequest,
);

const resourceMetadata: MachineEndpoint = async (...given) => {
  const { resourceMetadataResponse: answer } = await import("~/mcp/api/resource-metadata");
  return readOnlyEndpoint(answer)(...given);
};
const markdown = lazyHandler(
  async () => (await import("~/status-page/api/markdown/markdown-response")).markdownPageResponse,
);
const llmsText = lazyHandler(async () => (await import("~/status-page/api/llms-text")).llmsTextResponse);
const apiCatalog = lazyHandler(async () => (await import("~/status-page/api/api-catalog")).apiCatalogResponse);
const oembed = lazyHandler(async () => (await import("~/status-page/api/oembed-response")).oembedResponse);

const ownHost: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  [/^(\/ingest\/[^/]+)?\/api\/v2\/alerts$/, prometheusAlerts],
  [
    /^\/v2\/(change\/)?enqueue$/,
    lazyHandler(async () => (await import("~/alerts/api/pagerduty-events")).handlePagerdutyEventRequest),
  ],
  [
    /^\/v2\/alerts(\/[^/]+){0,3}$/,
    lazyHandler(async () => (await import("~/alerts/api/opsgenie-alerts")).handleOpsgenieAlertRequest),
  ],
  [
    /^\/v2\/heartbeats\/[^/]+\/ping$/,
    lazyHandler(async () => (await import("~/alerts/api/opsgenie-alerts")).handleOpsgenieHeartbeatPing),
  ],
  [/^\/ingest\/mail\/[^/]+$/, lazyHandler(async () => (await import("~/mailers/api/mail-events")).handleMailerWebhook)],
  [/^\/ingest\/sms(\/status)?$/, lazyHandler(async () => (await import("~/subscribers/api/sms")).serveTwilioPosts)],
  [
    /^\/ingest\/agents\/[^/]+\/(results|checks)$/,
    lazyHandler(async () => (await import("~/agents/api/agent-calls")).handleAgentRequest),
  ],
  [
    /^\/ingest\/repositories\/[^/]+$/,
    lazyHandler(async () => (await import("~/configuration/repositories/api/webhook")).handleRepositoryWebhook),
  ],
  [/^\/ingest(\/|$)/, lazyHandler(async () => (await import("~/alerts/api/ingest")).handleIngestRequest)],
  [/^\/ping(\/|$)/, pings],
  ...foreignPings.map(([path, handler]) => [new RegExp(`^/${path}$`), handler] as const),
  [/^\/api\/v1\/openapi\.json$/, programHandlerOf(apiDocument("/openapi.json"))],
  [/^\/api\/v1\/docs$/, programHandlerOf(apiDocument("/docs"))],
  [/^\/api\/v1(\/|\.|$)/, programHandlerOf(api)],
  [/^\/metrics$/, programHandlerOf(scrape)],
  [/^\/\.well-known\/oauth-protected-resource(\/mcp)?$/, programHandlerOf(resourceMetadata)],
  [
    /^\/oauth\/device$/,
    lazyHandler(async () => (await import("~/people/api/device-authorisation")).handleDeviceAuthorisation),
  ],
  [/^\/oauth\/token$/, lazyHandler(async () => (await import("~/people/api/device-authorisation")).handleDeviceToken)],
  [
    /^\/oauth\/revoke$/,
    lazyHandler(async () => (await import("~/people/api/device-authorisation")).handleTokenRevocation),
  ],
  [/^\/robots\.txt$/, lazyHandler(async () => (await import("~/status-page/api/crawlers")).robotsTxtResponse)],
  [/^\/llms\.txt$/, llmsText],
  [/^\/\.well-known\/api-catalog$/, apiCatalog],
  // A slug has no dot, so that these are the page shown at `/`.
  [/^\/(index\.html)?\.md$/, markdown],
  [/^\/sitemap\.xml$/, lazyHandler(async () => (await import("~/status-page/api/crawlers")).sitemapResponse)],
];

const onPage: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  [
    /^\/[^/]+\/api\/v2(\/|$)/,
    lazyHandler(async () => (await import("~/status-page/api/statuspage-v2")).statuspageV2Response),
  ],
  [
    /^\/[^/]+\/subscriptions\/[^/]+\/leave$/,
    lazyHandler(async () => (await import("~/subscribers/api/leave")).serveOneClickUnsubscribe),
  ],
  [/^\/[^/]+\/uptime\.csv$/, lazyHandler(async () => (await import("~/status-page/api/uptime-csv")).uptimeCsvResponse)],
  [/^\/[^/]+\/images\/[^/]+$/, lazyHandler(async () => (await import("~/status-page/api/images")).pageImageResponse)],
  [
    /^\/[^/]+\/(components\/[^/]+\/feed|feed|history)\.(atom|rss)$/,
    lazyHandler(async () => (await import("~/status-page/api/feeds")).feedResponse),
  ],
  [
    /^\/[^/]+\/(components\/[^/]+\/)?calendar\.ics$/,
    lazyHandler(async () => (await import("~/status-page/api/calendar")).calendarResponse),
  ],
  [
    /^\/[^/]+\/(components\/[^/]+\/)?badge\.(svg|json)$/,
    lazyHandler(async () => (await import("~/status-page/api/badge")).badgeResponse),
  ],
  [
    /^\/[^/]+\/service-worker\.js$/,
    lazyHandler(async () => (await import("~/subscribers/api/push")).serveServiceWorker),
  ],
  [
    /^\/[^/]+\/icon-(180|192|512)\.png$/,
    lazyHandler(async () => (await import("~/subscribers/api/push")).servePageIcon),
  ],
  [/^\/[^/]+\/app\.webmanifest$/, lazyHandler(async () => (await import("~/subscribers/api/push")).serveWebManifest)],
  [
    /^\/(?!manage\/)[^/]+\/push$/,
    lazyHandler(async () => (await import("~/subscribers/api/push")).servePushKeyAndRenewal),
  ],
  [
    /^\/[^/]+\/social\.svg$/,
    lazyHandler(async () => (await import("~/status-page/api/social-image")).socialImageResponse),
  ],
  [/^\/[^/]+\/sitemap\.xml$/, lazyHandler(async () => (await import("~/status-page/api/crawlers")).sitemapResponse)],
  [/^\/[^/]+\/llms\.txt$/, llmsText],
  [
    /^\/(?!manage\/)[^/]+(\/|\/index\.html|\/history|\/uptime|\/(incidents|maintenances|components)\/[^/]+)?\.md$/,
    markdown,
  ],
  // `/manage/embed` is the management of a page with the slug "embed".
  [
    /^\/(?!manage\/)[^/]+\/embed$/,
    lazyHandler(async () => (await import("~/status-page/api/embed")).embedCardResponse),
  ],
];

/** Addresses of other products that a page has only once it moved here. */
const movedOnPage: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  ...foreignPings.map(([path, handler]) => [new RegExp(`^/[^/]+/${path}$`), handler] as const),
  [
    /^\/[^/]+\/(api\/badge\/[^/]+\/(status|uptime(\/[^/]+)?)|api\/v1\/endpoints\/[^/]+\/(health|uptimes\/[^/]+)\/badge\.(svg|shields))$/,
    lazyHandler(async () => (await import("~/status-page/api/foreign-badge")).foreignBadgeResponse),
  ],
];

const movedPath = /^\/[^/]+\/api\//;

const onPageHost: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  [/^\/[^/]+\/ping\//, pings],
  [new RegExp(`^/[^/]+${barePing.source.slice(1)}`, "i"), pings],
  [/^\/[^/]+\/robots\.txt$/, lazyHandler(async () => (await import("~/status-page/api/crawlers")).robotsTxtResponse)],
  [/^\/[^/]+\/\.well-known\/api-catalog$/, apiCatalog],
  [/^\/[^/]+\/oembed$/, oembed],
];

const jsonFront = lazyHandler(async () => (await import("~/status-page/api/statuspage-v2")).frontPageJsonResponse);

/** True for `/`, or a possible address of a page. */
const isFront = (path: string, hostPage: boolean): boolean =>
  (path === "/" && !hostPage) || (/^\/[a-z0-9][a-z0-9-]+$/.test(path) && !reservedSlugs.has(path.slice(1)));

/** Paths of a page's endpoints for programs: tests go through all of them. */
export const pageProgramPathPatterns: readonly RegExp[] = onPage.map(([pattern]) => pattern);

const find = (programs: readonly (readonly [RegExp, ProgramEndpointHandler])[], path: string) =>
  programs.find(([pattern]) => pattern.test(path))?.[1] ?? null;

export const programEndpointHandlerOfAnyHost = (path: string): ProgramEndpointHandler | null => anyHost[path] ?? null;

/** Answers by an endpoint that may find, by reading, that the address is people's: it then answers null. */
const sharing =
  (read: () => Promise<(request: Request, ctx: Ctx) => Promise<Response | null>>): SharedEndpointHandler =>
  async (call) => {
    const handle = await read();
    let isOurs = true;
    const answer = await programHandlerOf(async (request, ctx) => {
      const found = await handle(request, ctx);
      isOurs = found !== null;
      return found ?? new Response(null);
    })(call);
    return isOurs ? answer : null;
  };

const barePings = sharing(async () => (await import("~/heartbeats/api/ping")).handleBarePingRequest);
const shortDevicePath = sharing(async () => (await import("~/people/api/device-authorisation")).redirectToDevicePage);

const isPageOpening = ({ method, headers }: Request): boolean =>
  (method === "GET" || method === "HEAD") && !headers.get("accept")?.includes("text/event-stream");

/** Leaves to people what they open, if a page has had this slug since before it was reserved. */
const mcp: SharedEndpointHandler = async (call) => {
  const { handleMcpRequest, isPageAtMcp } = await import("~/mcp/api/endpoint");
  if (isPageOpening(call.request) && (await isPageAtMcp(call.ctx))) return null;
  return handleMcpRequest(call.request, call.ctx, (page) => addTokenActorToContext(call.request, call.ctx, page));
};

/**
 * Returns the endpoint of an address that a page may have as well, because a slug can have the form of a UUID or be a
 * word that was reserved later.
 */
export function sharedEndpointHandlerOf(
  { pathname, searchParams }: URL,
  hostPage: boolean,
): SharedEndpointHandler | null {
  if (hostPage) return null;
  if (pathname === "/mcp") return mcp;
  if (pathname === "/device") return shortDevicePath;
  if (pathname === oembedPath) return searchParams.has("url") ? oembed : null;
  return barePing.test(pathname) ? barePings : null;
}

/** Matches the pages below a front that exist as Markdown too. */
const pagesBelowFront = /^\/(?!manage\/)[^/]+\/(history|uptime|(incidents|maintenances|components)\/[^/]+)$/;

/** Returns the endpoint of a page's own address when its client prefers another form than HTML. */
function otherFormOf(
  path: string,
  hostPage: boolean,
  prefers: PageResponseFormatChooser,
): ProgramEndpointHandler | null {
  if (isFront(path, hostPage)) {
    const form = prefers(["html", "json", "markdown"]);
    return form === "html" ? null : form === "json" ? jsonFront : markdown;
  }
  return pagesBelowFront.test(path) && prefers(["html", "markdown"]) === "markdown" ? markdown : null;
}

/** Returns the program's endpoint at this path; null = it is an address for people. */
export function programEndpointHandlerOf(
  path: string,
  hostPage: boolean,
  prefers: PageResponseFormatChooser = () => "html",
): ProgramEndpointHandler | null {
  const found = find(hostPage ? onPageHost : ownHost, path) ?? find(onPage, path);
  if (found) return found;
  return (movedPath.test(path) ? find(movedOnPage, path) : null) ?? otherFormOf(path, hostPage, prefers);
}
