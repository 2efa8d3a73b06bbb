import { createHmac } from "node:crypto";
import { fnvHash } from "~/text/short-hash";
import type { MovedNoun } from "./move-document";
import type { MoveThing, ThingReference } from "./move-things";

/** Nouns with a row in the table of ids: a subscriber is known by their address. */
export type TrackedNoun = Exclude<MovedNoun, "subscriber">;

/** Row of the table of ids of one page. It stays for ever, so that a thing is known at each further run. */
export interface ForeignIdRow {
  origin: string;
  kind: TrackedNoun;
  theirId: string;
  ourId: string;
  /** Hash of what came last, whether it was written here or kept away. */
  hash: string;
  /** Version of our thing after the import wrote it; null = the import never wrote it. */
  version: number | null;
  /** Import that first met the thing. */
  importId: string;
  /** False = the thing was here before, and was joined. */
  isMade: boolean;
  /** Last import that changed the thing after it was made; null = none. */
  changedByImportId: string | null;
}

/** Hexadecimal digits of a hash: 96 bits, as a page has a few thousand things. */
const hashChars = 24;

/** Lists whose order says nothing, so that another order is no change. */
const unorderedFields = new Set(["componentIds", "tags", "languages"]);

/** Fields that are no change: the id, and a past that goes on there while it is watched here. */
const uncountedFields = new Set(["id", "history"]);

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
export const contentHash = (key: string, { noun, thing }: MoveThing): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([noun, canonicalValue(countedContent(thing))]))
    .digest("hex")
    .slice(0, hashChars);

/** Returns the hash of what comes: the content, without the things that it names and that do not come. */
export const arrivalHash = (content: string, without: readonly ThingReference[]): string =>
  without.length === 0 ? content : `${content}-${fnvHash(without.map(thingKey).sort().join(" ")).toString(36)}`;

/** Returns the key of a thing of the origin among all of its document. */
export const thingKey = ({ noun, theirId }: ThingReference): string => `${noun}:${theirId}`;

/** Returns the rows of one origin by the keys of their things. */
export const foreignIdsByKey = (rows: readonly ForeignIdRow[], origin: string): Map<string, ForeignIdRow> =>
  new Map(
    rows
      .filter((row) => row.origin === origin)
      .map((row) => [thingKey({ noun: row.kind, theirId: row.theirId }), row] as const),
  );
