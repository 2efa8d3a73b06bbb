import { dayMs } from "~/time/durations";
import type { VendorComponent, VendorPageFormat, VendorStatus } from "../page";
import { worstVendorStatus } from "../page";
import { parseXml, type XmlElement } from "../xml";

/**
 * Age after which an entry counts as over (a day after its last update), because not every vendor marks entries as
 * resolved.
 */
const freshEntryMs = dayMs;

interface VendorFeedEntry {
  title: string;
  body: string;
  at: number;
  categories: string[];
}

interface ParsedFeed {
  name: string;
  link: string | undefined;
  entries: VendorFeedEntry[];
}

const all = (within: XmlElement, ...names: string[]) => within.children.filter(({ name }) => names.includes(name));

const textOf = ({ text }: XmlElement) => text.trim();

/** Returns the text of the first of these names that has one. */
const textAt = (within: XmlElement, ...names: string[]) =>
  names.flatMap((name) => all(within, name).slice(0, 1).map(textOf)).find((text) => text !== "") ?? "";

const entryOf = (entry: XmlElement): VendorFeedEntry => ({
  title: textAt(entry, "title"),
  body: textAt(entry, "description", "content", "summary"),
  at: Date.parse(textAt(entry, "pubDate", "updated", "published")),
  categories: all(entry, "category").map((each) => textOf(each) || (each.attributes.get("term") ?? "")),
});

/**
 * Returns the link to the page. RSS has it as a link's text; Atom, which has several links, as the address of the
 * `alternate` one.
 */
const linkOf = (feed: XmlElement) =>
  all(feed, "link")
    .filter(({ attributes }) => (attributes.get("rel") ?? "alternate") === "alternate")
    .map((each) => textOf(each) || (each.attributes.get("href") ?? ""))
    .find((link) => link !== "");

function feedIn(root: XmlElement): ParsedFeed | null {
  const [feed] = root.name === "rss" ? all(root, "channel") : [root];
  if (!feed || !["channel", "feed"].includes(feed.name) || all(feed, "title").length === 0) return null;
  return { name: textAt(feed, "title"), link: linkOf(feed), entries: all(feed, "item", "entry").map(entryOf) };
}

const over =
  /^(?:resolved|completed|closed|cancelled|canceled|mitigated|postmortem|fixed|maintenance (?:completed?|cancell?ed))$/i;
const planned = /^(?:scheduled|planned|upcoming|maintenance scheduled)$/i;
const atWork = /^(?:in progress|verifying|maintenance|maintenance in progress)$/i;

const plain = (html: string) => html.replaceAll(/<[^<>]*>/g, " ").replaceAll(/\s+/g, " ");

/**
 * Returns the status word. The newest comes first: `RESOLVED: …`, `[RESOLVED] …`, `Resolved - …` (a hyphen within a
 * word does not end it), or the first word in bold: `Resolved`, `Status: Resolved`.
 */
function wordOf({ title, body }: VendorFeedEntry): string {
  const marked = /^\[?([A-Za-z ]{4,20})(?:\]|:|[–-]\s)/.exec(title.trim())?.[1] ?? "";
  if ([over, planned, atWork].some((each) => each.test(marked.trim()))) return marked.trim();
  return /<(strong|b|h\d)>\s*(?:Status:\s*)?([A-Za-z ]{4,30})<\/\1>/.exec(body)?.[2]?.trim() ?? "";
}

/** Returns an entry's status, which is never an outage because feeds do not give a severity. */
function statusOf(entry: VendorFeedEntry): VendorStatus {
  const word = wordOf(entry);
  if (over.test(word) || planned.test(word)) return "operational";
  return atWork.test(word) ? "under_maintenance" : "degraded_performance";
}

const componentOf = (entry: VendorFeedEntry): VendorComponent => ({
  id: entry.title,
  name: entry.title,
  status: statusOf(entry),
  text: [entry.title, ...entry.categories, plain(entry.body)].join("\n").toLowerCase(),
});

const isPage = (link: string | undefined): link is string => /^https?:$/.test(URL.parse(link ?? "")?.protocol ?? "");

function feedOf(xml: string): ParsedFeed | null {
  try {
    return feedIn(parseXml(xml));
  } catch {
    return null;
  }
}

/**
 * RSS 2.0 (rssboard.org/rss-specification) and Atom (RFC 4287): the address is the feed's own. An entry without a date
 * counts as current.
 */
export const feedStatusPageFormat: VendorPageFormat = {
  key: "feed",
  title: "RSS or Atom",
  address: (url) => url,
  read(xml, now) {
    const found = feedOf(xml);
    if (!found) return null;
    const fresh = found.entries.filter(({ at }) => !(at < now - freshEntryMs));
    const components = fresh.map(componentOf).filter(({ status }) => status !== "operational");
    return {
      name: found.name.trim() || null,
      whole: worstVendorStatus(components.flatMap(({ status }) => status ?? [])),
      components,
      onlyTrouble: true,
      ...(isPage(found.link) ? { link: found.link } : {}),
    };
  },
};
