import {
  allowanceLeft,
  type PurgeMarks,
  portion,
  tablesDue,
  type Walked,
  withLook,
  withWritten,
} from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { deletedPage, keepMarks, lookAtTables, takeAway, takingStatements } from "../../queries/purge";
import { purgedTables } from "../../queries/purge-tables";
import type { PurgedTable } from "../../queries/purge-walk";
import { purgePagePart, purgePageStatements } from "./purge-page";

/** Tables of one pass: as many rows as five sources at their limit send meanwhile, and a portion of two others. */
const tablesAtOnce = 3;
const marking = 1;
/** ms; purging waits for everything else, and nobody waits for it. */
const patience = 3_000;
const deletedPages: Walked = { name: "page", rest: 600_000 };

interface Turn {
  marks: PurgeMarks;
  /** Statements that may still be spent. */
  room: number;
}

const everything = [...purgedTables, deletedPages];
const isTable = (given: Walked): given is PurgedTable => "look" in given;

/** A portion of each table: one round trip to look, and where something is over another to take it away. */
async function purgeTables(ctx: Ctx, tables: readonly PurgedTable[], marks: PurgeMarks): Promise<PurgeMarks> {
  const looks = await lookAtTables(ctx, tables, marks);
  const most = await takeAway(ctx, looks);
  return looks.reduce((known, { table, rows }) => {
    const unfinished = (most.get(table.name) ?? 0) >= portion;
    return withLook(known, table, { keys: rows.map(({ key }) => key), unfinished }, ctx.now());
  }, marks);
}

async function purgeDeletedPage(ctx: Ctx, marks: PurgeMarks, room: number): Promise<PurgeMarks> {
  const page = await deletedPage(ctx);
  if (page) await purgePagePart(ctx, page, room - 1);
  return withLook(marks, deletedPages, { keys: [], unfinished: page !== null }, ctx.now());
}

/** What is due of this pass and fits; a deleted page is a pass of its own. */
function passOf({ marks, room }: Turn, now: number): { tables: PurgedTable[]; page: boolean } | null {
  const due = tablesDue(marks, everything, now);
  const fitting = Math.min(tablesAtOnce, Math.floor((room - marking) / (1 + takingStatements)));
  const tables = due.filter(isTable).slice(0, Math.max(0, fitting));
  const page = due.some((each) => !isTable(each)) && room - marking > purgePageStatements;
  const onlyPage = page && (tables.length === 0 || !isTable(due[0] as Walked));
  if (onlyPage) return { tables: [], page: true };
  return tables.length > 0 ? { tables, page: false } : null;
}

/** One pass, and its marks: they are written last, so that a pass that is killed is done again and nothing is passed over. */
async function pass(ctx: Ctx, { marks, room }: Turn, { tables, page }: { tables: PurgedTable[]; page: boolean }) {
  const [statements, written] = [ctx.meter.statements, ctx.meter.written];
  const looked = page ? await purgeDeletedPage(ctx, marks, room - marking) : await purgeTables(ctx, tables, marks);
  const next = withWritten(looked, ctx.meter.written - written, ctx.now());
  await runBatch(ctx, [keepMarks(next)]);
  return { marks: next, room: room - (ctx.meter.statements - statements) };
}

/**
 * Takes away what is kept for a while only (docs/data-model.md), within `room` statements, the day's allowance and three
 * seconds; says whether more of it is left for the next minute. A pass takes up to 500 rows of each of three tables. So
 * one pass a minute takes 30,000 deliveries an hour, what eight sources at their limit of 300 in five minutes send; with
 * room for twenty passes 166 of them. Nothing is due: no statement.
 */
export async function purge(ctx: Ctx, given: { marks: PurgeMarks; room: number }): Promise<{ more: boolean }> {
  const end = ctx.now() + patience;
  let turn: Turn = given;
  while (ctx.now() < end && allowanceLeft(turn.marks, ctx.config.plan, ctx.now()) > 0) {
    const next = passOf(turn, ctx.now());
    if (!next) break;
    turn = await pass(ctx, turn, next);
  }
  const left = allowanceLeft(turn.marks, ctx.config.plan, ctx.now()) > 0;
  return { more: left && tablesDue(turn.marks, everything, ctx.now()).length > 0 };
}
