import { fnvHash } from "~/text/short-hash";
import type { MoveThing, ThingReference } from "./move-things";
import type { MovedNoun } from "./moved-nouns";

/** Nouns with a row in the table of ids: a subscriber is known by their address. */
export type ForeignIdNoun = Exclude<MovedNoun, "subscriber">;

/** Row of the table of ids of one page. It stays for ever, so that a thing is known at each further run. */
export interface ForeignIdRow {
  origin: string;
  kind: ForeignIdNoun;
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
  /** Part after the host in the id of its entry in the feed there, as it was read last; absent or null = not read. */
  feedTag?: string | null;
}

/** Origin whose ids are published again, because its clients and links keep them. */
export const statuspageOrigin = "statuspage";

/** Returns the id that a thing had at Statuspage before it moved to this origin; null = it was never there. */
export function formerStatuspageIdOf({ thing }: MoveThing, origin: string): string | null {
  if (origin === statuspageOrigin || !("statuspageId" in thing)) return null;
  return thing.statuspageId ?? null;
}

/** Returns the hash of what comes: the content, without the things that it names and that do not come. */
export const moveThingArrivalHash = (content: string, without: readonly ThingReference[]): string =>
  without.length === 0 ? content : `${content}-${fnvHash(without.map(moveThingKey).sort().join(" ")).toString(36)}`;

/** Returns the key of a thing of the origin among all of its document. */
export const moveThingKey = ({ noun, theirId }: ThingReference): string => `${noun}:${theirId}`;

/** Returns the rows of one origin by the keys of their things. */
export const foreignIdRowsByKey = (rows: readonly ForeignIdRow[], origin: string): Map<string, ForeignIdRow> =>
  new Map(
    rows
      .filter((row) => row.origin === origin)
      .map((row) => [moveThingKey({ noun: row.kind, theirId: row.theirId }), row] as const),
  );
