import { decodeSegment } from "~/http/decode-segment";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { findMovedComponentId } from "../moved-component";
import { badgeResponse } from "./badge";
import { crossOriginHeaders } from "./public-answer";

/** Path of a badge of another product below a page: its component, and the form of the badge. */
interface ForeignBadgePath {
  origin: string;
  path: RegExp;
}

const foreignBadges: readonly ForeignBadgePath[] = [
  { origin: "uptime-kuma", path: /^\/([^/]+)\/api\/badge\/([^/]+)\/(?:status|uptime(?:\/[^/]+)?)$/ },
  {
    origin: "gatus",
    path: /^\/([^/]+)\/api\/v1\/endpoints\/([^/]+)\/(?:health|uptimes\/[^/]+)\/badge\.(svg|shields)$/,
  },
];

/** Id that no component has. */
const nobody = "-";

function askedOf(pathname: string) {
  for (const { origin, path } of foreignBadges) {
    const [, slug, segment, form = "svg"] = path.exec(pathname) ?? [];
    const theirId = segment === undefined ? null : decodeSegment(segment);
    if (slug === undefined || theirId === null) continue;
    // Gatus' keys are in lower case, and its addresses are not always.
    return { slug, origin, theirId: origin === "gatus" ? theirId.toLowerCase() : theirId, form };
  }
  return null;
}

/**
 * Responds to a badge of Uptime Kuma or Gatus, of a status or an uptime, with ours of the imported component: on the
 * page's own host and below its slug. An unknown badge gets the same 404 as ours.
 */
export async function foreignBadgeResponse(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const asked = askedOf(url.pathname);
  if (!asked) return problemResponse({ name: "missing" }, ctx.requestId, crossOriginHeaders);
  const found = await findMovedComponentId(ctx, asked);
  if (!found.ok && found.failure.name !== "missing") {
    return problemResponse(found.failure, ctx.requestId, crossOriginHeaders);
  }
  // An unknown component takes as long as one of a private page, and reveals as little.
  const id = found.ok ? found.value : nobody;
  const ours = new URL(url);
  ours.pathname = `/${asked.slug}/components/${id}/badge.${asked.form === "shields" ? "json" : "svg"}`;
  return badgeResponse(request, ctx, ours);
}
