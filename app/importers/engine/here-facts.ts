import { readBatch } from "~/db/read";
import { currentCheckLoadQuery } from "~/monitors/queries/monitor";
import { maxMonitors, planCheckCeiling } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { foreignIdsOfNounsQuery, foreignIdsOfThingsQuery } from "../queries/foreign-id";
import type { ImportJobRow } from "../queries/import-job";
import type { ForeignIdNoun, ForeignIdRow } from "../rules/foreign-ids";
import type { ExistingThing, ImportMonitorCapacity, ImportPageFacts } from "../rules/import-facts";
import type { MoveDocument } from "../rules/move-document";
import { type MoveThing, moveThings } from "../rules/move-things";
import { importWriterByNoun } from "./writers/all-writers";
import { readTakenPingKeys } from "./writers/heartbeat";
import { readKnownSubscriberKeys } from "./writers/subscriber";

export interface ImportPlanPageFacts {
  here: ImportPageFacts;
  foreignIds: readonly ForeignIdRow[];
}

/** Nouns of part 0: a page has few of them, so all are read. */
const earlyNouns = [
  "page",
  "group",
  "component",
  "monitor",
  "heartbeat",
  "template",
  "maintenance_series",
  "channel",
] as const;
const laterNouns = ["incident", "maintenance"] as const;

const nothingHere = (): Record<ForeignIdNoun, ExistingThing[]> => ({
  page: [],
  group: [],
  component: [],
  monitor: [],
  heartbeat: [],
  incident: [],
  maintenance: [],
  template: [],
  maintenance_series: [],
  channel: [],
});

/** Returns the rows of the table of ids that the things of a part, and what they name, can have. */
async function readForeignIds(ctx: Ctx, job: ImportJobRow, things: readonly MoveThing[]): Promise<ForeignIdRow[]> {
  const { pageId, origin } = job;
  const keys = things.flatMap(({ noun, theirId, references }) => [{ noun, theirId }, ...references]);
  const tracked = keys.filter(({ noun }) => noun !== "subscriber" && !isEarly(noun));
  // All rows of the few nouns count: what the origin knows under another id is not joined by its name.
  const [few, many] = await readBatch(
    ctx,
    foreignIdsOfNounsQuery(ctx, pageId, origin, earlyNouns),
    foreignIdsOfThingsQuery(ctx, pageId, origin, tracked),
  );
  return [...few, ...many];
}

const isEarly = (noun: string): boolean => (earlyNouns as readonly string[]).includes(noun);

async function readMonitorRoom(ctx: Ctx): Promise<ImportMonitorCapacity> {
  const [[load]] = await readBatch(ctx, currentCheckLoadQuery(ctx));
  const ceiling = planCheckCeiling(ctx.config.plan, Boolean(ctx.bindings.CHECKER)) * 60;
  return {
    checksPerHour: Math.max(0, ceiling - (load?.checksPerHour ?? 0)),
    monitors: Math.max(0, maxMonitors - (load?.all ?? 0)),
  };
}

/** Reads the things that are here: all of the few nouns of part 0, and of the others those that are known. */
async function readHereThings(
  ctx: Ctx,
  job: ImportJobRow,
  things: readonly MoveThing[],
  foreignIds: readonly ForeignIdRow[],
): Promise<Record<ForeignIdNoun, ExistingThing[]>> {
  const met = new Set(things.map(({ noun }) => noun));
  const idsOf = (noun: ForeignIdNoun) => foreignIds.filter(({ kind }) => kind === noun).map(({ ourId }) => ourId);
  const reads = [...earlyNouns, ...laterNouns].flatMap((noun) => {
    const ids = idsOf(noun);
    const isNeeded = met.has(noun) && (isEarly(noun) || ids.length > 0);
    return isNeeded
      ? [importWriterByNoun[noun].readHere(ctx, job.pageId, ids).then((found) => [noun, found] as const)]
      : [];
  });
  return { ...nothingHere(), ...Object.fromEntries(await Promise.all(reads)) };
}

/** Reads the facts of the page that a part of a document is planned for. */
export async function readImportPageFacts(
  ctx: Ctx,
  job: ImportJobRow,
  part: MoveDocument,
): Promise<ImportPlanPageFacts> {
  const things = moveThings(part);
  const foreignIds = await readForeignIds(ctx, job, things);
  const subscribers = things.filter(({ noun }) => noun === "subscriber").map(({ theirId }) => theirId);
  const pingKeys = part.heartbeats.flatMap(({ pingKey }) => pingKey ?? []);
  const none: ReadonlySet<string> = new Set();
  const [here, known, taken, room] = await Promise.all([
    readHereThings(ctx, job, things, foreignIds),
    subscribers.length > 0 ? readKnownSubscriberKeys(ctx, job.pageId, subscribers) : none,
    pingKeys.length > 0 ? readTakenPingKeys(ctx, pingKeys) : none,
    part.monitors.length > 0 ? readMonitorRoom(ctx) : { checksPerHour: 0, monitors: 0 },
  ]);
  const isPageFresh = (here.page[0]?.version ?? 0) === 0;
  return { here: { things: here, isPageFresh, subscribers: known, pingKeys: taken, room }, foreignIds };
}
