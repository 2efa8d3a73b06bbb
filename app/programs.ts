import { securityEvent } from "~/audit/security/security-event";
import { bearerOf, tokenInUrl } from "~/auth/credentials";
import { health, ready } from "~/deployment/api/health";
import type { ProgramHandler } from "~/door/door";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import { reservedSlugs } from "~/pages/rules/reserved-slugs";
import { findTokenAt } from "~/people/find-token";
import { type Ctx, ctxAs } from "~/platform/ctx";
import { failureOf } from "~/platform/failure-of";

/** Endpoint for programs. `url` is the address as it is routed: on a page's own host with `/<slug>` in front. */
type Machine = (request: Request, ctx: Ctx, url: URL, hostPage: boolean) => Response | Promise<Response>;

/** Loads the code of an endpoint with the first request to it. */
const reading =
  (read: () => Promise<Machine>): Machine =>
  async (...given) =>
    (await read())(...given);

/** Adds the actor and, when the address names their page (`page`), the member. */
async function withToken(request: Request, ctx: Ctx, page: string | null = null): Promise<Ctx> {
  const [bearer, urlToken] = [bearerOf(request), tokenInUrl(request)];
  const token = bearer ?? urlToken;
  const found = await findTokenAt(ctx, token, { inUrl: bearer === null, page });
  if (token !== null && found === null) securityEvent(ctx, "bad_token", { from: clientAddressOf(request) });
  return found ? { ...ctxAs(ctx, found.actor), member: found.member } : ctx;
}

const api: Machine = async (request, ctx, url) => {
  const { handleApi, pageInPath } = await import("~/rest-api");
  const known = await withToken(request, ctx, pageInPath(url.pathname));
  const answer = await handleApi(request, known);
  if (answer.status === 403) securityEvent(known, "forbidden", { from: clientAddressOf(request) });
  return answer;
};

const onlyReading =
  (answer: (ctx: Ctx) => Response | Promise<Response>): Machine =>
  (request, ctx) => {
    const reads = request.method === "GET" || request.method === "HEAD";
    return reads ? answer(ctx) : problemResponse({ name: "method", allow: ["GET", "HEAD"] }, ctx.requestId);
  };

const scrape: Machine = (request, ctx, ...rest) =>
  onlyReading(async () => {
    const { metrics } = await import("~/deployment/api/metrics");
    return metrics(await withToken(request, ctx));
  })(request, ctx, ...rest);

const defect = (requestId: string): Response =>
  new Response(
    JSON.stringify({ type: "/problems/defect", title: "Something broke", status: 500, request_id: requestId }),
    { status: 500, headers: { "content-type": "application/problem+json" } },
  );

/** Answers 503 while the database is unavailable; a defect is logged, and answered without its detail. */
const answering =
  (machine: Machine): ProgramHandler =>
  async ({ request, ctx, url, hostPage }) => {
    try {
      return await machine(request, ctx, url, hostPage);
    } catch (error) {
      const failure = failureOf(error);
      ctx.log.error("machine.failed", error);
      return failure ? problemResponse(failure, ctx.requestId) : defect(ctx.requestId);
    }
  };

const anyHost: Record<string, ProgramHandler> = {
  "/healthz": answering(onlyReading(health)),
  "/readyz": answering(onlyReading(ready)),
};

const prometheusAlerts = answering(
  reading(async () => (await import("~/alerts/api/prometheus-alerts")).prometheusAlerts),
);

const ownHost: readonly (readonly [RegExp, ProgramHandler])[] = [
  [/^(\/ingest\/[^/]+)?\/api\/v2\/alerts$/, prometheusAlerts],
  [
    /^\/v2\/(change\/)?enqueue$/,
    answering(reading(async () => (await import("~/alerts/api/pagerduty-events")).pagerdutyEvents)),
  ],
  [
    /^\/v2\/alerts(\/[^/]+){0,3}$/,
    answering(reading(async () => (await import("~/alerts/api/opsgenie-alerts")).opsgenieAlerts)),
  ],
  [
    /^\/v2\/heartbeats\/[^/]+\/ping$/,
    answering(reading(async () => (await import("~/alerts/api/opsgenie-alerts")).opsgenieHeartbeat)),
  ],
  [/^\/ingest\/mail\/[^/]+$/, answering(reading(async () => (await import("~/mailers/api/mail-events")).mailEvents))],
  [
    /^\/ingest\/sms(\/status)?$/,
    answering(reading(async () => (await import("~/subscribers/api/sms")).serveTwilioPosts)),
  ],
  [
    /^\/ingest\/agents\/[^/]+\/(results|checks)$/,
    answering(reading(async () => (await import("~/agents/api/agent-calls")).agents)),
  ],
  [/^\/ingest(\/|$)/, answering(reading(async () => (await import("~/alerts/api/ingest")).ingest))],
  [/^\/ping(\/|$)/, answering(reading(async () => (await import("~/heartbeats/api/ping")).ping))],
  [/^\/api\/v1(\/|\.|$)/, answering(api)],
  [/^\/metrics$/, answering(scrape)],
  [/^\/robots\.txt$/, answering(reading(async () => (await import("~/status-page/api/crawlers")).robots))],
  [/^\/sitemap\.xml$/, answering(reading(async () => (await import("~/status-page/api/crawlers")).sitemap))],
];

const onPage: readonly (readonly [RegExp, ProgramHandler])[] = [
  [
    /^\/[^/]+\/api\/v2(\/|$)/,
    answering(reading(async () => (await import("~/status-page/api/statuspage-v2")).statuspageV2)),
  ],
  [
    /^\/[^/]+\/subscriptions\/[^/]+\/leave$/,
    answering(reading(async () => (await import("~/subscribers/api/leave")).serveOneClickUnsubscribe)),
  ],
  [/^\/[^/]+\/uptime\.csv$/, answering(reading(async () => (await import("~/status-page/api/uptime-csv")).uptimeCsv))],
  [/^\/[^/]+\/images\/[^/]+$/, answering(reading(async () => (await import("~/status-page/api/images")).images))],
  [
    /^\/[^/]+\/(components\/[^/]+\/feed|feed|history)\.(atom|rss)$/,
    answering(reading(async () => (await import("~/status-page/api/feeds")).feeds)),
  ],
  [
    /^\/[^/]+\/(components\/[^/]+\/)?calendar\.ics$/,
    answering(reading(async () => (await import("~/status-page/api/calendar")).calendar)),
  ],
  [
    /^\/[^/]+\/(components\/[^/]+\/)?badge\.(svg|json)$/,
    answering(reading(async () => (await import("~/status-page/api/badge")).badge)),
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
    answering(reading(async () => (await import("~/status-page/api/social-image")).socialImage)),
  ],
  [/^\/[^/]+\/sitemap\.xml$/, answering(reading(async () => (await import("~/status-page/api/crawlers")).sitemap))],
  // `/manage/embed` is the management of a page with the slug "embed".
  [/^\/(?!manage\/)[^/]+\/embed$/, answering(reading(async () => (await import("~/status-page/api/embed")).embed))],
];

const onPageHost: readonly (readonly [RegExp, ProgramHandler])[] = [
  [/^\/[^/]+\/robots\.txt$/, answering(reading(async () => (await import("~/status-page/api/crawlers")).robots))],
];

const jsonFront = answering(reading(async () => (await import("~/status-page/api/statuspage-v2")).frontAsJson));

/** True for `/`, or a possible address of a page. */
const isFront = (path: string, hostPage: boolean): boolean =>
  (path === "/" && !hostPage) || (/^\/[a-z0-9][a-z0-9-]+$/.test(path) && !reservedSlugs.has(path.slice(1)));

/** Paths of a page's endpoints for programs: tests go through all of them. */
export const pagePatterns: readonly RegExp[] = onPage.map(([pattern]) => pattern);

const find = (programs: readonly (readonly [RegExp, ProgramHandler])[], path: string) =>
  programs.find(([pattern]) => pattern.test(path))?.[1] ?? null;

export const programOfAnyHost = (path: string): ProgramHandler | null => anyHost[path] ?? null;

/** Returns the program's endpoint at this path; null = it is an address for people. `json`: JSON is requested. */
export function programOf(path: string, hostPage: boolean, json = false): ProgramHandler | null {
  if (json && isFront(path, hostPage)) return jsonFront;
  return find(hostPage ? onPageHost : ownHost, path) ?? find(onPage, path);
}
