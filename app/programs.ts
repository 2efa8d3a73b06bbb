import { recordSecurityEvent } from "~/audit/security/security-event";
import { apiTokenInUrl, bearerTokenOf } from "~/auth/credentials";
import { healthResponse, readinessResponse } from "~/deployment/api/health";
import type { ProgramEndpointHandler, SharedEndpointHandler } from "~/door/door";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import { reservedSlugs } from "~/pages/rules/reserved-slugs";
import { findTokenWithMembership } from "~/people/find-token";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";

/** Endpoint for programs. `url` is the address as it is routed: on a page's own host with `/<slug>` in front. */
type MachineEndpoint = (request: Request, ctx: Ctx, url: URL, hostPage: boolean) => Response | Promise<Response>;

/** Loads the code of an endpoint with the first request to it. */
const reading =
  (read: () => Promise<MachineEndpoint>): MachineEndpoint =>
  async (...given) =>
    (await read())(...given);

/** Adds the actor and, when the address names their page (`page`), the member. */
async function withToken(request: Request, ctx: Ctx, page: string | null = null): Promise<Ctx> {
  const [bearer, urlToken] = [bearerTokenOf(request), apiTokenInUrl(request)];
  const token = bearer ?? urlToken;
  const found = await findTokenWithMembership(ctx, token, { inUrl: bearer === null, page });
  if (token !== null && found === null) recordSecurityEvent(ctx, "bad_token", { from: clientAddressOf(request) });
  return found ? { ...ctxAsActor(ctx, found.actor), member: found.member } : ctx;
}

const api: MachineEndpoint = async (request, ctx, url) => {
  const { handleRestApi: handleApi, pageNameInPath: pageInPath } = await import("~/rest-api");
  const known = await withToken(request, ctx, pageInPath(url.pathname));
  const answer = await handleApi(request, known);
  if (answer.status === 403) recordSecurityEvent(known, "forbidden", { from: clientAddressOf(request) });
  return answer;
};

const onlyReading =
  (answer: (ctx: Ctx) => Response | Promise<Response>): MachineEndpoint =>
  (request, ctx) => {
    const reads = request.method === "GET" || request.method === "HEAD";
    return reads ? answer(ctx) : problemResponse({ name: "method", allow: ["GET", "HEAD"] }, ctx.requestId);
  };

const scrape: MachineEndpoint = (request, ctx, ...rest) =>
  onlyReading(async () => {
    const { metricsResponse: metrics } = await import("~/deployment/api/metrics");
    return metrics(await withToken(request, ctx));
  })(request, ctx, ...rest);

const defect = (requestId: string): Response =>
  new Response(
    JSON.stringify({ type: "/problems/defect", title: "Something broke", status: 500, request_id: requestId }),
    { status: 500, headers: { "content-type": "application/problem+json" } },
  );

/** Answers 503 while the database is unavailable; a defect is logged, and answered without its detail. */
const answering =
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

/** Answers what other products’ machines go on calling, whichever of our addresses has their host now. */
const foreignPings: readonly (readonly [string, ProgramEndpointHandler])[] = [
  ["api/push/[^/]+", answering(reading(async () => (await import("~/heartbeats/api/foreign-pings")).handleKumaPush))],
  [
    "api/v1/endpoints/[^/]+/external",
    answering(reading(async () => (await import("~/heartbeats/api/foreign-pings")).handleGatusResult)),
  ],
  [
    "api/v1/heartbeat/[^/]+(/[^/]+)?",
    answering(reading(async () => (await import("~/heartbeats/api/foreign-pings")).handleBetterStackHeartbeat)),
  ],
];

const pings = answering(reading(async () => (await import("~/heartbeats/api/ping")).handlePingRequest));

/** A ping’s path on hc-ping.com, below our origin or a page’s own host. */
const barePing = /^\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/(start|fail|log|\d+))?$/i;

const anyHost: Record<string, ProgramEndpointHandler> = {
  "/healthz": answering(onlyReading(healthResponse)),
  "/readyz": answering(onlyReading(readinessResponse)),
};

const prometheusAlerts = answering(
  reading(async () => (await import("~/alerts/api/prometheus-alerts")).handlePrometheusAlertsRequest),
);

const ownHost: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  [/^(\/ingest\/[^/]+)?\/api\/v2\/alerts$/, prometheusAlerts],
  [
    /^\/v2\/(change\/)?enqueue$/,
    answering(reading(async () => (await import("~/alerts/api/pagerduty-events")).handlePagerdutyEventRequest)),
  ],
  [
    /^\/v2\/alerts(\/[^/]+){0,3}$/,
    answering(reading(async () => (await import("~/alerts/api/opsgenie-alerts")).handleOpsgenieAlertRequest)),
  ],
  [
    /^\/v2\/heartbeats\/[^/]+\/ping$/,
    answering(reading(async () => (await import("~/alerts/api/opsgenie-alerts")).handleOpsgenieHeartbeatPing)),
  ],
  [
    /^\/ingest\/mail\/[^/]+$/,
    answering(reading(async () => (await import("~/mailers/api/mail-events")).handleMailerWebhook)),
  ],
  [
    /^\/ingest\/sms(\/status)?$/,
    answering(reading(async () => (await import("~/subscribers/api/sms")).serveTwilioPosts)),
  ],
  [
    /^\/ingest\/agents\/[^/]+\/(results|checks)$/,
    answering(reading(async () => (await import("~/agents/api/agent-calls")).handleAgentRequest)),
  ],
  [/^\/ingest(\/|$)/, answering(reading(async () => (await import("~/alerts/api/ingest")).handleIngestRequest))],
  [/^\/ping(\/|$)/, pings],
  ...foreignPings.map(([path, handler]) => [new RegExp(`^/${path}$`), handler] as const),
  [/^\/api\/v1(\/|\.|$)/, answering(api)],
  [/^\/metrics$/, answering(scrape)],
  [/^\/robots\.txt$/, answering(reading(async () => (await import("~/status-page/api/crawlers")).robotsTxtResponse))],
  [/^\/sitemap\.xml$/, answering(reading(async () => (await import("~/status-page/api/crawlers")).sitemapResponse))],
];

const onPage: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  [
    /^\/[^/]+\/api\/v2(\/|$)/,
    answering(reading(async () => (await import("~/status-page/api/statuspage-v2")).statuspageV2Response)),
  ],
  [
    /^\/[^/]+\/subscriptions\/[^/]+\/leave$/,
    answering(reading(async () => (await import("~/subscribers/api/leave")).serveOneClickUnsubscribe)),
  ],
  [
    /^\/[^/]+\/uptime\.csv$/,
    answering(reading(async () => (await import("~/status-page/api/uptime-csv")).uptimeCsvResponse)),
  ],
  [
    /^\/[^/]+\/images\/[^/]+$/,
    answering(reading(async () => (await import("~/status-page/api/images")).pageImageResponse)),
  ],
  [
    /^\/[^/]+\/(components\/[^/]+\/feed|feed|history)\.(atom|rss)$/,
    answering(reading(async () => (await import("~/status-page/api/feeds")).feedResponse)),
  ],
  [
    /^\/[^/]+\/(components\/[^/]+\/)?calendar\.ics$/,
    answering(reading(async () => (await import("~/status-page/api/calendar")).calendarResponse)),
  ],
  [
    /^\/[^/]+\/(components\/[^/]+\/)?badge\.(svg|json)$/,
    answering(reading(async () => (await import("~/status-page/api/badge")).badgeResponse)),
  ],
  [
    /^\/[^/]+\/service-worker\.js$/,
    answering(reading(async () => (await import("~/subscribers/api/push")).serveServiceWorker)),
  ],
  [
    /^\/[^/]+\/icon-(180|192|512)\.png$/,
    answering(reading(async () => (await import("~/subscribers/api/push")).servePageIcon)),
  ],
  [
    /^\/[^/]+\/app\.webmanifest$/,
    answering(reading(async () => (await import("~/subscribers/api/push")).serveWebManifest)),
  ],
  [
    /^\/(?!manage\/)[^/]+\/push$/,
    answering(reading(async () => (await import("~/subscribers/api/push")).servePushKeyAndRenewal)),
  ],
  [
    /^\/[^/]+\/social\.svg$/,
    answering(reading(async () => (await import("~/status-page/api/social-image")).socialImageResponse)),
  ],
  [
    /^\/[^/]+\/sitemap\.xml$/,
    answering(reading(async () => (await import("~/status-page/api/crawlers")).sitemapResponse)),
  ],
  // `/manage/embed` is the management of a page with the slug "embed".
  [
    /^\/(?!manage\/)[^/]+\/embed$/,
    answering(reading(async () => (await import("~/status-page/api/embed")).embedCardResponse)),
  ],
];

/** Addresses of other products that a page has only once it moved here. */
const movedOnPage: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  ...foreignPings.map(([path, handler]) => [new RegExp(`^/[^/]+/${path}$`), handler] as const),
  [
    /^\/[^/]+\/(api\/badge\/[^/]+\/(status|uptime(\/[^/]+)?)|api\/v1\/endpoints\/[^/]+\/(health|uptimes\/[^/]+)\/badge\.(svg|shields))$/,
    answering(reading(async () => (await import("~/status-page/api/foreign-badge")).foreignBadgeResponse)),
  ],
];

const movedPath = /^\/[^/]+\/api\//;

const onPageHost: readonly (readonly [RegExp, ProgramEndpointHandler])[] = [
  [/^\/[^/]+\/ping\//, pings],
  [new RegExp(`^/[^/]+${barePing.source.slice(1)}`, "i"), pings],
  [
    /^\/[^/]+\/robots\.txt$/,
    answering(reading(async () => (await import("~/status-page/api/crawlers")).robotsTxtResponse)),
  ],
];

const jsonFront = answering(
  reading(async () => (await import("~/status-page/api/statuspage-v2")).frontPageJsonResponse),
);

/** True for `/`, or a possible address of a page. */
const isFront = (path: string, hostPage: boolean): boolean =>
  (path === "/" && !hostPage) || (/^\/[a-z0-9][a-z0-9-]+$/.test(path) && !reservedSlugs.has(path.slice(1)));

/** Paths of a page's endpoints for programs: tests go through all of them. */
export const pageProgramPathPatterns: readonly RegExp[] = onPage.map(([pattern]) => pattern);

const find = (programs: readonly (readonly [RegExp, ProgramEndpointHandler])[], path: string) =>
  programs.find(([pattern]) => pattern.test(path))?.[1] ?? null;

export const programEndpointHandlerOfAnyHost = (path: string): ProgramEndpointHandler | null => anyHost[path] ?? null;

const barePings: SharedEndpointHandler = async (call) => {
  const { handleBarePingRequest } = await import("~/heartbeats/api/ping");
  let isOurs = true;
  const answer = await answering(async (request, ctx) => {
    const pinged = await handleBarePingRequest(request, ctx);
    isOurs = pinged !== null;
    return pinged ?? new Response(null);
  })(call);
  return isOurs ? answer : null;
};

/** Returns the endpoint of an address that a page may have as well: a slug can have the form of a UUID. */
export const sharedEndpointHandlerOf = (path: string, hostPage: boolean): SharedEndpointHandler | null =>
  !hostPage && barePing.test(path) ? barePings : null;

/** Returns the program's endpoint at this path; null = it is an address for people. `json`: JSON is requested. */
export function programEndpointHandlerOf(path: string, hostPage: boolean, json = false): ProgramEndpointHandler | null {
  if (json && isFront(path, hostPage)) return jsonFront;
  const found = find(hostPage ? onPageHost : ownHost, path) ?? find(onPage, path);
  return found ?? (movedPath.test(path) ? find(movedOnPage, path) : null);
}
