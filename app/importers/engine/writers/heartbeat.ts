import { readBatch } from "~/db/read";
import { heartbeatTable, ruleTable, sourceTable } from "~/db/schema";
import { insertRowsStatements, keepExistingRowsOption, type SqlStatement, updateRowsStatements } from "~/db/write";
import { recheckHeartbeatsStatement } from "~/heartbeats/queries/heartbeat";
import { heartbeatRuleComponentRows, newHeartbeatRows } from "~/heartbeats/queries/new-heartbeat";
import { deleteHeartbeatStatements } from "~/monitors/queries/monitor-rows";
import type { Ctx } from "~/platform/ctx";
import { hashAndSealAddressToken } from "~/sources/engine/stored-address";
import { takenAddressHashesQuery } from "../../queries/imported-observer";
import { addRuleComponentsStatements, replaceRuleComponentsStatements } from "../../queries/rule-components";
import type { ImportNounWriter, ImportWriteFacts, RemovableImportThing, WrittenImportThing } from "../noun-writer";
import { importedHeartbeatValues } from "./imported-heartbeat";
import { statusWhileDownByComponent } from "./observer-components";
import { beforeObserverRemovalStatements, existingObserversReader, removableObserversReader } from "./observer-removal";

type WrittenHeartbeat = WrittenImportThing<"heartbeat">;

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns a key as addresses are found by it: a UUID in small letters, a token as it is. */
const storedKey = (key: string): string => (uuidForm.test(key) ? key.toLowerCase() : key);

/** Returns those of these keys of another product by which something on this deployment is found. One statement. */
export async function readTakenPingKeys(ctx: Ctx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const hashes = await Promise.all(keys.map((key) => ctx.secrets.hash(storedKey(key))));
  const [rows] = await readBatch(ctx, takenAddressHashesQuery(ctx, hashes));
  const taken = new Set(rows.map(({ tokenHash }) => tokenHash));
  return new Set(keys.filter((_, index) => taken.has(hashes[index] ?? "")));
}

const ruleIdOf = ({ derivedId }: ImportWriteFacts, ourId: string): string => derivedId(ourId, "rule");

/** Rows of a heartbeat whose address something else has meanwhile are left out. */
const hasItsSource = (id: string) => `EXISTS (SELECT 1 FROM source s WHERE s.id = j.value->>'$.${id}')`;

async function newRows(ctx: Ctx, facts: ImportWriteFacts, { thing, ourId: id, planned }: WrittenHeartbeat) {
  const values = importedHeartbeatValues(facts.pageId, thing, statusWhileDownByComponent(thing, facts));
  if (!values) return [];
  const address = await hashAndSealAddressToken(ctx, thing.pingKey === null ? ctx.uuid() : storedKey(thing.pingKey));
  const settingsSealed = await ctx.secrets.seal("{}");
  const ruleId = ruleIdOf(facts, id);
  const rows = newHeartbeatRows(values, { id, ruleId, address, settingsSealed, now: facts.startedAt });
  const state = planned.arrival.isPaused ? ("paused" as const) : ("new" as const);
  return [{ ...rows, heartbeat: { ...rows.heartbeat, state } }];
}

async function newHeartbeatsStatements(ctx: Ctx, facts: ImportWriteFacts, things: readonly WrittenHeartbeat[]) {
  const made = (await Promise.all(things.map((each) => newRows(ctx, facts, each)))).flat();
  const sources = made.map((each) => each.source);
  const beats = made.map((each) => each.heartbeat);
  const rules = made.map((each) => each.rule);
  return [
    ...insertRowsStatements(sourceTable, sources, { onConflict: keepExistingRowsOption }),
    ...insertRowsStatements(heartbeatTable, beats, { where: hasItsSource("id"), onConflict: keepExistingRowsOption }),
    ...insertRowsStatements(ruleTable, rules, { where: hasItsSource("sourceId"), onConflict: keepExistingRowsOption }),
    ...addRuleComponentsStatements(made.flatMap((each) => each.components)),
  ];
}

/** A change leaves its address and pausing as they are here. */
function changedRows(ctx: Ctx, facts: ImportWriteFacts, { thing, ourId: id }: WrittenHeartbeat) {
  const values = importedHeartbeatValues(facts.pageId, thing, statusWhileDownByComponent(thing, facts));
  if (!values) return [];
  const { name, slug, schedule, graceSeconds, tags, components } = values;
  const { postOnly, manualResume, wordsIn, failWords, successWords, startWords } = values;
  const [updatedAt, ruleId] = [ctx.now(), ruleIdOf(facts, id)];
  const moved = heartbeatRuleComponentRows(facts.pageId, ruleId, components);
  const pings = { postOnly, manualResume, wordsIn, failWords, successWords, startWords };
  const own = { id, slug, schedule, graceSeconds, tags, ...pings, updatedAt };
  return [{ source: { id, name, updatedAt }, heartbeat: own, ruleId, components: moved }];
}

function changedHeartbeatStatements(ctx: Ctx, facts: ImportWriteFacts, things: readonly WrittenHeartbeat[]) {
  const changed = things.flatMap((each) => changedRows(ctx, facts, each));
  if (changed.length === 0) return [];
  const [sources, beats] = [changed.map((each) => each.source), changed.map((each) => each.heartbeat)];
  const [ids, ruleIds] = [beats.map(({ id }) => id), changed.map(({ ruleId }) => ruleId)];
  return [
    ...updateRowsStatements(sourceTable, facts.pageId, sources),
    ...updateRowsStatements(heartbeatTable, facts.pageId, beats),
    recheckHeartbeatsStatement(facts.pageId, ids, ctx.now()),
    ...replaceRuleComponentsStatements(
      facts.pageId,
      ruleIds,
      changed.flatMap(({ components }) => components),
    ),
  ];
}

async function write(ctx: Ctx, facts: ImportWriteFacts, things: readonly WrittenHeartbeat[]): Promise<SqlStatement[]> {
  const made = things.filter(({ action }) => action === "make");
  const changed = things.filter(({ action }) => action === "change");
  return [...(await newHeartbeatsStatements(ctx, facts, made)), ...changedHeartbeatStatements(ctx, facts, changed)];
}

async function remove(ctx: Ctx, pageId: string, things: readonly RemovableImportThing[]): Promise<SqlStatement[]> {
  if (things.length === 0) return [];
  const ids = things.map(({ id }) => id);
  return [
    ...beforeObserverRemovalStatements(ctx, pageId, things),
    ...deleteHeartbeatStatements(pageId, ids, ctx.now()),
  ];
}

/**
 * Writes heartbeats under the keys by which machines ping them there; each waits for its first ping here and is never
 * late before it. A heartbeat with two components is 9 rows.
 */
export const heartbeatImportWriter: ImportNounWriter<"heartbeat"> = {
  noun: "heartbeat",
  statements: 5,
  rows: () => 9,
  rowsPerUpdate: 0,
  readHere: existingObserversReader("heartbeat"),
  write,
  readRemovable: removableObserversReader("heartbeat"),
  remove,
};
