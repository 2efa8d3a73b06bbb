/** Where the machine-readable forms of a public page are, after its address (`https://host/slug`, or `/slug`). */

export const feedFormats = ["atom", "rss"] as const;
export type FeedFormat = (typeof feedFormats)[number];

export const feedTypes: Record<FeedFormat, string> = { atom: "application/atom+xml", rss: "application/rss+xml" };

/** An image of the page, by the hash of its bytes. */
export const imagePath = (hash: string): string => `/images/${hash}`;

/** The page's feed; with a component, that component's. */
export const feedPath = (format: FeedFormat, componentId?: string): string =>
  componentId === undefined ? `/feed.${format}` : `/components/${encodeURIComponent(componentId)}/feed.${format}`;
