import { generateAtomFeed } from "feedsmith";
import type { FeedContent, FeedEntry } from "./feed";
import { feedXml } from "./feed-xml";

const html = (href: string) => ({ href, rel: "alternate", type: "text/html" });

const entryOf = (entry: FeedEntry) => ({
  id: entry.formerTag ?? entry.id,
  title: { value: entry.title, type: "text" },
  links: [html(entry.url)],
  published: new Date(entry.published),
  updated: new Date(entry.updated),
  content: { value: entry.html, type: "html" },
});

/** Writes the feed as RFC 4287 text. */
export const atomFeedXml = (feed: FeedContent): string =>
  feedXml(generateAtomFeed, {
    xml: { lang: feed.language },
    id: feed.id,
    title: { value: feed.title, type: "text" },
    ...(feed.note === undefined ? {} : { subtitle: { value: feed.note, type: "text" } }),
    updated: new Date(feed.updated),
    authors: [{ name: feed.author }],
    links: [html(feed.url), { href: feed.self, rel: "self", type: "application/atom+xml" }],
    entries: feed.entries.map(entryOf),
  });
