import {
  type ForeignIdNoun,
  type ForeignIdRow,
  formerStatuspageIdOf,
  moveThingKey,
  statuspageOrigin,
} from "./foreign-ids";
import type { MoveThing, ThingReference } from "./move-things";
import { type ImportStepEntry, isFirstPartOfCreatedObject } from "./step-costs";

/** Facts on which a step is written, which may be days after it was planned. */
export interface ImportStepFacts {
  known: ReadonlyMap<string, ForeignIdRow>;
  /** Returns the version of a thing that is here; undefined = it is not. */
  versionOf: (noun: ImportStepEntry["planned"]["noun"], ourId: string) => number | undefined;
}

/**
 * Returns an entry as it may be written now. What a person edited or deleted since it was planned is kept, and so is a
 * long incident that they deleted between two of its parts.
 */
export function importEntryOnFacts(entry: ImportStepEntry, { known, versionOf }: ImportStepFacts): ImportStepEntry {
  const { action, planned, ourId, updates } = entry;
  const here = versionOf(planned.noun, ourId);
  const isEdited = action === "change" && here !== (known.get(moveThingKey(planned))?.version ?? 0);
  const isGone = action === "make" && updates.from > 0 && here === undefined;
  return isEdited || isGone ? { ...entry, action: "note", updates: { from: 0, to: 0 } } : entry;
}

/** A row of the table of ids as a step writes it. */
export type WrittenForeignId = ForeignIdRow & { path: string | null; feedTag: string | null };

/** Returns the path at which a thing was read there; null = it had no page, or no address of its own. */
function pathOf({ noun, thing }: MoveThing): string | null {
  if (noun === "incident" || noun === "maintenance") return thing.path;
  return noun === "heartbeat" ? thing.pingPath : null;
}

const feedTagOf = ({ noun, thing }: MoveThing): string | null =>
  noun === "incident" || noun === "maintenance" ? (thing.feedTag ?? null) : null;

/** Returns the version that a thing has after the step; null = the import never wrote it. */
function versionAfter(
  { action, planned, ourId }: ImportStepEntry,
  former: ForeignIdRow | undefined,
  facts: ImportStepFacts,
) {
  if (action === "note") return former?.version ?? null;
  return action === "make" ? 0 : (facts.versionOf(planned.noun, ourId) ?? 0) + 1;
}

/** Hash of a thing of which only the first part is here: a further run takes it for changed, and completes it. */
const hashOfPart = "";

/** Returns the row of ids of an entry that begins or completes its thing; null for a part between, and a subscriber. */
export function foreignIdRowAfterStep(
  entry: ImportStepEntry,
  thing: MoveThing,
  { origin, importId }: { origin: string; importId: string },
  facts: ImportStepFacts,
): WrittenForeignId | null {
  const { action, planned, ourId, isLast } = entry;
  if (!(isLast || isFirstPartOfCreatedObject(entry)) || planned.hash === null || planned.noun === "subscriber")
    return null;
  const former = facts.known.get(moveThingKey(planned));
  return {
    origin,
    kind: planned.noun as ForeignIdNoun,
    theirId: planned.theirId,
    ourId,
    hash: isLast ? planned.hash : hashOfPart,
    version: versionAfter(entry, former, facts),
    importId: former?.importId ?? importId,
    isMade: former?.isMade ?? action === "make",
    changedByImportId: former && action === "change" ? importId : (former?.changedByImportId ?? null),
    path: pathOf(thing),
    feedTag: feedTagOf(thing) ?? former?.feedTag ?? null,
  };
}

/**
 * Returns the row by which a thing is known under its id at Statuspage; null = it never was there. What is here counts
 * as joined, so that an import from there finds it and overwrites nothing.
 */
export function formerForeignIdRow(row: WrittenForeignId, thing: MoveThing): WrittenForeignId | null {
  const theirId = formerStatuspageIdOf(thing, row.origin);
  if (theirId === null) return null;
  const hasPage = thing.noun === "incident" || thing.noun === "maintenance";
  return {
    ...row,
    origin: statuspageOrigin,
    theirId,
    version: null,
    isMade: false,
    path: hasPage ? `/incidents/${encodeURIComponent(theirId)}` : null,
    feedTag: null,
  };
}

/**
 * Returns our id of a thing that another names: as it is known and still here, or as this step makes it; null = it does
 * not come.
 */
export function ourIdOfReference(
  reference: ThingReference,
  entries: ReadonlyMap<string, ImportStepEntry>,
  { known, versionOf }: ImportStepFacts,
): string | null {
  const row = known.get(moveThingKey(reference));
  if (row && versionOf(reference.noun, row.ourId) !== undefined) return row.ourId;
  const entry = entries.get(moveThingKey(reference));
  if (!entry) return null;
  const isHere = entry.action === "make" || versionOf(reference.noun, entry.ourId) !== undefined;
  return isHere ? entry.ourId : null;
}
