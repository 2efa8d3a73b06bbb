import type { StateLetter } from "~/status/state-letter";

/** Machine-readable forms of a public page, by path after its address (`https://host/slug`, or `/slug`). */

export const feedFormats = ["atom", "rss"] as const;
export type FeedFormat = (typeof feedFormats)[number];

export const feedMediaTypeByFormat: Record<FeedFormat, string> = {
  atom: "application/atom+xml",
  rss: "application/rss+xml",
};

/** Returns the path of an image of the page, by the hash of its bytes. */
export const pageImagePath = (hash: string): string => `/images/${hash}`;

/** Returns the path of the page's feed; with a component, that component's. */
export const feedPath = (format: FeedFormat, componentId?: string): string =>
  componentId === undefined ? `/feed.${format}` : `/components/${encodeURIComponent(componentId)}/feed.${format}`;

const ofComponent = (componentId: string | undefined): string =>
  componentId === undefined ? "" : `/components/${encodeURIComponent(componentId)}`;

/** Returns the path of the iCalendar of maintenance and incidents, of the page or of one component. */
export const calendarPath = (componentId?: string): string => `${ofComponent(componentId)}/calendar.ics`;

/** Name of the parameter that limits a calendar to one maintenance. */
export const calendarMaintenanceParam = "maintenance";

/** Returns the path of the iCalendar of one maintenance. */
export const maintenanceCalendarPath = (id: string): string =>
  `${calendarPath()}?${calendarMaintenanceParam}=${encodeURIComponent(id)}`;

export const badgeStyles = ["flat", "flat-square", "for-the-badge", "dot"] as const;
export type BadgeStyle = (typeof badgeStyles)[number];

/** Returns the path of the badge; `flat` when no style is named. */
export const badgePath = (componentId?: string, style?: BadgeStyle): string =>
  `${ofComponent(componentId)}/badge.svg${style === undefined ? "" : `?style=${style}`}`;

/** Path of a card for a frame on other sites. */
export const embedPath = "/embed";
/** Path of the custom element: after the origin of the deployment or of the page's own host. */
export const embedScriptPath = "/embed.js";

/**
 * Returns the path of a link preview's picture, because chats accept no SVG: after the origin, as the build draws them
 * (server/social-pictures).
 */
export const socialImagePath = (letter: StateLetter): string => `/social/${letter}.png`;
export const sitemapPath = "/sitemap.xml";

/** Returns the path of the icon with which phones show the page on their home screen, of this width in pixels. */
export const homeScreenIconPath = (size: number): string => `/icon-${size}.png`;

export const markdownMediaType = "text/markdown";
/** The end of the path of a page's Markdown. */
export const markdownSuffix = ".md";

/**
 * Returns the address of the Markdown of a public page, from the address of its status page and a path after it. An
 * address without a file name gets one (https://llmstxt.org, "Format").
 */
export function markdownAddress(pageUrl: string, path: string): string {
  const [place = "", query] = path.split("?");
  const file = place === "" && new URL(pageUrl).pathname === "/" ? "/index.html" : place;
  return `${pageUrl}${file}${markdownSuffix}${query === undefined ? "" : `?${query}`}`;
}

/** Path of the index for language models (https://llmstxt.org). */
export const llmsTextPath = "/llms.txt";
/** Path of the list of APIs (RFC 9727). */
export const apiCatalogPath = "/.well-known/api-catalog";
export const oembedPath = "/oembed";
export const oembedFormats = ["json", "xml"] as const;
export type OembedFormat = (typeof oembedFormats)[number];

/** Returns the address at which other sites ask how to embed a page (https://oembed.com, "Discovery"). */
export const oembedAddress = (url: string, format: OembedFormat = "json"): string =>
  `${new URL(url).origin}${oembedPath}?url=${encodeURIComponent(url)}&format=${format}`;
