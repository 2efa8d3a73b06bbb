import type { StateLetter } from "~/status/state-letter";

/** Where the machine-readable forms of a public page are, after its address (`https://host/slug`, or `/slug`). */

export const feedFormats = ["atom", "rss"] as const;
export type FeedFormat = (typeof feedFormats)[number];

export const feedTypes: Record<FeedFormat, string> = { atom: "application/atom+xml", rss: "application/rss+xml" };

/** An image of the page, by the hash of its bytes. */
export const imagePath = (hash: string): string => `/images/${hash}`;

/** The page's feed; with a component, that component's. */
export const feedPath = (format: FeedFormat, componentId?: string): string =>
  componentId === undefined ? `/feed.${format}` : `/components/${encodeURIComponent(componentId)}/feed.${format}`;

const ofComponent = (componentId: string | undefined): string =>
  componentId === undefined ? "" : `/components/${encodeURIComponent(componentId)}`;

/** iCalendar of maintenance and incidents, of the page or of one component. */
export const calendarPath = (componentId?: string): string => `${ofComponent(componentId)}/calendar.ics`;

export const badgeStyles = ["flat", "flat-square", "for-the-badge", "dot"] as const;
export type BadgeStyle = (typeof badgeStyles)[number];

/** The state as a small picture; `flat` where no style is named. */
export const badgePath = (componentId?: string, style?: BadgeStyle): string =>
  `${ofComponent(componentId)}/badge.svg${style === undefined ? "" : `?style=${style}`}`;

/** A card for a frame on other sites. */
export const embedPath = "/embed";
/** The custom element: after the origin of the deployment or of the page's own host. */
export const embedScriptPath = "/embed.js";

/** What a preview of a link shows, for chats take no SVG: after the origin, as the build draws them (server/social-pictures). */
export const statePicturePath = (letter: StateLetter): string => `/social/${letter}.png`;
export const sitemapPath = "/sitemap.xml";

/** Of the mark by which phones show the page on their home screen, so many points wide. */
export const iconPath = (size: number): string => `/icon-${size}.png`;
