import { eq, like } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { ruleComponentTable, ruleTable, sourceTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { ImportWriteFacts, WrittenImportThing } from "~/importers/engine/noun-writer";
import { type MoveThing, moveThings } from "~/importers/rules/move-things";
import type { MovedNoun } from "~/importers/rules/moved-nouns";
import { plainThingArrival, type ThingArrival } from "~/importers/rules/planned-thing";
import type { Desk } from "./desk";
import { moveDocumentOf } from "./import-documents";

export const importId = "import-1";

/** Facts of an import from Statuspage; the origin's components `1` and `2` are the desk's first ones. */
export const importFactsOfDesk = (desk: Desk, more: Partial<ImportWriteFacts> = {}): ImportWriteFacts => ({
  pageId: desk.pageId,
  importId,
  origin: "statuspage",
  timeZone: "Europe/Berlin",
  language: "de",
  startedAt: desk.deployment.clock.now - 60_000,
  idOf: ({ theirId }) => desk.components[Number(theirId) - 1] ?? null,
  derivedId: (ourId, name) => `${ourId}-${name}`,
  ...more,
});

interface WrittenOptions {
  action?: "make" | "change";
  arrival?: Partial<ThingArrival>;
}

const silentNouns: readonly string[] = ["monitor"];

function writtenThing(move: MoveThing, { action = "make", arrival = {} }: WrittenOptions): WrittenImportThing {
  const { noun, theirId, name, thing } = move;
  const state = { ...plainThingArrival, isSilent: silentNouns.includes(noun), ...arrival };
  const about = { ourId: null, hash: "hash", reasons: [], without: [], arrival: state };
  const planned = { noun, theirId, name, verdict: action, ...about };
  return { action, planned, ourId: `our-${theirId}`, updates: { from: 0, to: 0 }, isLast: true, thing };
}

/** Returns the things of a document as a step writes them: our id of `x` is `our-x`. */
export const writtenThings = <Noun extends MovedNoun>(
  noun: Noun,
  parts: Record<string, unknown>,
  options: WrittenOptions = {},
): WrittenImportThing<Noun>[] =>
  moveThings(moveDocumentOf(parts))
    .filter((move) => move.noun === noun)
    .map((move) => writtenThing(move, options) as unknown as WrittenImportThing<Noun>);

/** Returns the first of them, or throws. */
export function firstOf<Thing>([first]: readonly Thing[]): Thing {
  if (!first) throw new Error("there is none");
  return first;
}

/** Runs statements in one batch; returns the rows that the database reports as written. */
export async function rowsWrittenBy(desk: Desk, statements: readonly SqlStatement[]): Promise<number> {
  const results = await runBatch(desk.deployment.ctx(), statements);
  return results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
}

/** Returns a source as it is stored, with its rules in their order and the components of those. */
export async function sourceRows(desk: Desk, id: string) {
  const { db } = desk.deployment.ctx();
  const [[own], rules, moved] = await readBatch(
    desk.deployment.ctx(),
    db.select().from(sourceTable).where(eq(sourceTable.id, id)),
    db.select().from(ruleTable).where(eq(ruleTable.sourceId, id)).orderBy(ruleTable.position),
    db
      .select()
      .from(ruleComponentTable)
      .where(like(ruleComponentTable.ruleId, `${id}-%`)),
  );
  return { source: own, rules, moved };
}

/** Runs one statement as it is. */
export const executeOn = (desk: Desk, sql: string, ...params: unknown[]) =>
  runBatch(desk.deployment.ctx(), [{ sql, params }]);

/** Notes a thing in the table of ids, as the import that made it does. */
export const noteForeignId = (desk: Desk, kind: "monitor" | "heartbeat", theirId: string) =>
  executeOn(
    desk,
    `INSERT INTO foreign_id (page_id, origin, kind, their_id, our_id, hash, version, import_id, is_made)
      VALUES (?1, 'statuspage', ?2, ?3, ?4, 'hash', 0, ?5, 1)`,
    ...[desk.pageId, kind, theirId, `our-${theirId}`, importId],
  );
