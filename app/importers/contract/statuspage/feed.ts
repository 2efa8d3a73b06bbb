import { parseXml, type XmlElement } from "~/monitors/contract/vendor/xml";
import type { OriginReadMemory, OriginReadPhase } from "../api-phases";
import { foreignRecord, foreignText } from "../foreign-values";

const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((each) => each.name === name);

/** Returns the id of the incident or maintenance to which an entry leads; null for another link. */
function eventIdOf(entry: XmlElement): string | null {
  const [link] = childrenOf(entry, "link");
  return /\/incidents\/([\w-]{1,40})$/.exec(link?.attributes.get("href") ?? "")?.[1] ?? null;
}

/** Returns what follows the host in the ids of a feed’s entries, by the ids of what they are about. */
function statuspageFeedTags(xml: string): Record<string, string> {
  const tags = childrenOf(parseXml(xml), "entry").flatMap((entry) => {
    const [id, eventId] = [childrenOf(entry, "id")[0]?.text.trim() ?? "", eventIdOf(entry)];
    const tag = /^tag:[^,\s]{1,253},(\d{4}:\w{1,40}\/\d{1,20})$/.exec(id)?.[1];
    return tag === undefined || eventId === null ? [] : [[eventId, tag] as const];
  });
  return Object.fromEntries(tags);
}

/** Returns the part of an incident or maintenance by which readers of the page’s feed know it. */
export function feedTagOf(tags: Readonly<Record<string, unknown>>, id: string): { feedTag?: string } {
  const feedTag = foreignText(Object.hasOwn(tags, id) ? tags[id] : "");
  return feedTag === "" ? {} : { feedTag };
}

/** Reads the page’s Atom feed: its entries have numbers that neither the API nor the page’s JSON says. */
export const statuspageFeedPhase = (url: (memory: OriginReadMemory) => string | null): OriginReadPhase => ({
  isBeside: true,
  url: ({ memory }) => url(memory),
  take(text, { memory, notes }) {
    try {
      return { ok: true, value: { memory: { ...memory, feedTags: statuspageFeedTags(foreignText(text)) } } };
    } catch {
      const why = "The page’s Atom feed cannot be read: readers of it show entries of the past again.";
      notes.leftOut({ noun: "incident", id: null, name: "" }, "history.atom", why);
      return { ok: true, value: {} };
    }
  },
});

export const feedTagsIn = (memory: OriginReadMemory): Record<string, unknown> => foreignRecord(memory.feedTags);
