import { createHmac } from "node:crypto";
import type { MoveThing } from "./move-things";

/** Hexadecimal digits of a hash: 96 bits, as a page has a few thousand things. */
const hashChars = 24;

/** Lists whose order says nothing, so that another order is no change. */
const unorderedFields = new Set(["componentIds", "tags", "languages"]);

/**
 * Fields that are no change: the id, a past that goes on there while it is watched here, and the entry of a feed, which
 * lists the newest alone.
 */
const uncountedFields = new Set(["id", "history", "uptime", "feedTag"]);

function canonicalValue(value: unknown, field = ""): unknown {
  if (Array.isArray(value)) {
    const items = value.map((each) => canonicalValue(each));
    return unorderedFields.has(field) ? items.map((each) => JSON.stringify(each)).sort() : items;
  }
  if (value === null || typeof value !== "object") return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => [key, canonicalValue(each, key)]);
}

const countedContent = (thing: object): object =>
  Object.fromEntries(Object.entries(thing).filter(([field]) => !uncountedFields.has(field)));

/**
 * Returns the hash of a thing's content; an incident's covers its updates. The key keeps a short password in a
 * monitor's settings from being found by trying.
 */
export const moveThingHash = (key: string, { noun, thing }: MoveThing): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([noun, canonicalValue(countedContent(thing))]))
    .digest("hex")
    .slice(0, hashChars);
