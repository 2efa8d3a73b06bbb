import { readerKeyringOf } from "~/auth/keyring";
import { readJsonBody } from "~/http/body";
import { clientAddressOf } from "~/http/client-address";
import { allowPushSubscription } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import { textDirection } from "~/i18n/languages";
import { homeScreenIconPath, pageImagePath } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { publicFormatResponse } from "~/status-page/api/public-answer";
import { pageFormatResponse } from "~/status-page/api/seen-format";
import { drawPageIconPng, pageIconSizesPx } from "~/status-page/formats/page-icon";
import type { ServedPage } from "~/status-page/rules/seen-page";
import type { SnapshotPage } from "~/status-page/rules/snapshot-document";
import { readVisiblePage } from "~/status-page/see";
import { readPublicPushKey } from "../push-key";
import { renewPushSubscription } from "../renew-push";
import { serviceWorkerText } from "../views/push/push-part";

const slugOf = ({ pathname }: URL) => pathname.split("/")[1] ?? "";

/** Answers on a page that the request may see; otherwise with the failure. */
async function answerOn(
  request: Request,
  ctx: Ctx,
  url: URL,
  answer: (page: ServedPage) => Response | Promise<Response>,
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemResponse({ name: "method", allow: ["GET", "HEAD"] }, ctx.requestId);
  const seen = await readVisiblePage(ctx, { slug: slugOf(url) }, readerKeyringOf(request, ctx.config.origin));
  return seen.ok ? answer(seen.value) : problemResponse(seen.failure, ctx.requestId);
}

/** Serves `/:page/service-worker.js`: below the page, so that its scope is this page where many share an origin. */
export const serveServiceWorker = (request: Request, ctx: Ctx, url: URL): Promise<Response> =>
  answerOn(request, ctx, url, () => {
    const body = request.method === "HEAD" ? null : serviceWorkerText();
    return allowPushSubscription(new Response(body, { headers: { "content-type": "text/javascript; charset=utf-8" } }));
  });

/** Serves the key with which a browser subscribes. */
const keyFor = (request: Request, ctx: Ctx, url: URL): Promise<Response> =>
  answerOn(request, ctx, url, async () => {
    const body = request.method === "HEAD" ? null : JSON.stringify({ key: await readPublicPushKey(ctx) });
    return new Response(body, { headers: { "content-type": "application/json" } });
  });

/**
 * Serves `/:page/push`: GET returns the key with which a browser subscribes; the service worker posts here when the
 * push service changed its endpoint.
 */
export async function servePushKeyAndRenewal(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  if (request.method !== "POST") return keyFor(request, ctx, url);
  const body = await readJsonBody(request, { limit: 8192, accepted: ["application/json", "text/plain"] });
  const renewed = body.ok ? await renewPushSubscription(ctx, body.value, clientAddressOf(request)) : body;
  return renewed.ok ? new Response(null, { status: 204 }) : problemResponse(renewed.failure, ctx.requestId);
}

/** Cache time in seconds; the icon depends only on the page's accent. */
const iconCacheSeconds = 3600;

/** Serves `/:page/icon-192.png`: the page's icon for home screens. */
export const servePageIcon = (request: Request, ctx: Ctx, url: URL): Promise<Response> =>
  answerOn(request, ctx, url, async ({ snapshot, staleSince, isPrivate }) => {
    const size = Number(/icon-(\d+)\.png$/.exec(url.pathname)?.[1] ?? pageIconSizesPx[0]);
    const { accent, noindex } = snapshot.page;
    const drawn = await drawPageIconPng(accent, size);
    const etag = `W/"icon-${size}-${accent.slice(1)}"`;
    return publicFormatResponse(request, {
      type: "image/png",
      etag,
      staleSince,
      isPrivate,
      noindex,
      seconds: iconCacheSeconds,
      body: () => drawn,
    });
  });

const iconsOf = ({ favicon }: SnapshotPage, prefix: string) => [
  ...(favicon ? [{ src: `${prefix}${pageImagePath(favicon)}`, sizes: "any" }] : []),
  ...pageIconSizesPx.map((size) => ({
    src: `${prefix}${homeScreenIconPath(size)}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: "any maskable",
  })),
];

/** https://www.w3.org/TR/appmanifest/ */
function manifestText(page: SnapshotPage, prefix: string): string {
  const { name, language, accent } = page;
  const start = prefix || "/";
  const colours = { background_color: "#fbfbf9", theme_color: accent };
  const where = { id: start, start_url: start, scope: start, display: "standalone" };
  return JSON.stringify({
    name,
    short_name: name,
    lang: language,
    dir: textDirection(language),
    ...where,
    ...colours,
    icons: iconsOf(page, prefix),
  });
}

/** Serves `/:page/app.webmanifest`, which phones need for installing the page; some push to installed pages only. */
export const serveWebManifest = (request: Request, ctx: Ctx, url: URL, hostPage: boolean): Promise<Response> => {
  const slug = slugOf(url);
  const prefix = hostPage ? "" : `/${slug}`;
  return pageFormatResponse(request, ctx, {
    slug,
    draw: ({ page }) => ({
      type: "application/manifest+json; charset=utf-8",
      form: `manifest${prefix === "" ? ".host" : ""}`,
      body: () => manifestText(page.snapshot.page, prefix),
    }),
  });
};
