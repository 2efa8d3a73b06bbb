import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { VendorComponent, VendorFormat, VendorStatus } from "../page";
import { worstOf } from "../page";

/** A day after its last word an entry is of the past: not every vendor says that something is over. */
const freshFor = 24 * 3_600_000;

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  processEntities: { enabled: true, maxExpansionDepth: 1, maxTotalExpansions: 20_000 },
  htmlEntities: true,
  isArray: (name: string) => ["item", "entry", "category", "link"].includes(name),
});

/** An element's text, with or without attributes. */
const text = z.union([z.string(), z.object({ "#text": z.string().default("") }).transform((node) => node["#text"])]);
const optionalText = text.default("");
const terms = z
  .array(z.union([z.string(), z.looseObject({ "#text": z.string().optional(), "@_term": z.string().optional() })]))
  .default([])
  .transform((all) => all.map((each) => (typeof each === "string" ? each : (each["#text"] ?? each["@_term"] ?? ""))));

const rss = z.object({
  rss: z.object({
    channel: z.object({
      title: text,
      link: z.array(text).default([]),
      item: z
        .array(z.object({ title: optionalText, description: optionalText, pubDate: optionalText, category: terms }))
        .default([]),
    }),
  }),
});

const links = z.array(z.looseObject({ "@_href": z.string().optional(), "@_rel": z.string().optional() })).default([]);

const atom = z.object({
  feed: z.object({
    title: text,
    link: links,
    entry: z
      .array(
        z.object({
          title: optionalText,
          content: optionalText,
          summary: optionalText,
          updated: optionalText,
          published: optionalText,
          category: terms,
        }),
      )
      .default([]),
  }),
});

interface Entry {
  title: string;
  body: string;
  at: number;
  categories: string[];
}

interface Feed {
  name: string;
  link: string | undefined;
  entries: Entry[];
}

function readRss(tree: unknown): Feed | null {
  const read = rss.safeParse(tree);
  if (!read.success) return null;
  const { title, link, item } = read.data.rss.channel;
  const entries = item.map((each) => ({
    title: each.title,
    body: each.description,
    at: Date.parse(each.pubDate),
    categories: each.category,
  }));
  return { name: title, link: link.find((each) => each !== ""), entries };
}

function readAtom(tree: unknown): Feed | null {
  const read = atom.safeParse(tree);
  if (!read.success) return null;
  const { title, link, entry } = read.data.feed;
  const entries = entry.map((each) => ({
    title: each.title,
    body: each.content || each.summary,
    at: Date.parse(each.updated || each.published),
    categories: each.category,
  }));
  const page = link.find((each) => (each["@_rel"] ?? "alternate") === "alternate");
  return { name: title, link: page?.["@_href"], entries };
}

const over =
  /^(?:resolved|completed|closed|cancelled|canceled|mitigated|postmortem|fixed|maintenance (?:completed?|cancell?ed))$/i;
const planned = /^(?:scheduled|planned|upcoming|maintenance scheduled)$/i;
const atWork = /^(?:in progress|verifying|maintenance|maintenance in progress)$/i;

const plain = (html: string) => html.replaceAll(/<[^<>]*>/g, " ").replaceAll(/\s+/g, " ");

/** The newest word comes first: `RESOLVED: …`, `[RESOLVED] …`, or the first word in bold: `Resolved`, `Status: Resolved`. */
function wordOf({ title, body }: Entry): string {
  const marked = /^\s*\[?([A-Za-z ]{4,20})\]?\s*[:\]–-]/.exec(title)?.[1] ?? "";
  if ([over, planned, atWork].some((each) => each.test(marked.trim()))) return marked.trim();
  return /<(strong|b|h\d)>\s*(?:Status:\s*)?([A-Za-z ]{4,30})<\/\1>/.exec(body)?.[2]?.trim() ?? "";
}

/** How bad it is no feed says: it is never an outage. */
function statusOf(entry: Entry): VendorStatus {
  const word = wordOf(entry);
  if (over.test(word) || planned.test(word)) return "operational";
  return atWork.test(word) ? "under_maintenance" : "degraded_performance";
}

const componentOf = (entry: Entry): VendorComponent => ({
  id: entry.title,
  name: entry.title,
  status: statusOf(entry),
  text: [entry.title, ...entry.categories, plain(entry.body)].join("\n").toLowerCase(),
});

const isPage = (link: string | undefined): link is string => /^https?:$/.test(URL.parse(link ?? "")?.protocol ?? "");

function feedOf(xml: string): Feed | null {
  try {
    const tree: unknown = parser.parse(xml, true);
    return readRss(tree) ?? readAtom(tree);
  } catch {
    return null;
  }
}

/** RSS 2.0 (rssboard.org/rss-specification) and Atom (RFC 4287): the address is the feed's own. An entry without a date counts. */
export const feed: VendorFormat = {
  key: "feed",
  title: "RSS or Atom",
  address: (url) => url,
  read(xml, now) {
    const found = feedOf(xml);
    if (!found) return null;
    const fresh = found.entries.filter(({ at }) => !(at < now - freshFor));
    const components = fresh.map(componentOf).filter(({ status }) => status !== "operational");
    return {
      name: found.name.trim() || null,
      whole: worstOf(components.flatMap(({ status }) => status ?? [])),
      components,
      onlyTrouble: true,
      ...(isPage(found.link) ? { link: found.link } : {}),
    };
  },
};
