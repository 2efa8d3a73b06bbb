import { decodeSegment } from "~/http/decode-segment";
import { problemResponse } from "~/http/problem";
import { acceptedLanguage } from "~/i18n/accepted-language";
import type { Words } from "~/i18n/words";
import { type BadgeStyle, badgeStyles } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { type BadgeContent, badgeJson, badgeSvg } from "../formats/badge";
import { componentByEitherId } from "../rules/foreign-ids";
import type { ServedPage } from "../rules/seen-page";
import { crossOriginHeaders } from "./public-answer";
import { pageFormatResponse } from "./seen-format";
import { stateLabelWithTime } from "./state-told";

/** Longest state text, in characters. A page's text names up to three components, whose names may be long. */
const maxStateChars = 90;

interface BadgeRequest {
  slug: string;
  componentId: string | null;
  format: "svg" | "json";
  style: BadgeStyle;
}

function askedOf({ pathname, searchParams }: URL): BadgeRequest | null {
  const path = /^\/([^/]+)\/(?:components\/([^/]+)\/)?badge\.(svg|json)$/.exec(pathname);
  if (!path) return null;
  const [, slug = "", component, format] = path;
  const componentId = component === undefined ? null : decodeSegment(component);
  if (component !== undefined && componentId === null) return null;
  const style = badgeStyles.find((each) => each === searchParams.get("style")) ?? "flat";
  return { slug, componentId, format: format as BadgeRequest["format"], style };
}

function badgeOf(page: ServedPage, spoken: Words, componentId: string | null): BadgeContent | null {
  const { snapshot } = page;
  const component = componentId === null ? undefined : componentByEitherId(snapshot, componentId);
  if (componentId !== null && !component) return null;
  const label = component?.name ?? snapshot.page.name;
  const told = stateLabelWithTime(page, spoken, component, maxStateChars);
  const title = spoken.t("badge.whole", { name: label, state: told.state });
  return { ...told, label, title, language: spoken.language, direction: spoken.direction };
}

/** Used when not even the page's name and language are known; written in the language of the request. */
function unknownBadge({ t, language, direction }: Words): BadgeContent {
  const state = t("badge.unknown");
  return { label: "", state, letter: "n", title: state, language, direction };
}

const types = { svg: "image/svg+xml; charset=utf-8", json: "application/json; charset=utf-8" };

const written = (badge: BadgeContent, { format, style }: BadgeRequest) =>
  format === "svg" ? badgeSvg(badge, style) : JSON.stringify(badgeJson(badge));

/**
 * Responds to `/:page/badge.svg`, `badge.json` and those of a component. `?style=` is one of pages/rules/page-links
 * `badgeStyles`; other query parameters change nothing. A 503 contains "status unknown" in the same format.
 */
export async function badgeResponse(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const asked = askedOf(url);
  if (!asked) return problemResponse({ name: "missing" }, ctx.requestId, crossOriginHeaders);
  const { slug, format, style, componentId } = asked;
  const type = types[format];
  return pageFormatResponse(request, ctx, {
    slug,
    draw({ page, words }) {
      const drawn = badgeOf(page, words, componentId);
      const form = `badge.${format}.${style}.${componentId ?? ""}`;
      return drawn && { type, form, body: () => written(drawn, asked) };
    },
    unknown: (words) => ({ type, body: written(unknownBadge(words), asked) }),
    unknownLanguage: acceptedLanguage(request.headers.get("accept-language")),
  });
}
