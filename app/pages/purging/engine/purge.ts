import {
  type PurgeProgress,
  type PurgeSchedule,
  purgeProgressAfterPortion,
  remainingPurgeRows,
  rowsPerPurgePortion,
  tablesDueForPurge,
  withWrittenRows,
} from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import {
  deleteExpiredRows,
  findDeletedPage,
  maxDeletionStatements,
  readPurgePortions,
  savePurgeProgressStatement,
} from "../../queries/purge";
import { expiringTables } from "../../queries/purge-tables";
import type { ExpiringTable } from "../../queries/purge-walk";
import { maxPurgePageStatements, purgePagePart } from "./purge-page";

/**
 * Number of tables in a pass. One table may have all the rows that five sources at their limit send in that time; two
 * others get a portion.
 */
const tablesPerPass = 3;
const markStatements = 1;
/** Maximum duration of purging in one tick, in ms. Purging comes after all other work, and nothing waits for it. */
const purgeTimeoutMs = 3_000;
const deletedPages: PurgeSchedule = { name: "page", rest: 600_000 };

interface PurgePassState {
  marks: PurgeProgress;
  /** Statements that may still be spent. */
  room: number;
}

const everything = [...expiringTables, deletedPages];
const isTable = (given: PurgeSchedule): given is ExpiringTable => "look" in given;

/** Purges a portion of each table: one round trip to read, and another to delete if there is anything to delete. */
async function purgeTables(ctx: Ctx, tables: readonly ExpiringTable[], marks: PurgeProgress): Promise<PurgeProgress> {
  const looks = await readPurgePortions(ctx, tables, marks);
  const most = await deleteExpiredRows(ctx, looks);
  return looks.reduce((known, { table, rows }) => {
    const unfinished = (most.get(table.name) ?? 0) >= rowsPerPurgePortion;
    return purgeProgressAfterPortion(known, table, { keys: rows.map(({ key }) => key), unfinished }, ctx.now());
  }, marks);
}

async function purgeDeletedPage(ctx: Ctx, marks: PurgeProgress, room: number): Promise<PurgeProgress> {
  const page = await findDeletedPage(ctx);
  if (page) await purgePagePart(ctx, page, room - 1);
  return purgeProgressAfterPortion(marks, deletedPages, { keys: [], unfinished: page !== null }, ctx.now());
}

/** Returns what is due and fits into this pass; a deleted page is a pass of its own. */
function passOf({ marks, room }: PurgePassState, now: number): { tables: ExpiringTable[]; page: boolean } | null {
  const due = tablesDueForPurge(marks, everything, now);
  const fitting = Math.min(tablesPerPass, Math.floor((room - markStatements) / (1 + maxDeletionStatements)));
  const tables = due.filter(isTable).slice(0, Math.max(0, fitting));
  const page = due.some((each) => !isTable(each)) && room - markStatements > maxPurgePageStatements;
  const onlyPage = page && (tables.length === 0 || !isTable(due[0] as PurgeSchedule));
  if (onlyPage) return { tables: [], page: true };
  return tables.length > 0 ? { tables, page: false } : null;
}

/** Runs one pass and writes its marks last, so that a pass that is killed is repeated and nothing is skipped. */
async function pass(
  ctx: Ctx,
  { marks, room }: PurgePassState,
  { tables, page }: { tables: ExpiringTable[]; page: boolean },
) {
  const [statements, written] = [ctx.meter.statements, ctx.meter.written];
  const looked = page
    ? await purgeDeletedPage(ctx, marks, room - markStatements)
    : await purgeTables(ctx, tables, marks);
  const next = withWrittenRows(looked, ctx.meter.written - written, ctx.now());
  await runBatch(ctx, [savePurgeProgressStatement(next)]);
  return { marks: next, room: room - (ctx.meter.statements - statements) };
}

/**
 * Purges what is kept for a limited time (docs/data-model.md), within `room` statements, the day's allowance and three
 * seconds; returns whether more is left. A pass takes up to 500 rows of each of three tables: one a minute is 30,000
 * deliveries an hour, as eight sources at 300 in five minutes send; twenty, as 166 do. No statement if nothing is due.
 */
export async function purgeExpiredRows(
  ctx: Ctx,
  given: { marks: PurgeProgress; room: number },
): Promise<{ more: boolean }> {
  const end = ctx.now() + purgeTimeoutMs;
  let turn: PurgePassState = given;
  while (ctx.now() < end && remainingPurgeRows(turn.marks, ctx.config.plan, ctx.now()) > 0) {
    const next = passOf(turn, ctx.now());
    if (!next) break;
    turn = await pass(ctx, turn, next);
  }
  const left = remainingPurgeRows(turn.marks, ctx.config.plan, ctx.now()) > 0;
  return { more: left && tablesDueForPurge(turn.marks, everything, ctx.now()).length > 0 };
}
