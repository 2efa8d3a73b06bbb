import { generateRssFeed } from "feedsmith";
import type { FeedContent, FeedEntry } from "./feed";
import { feedXml } from "./feed-xml";

const itemOf = (entry: FeedEntry) => ({
  title: entry.title,
  link: entry.url,
  guid: { value: entry.formerUrl ?? entry.id, isPermaLink: entry.formerUrl !== undefined },
  pubDate: new Date(entry.published),
  description: entry.html,
  // RSS has no element for the time of a change.
  atom: { updated: new Date(entry.updated) },
});

/** Writes the feed as RSS 2.0 text. */
export const rssFeedXml = (feed: FeedContent): string =>
  feedXml(generateRssFeed, {
    title: feed.title,
    link: feed.url,
    description: feed.note === undefined ? feed.about : `${feed.note} · ${feed.about}`,
    language: feed.language,
    lastBuildDate: new Date(feed.builtAt),
    atom: { links: [{ href: feed.self, rel: "self", type: "application/rss+xml" }] },
    items: feed.entries.map(itemOf),
  });
