import { ok, type Result } from "~/failures/failure";
import { maxFollowingRows } from "~/plan/following-rows";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import { rowsPerPage } from "./cursor";

/** Rows of a list from a position on. `next` is the position after them, null at the end. */
interface RowPage {
  ids: string[];
  next: string | null;
}

/** Converts a list that was read to a page of rows; a failure is returned unchanged. */
export const rowPageOf = <List>(read: Result<List>, toPage: (list: List) => RowPage): Result<RowPage> =>
  read.ok ? ok(toPage(read.value)) : read;

export type RowPageReader = (place: string) => Promise<Result<RowPage>>;

/** Number of statements that must be left in the budget to read and change further rows. */
const statementsPerTurn = 30;

/** Maximum number of pages that one press reads, because a search may find nothing in many of them. */
const maxPages = 20;

const hasRoom = ({ meter }: Ctx): boolean => remainingMeterBudget(meter) >= statementsPerTurn;

/**
 * Reads the ids of the rows after a position, as many as one press changes, and the position where the list continues.
 */
export async function readFollowingIds(
  ctx: Ctx,
  place: string | null,
  readPage: RowPageReader,
): Promise<Result<RowPage>> {
  const ids: string[] = [];
  let next = place;
  for (let page = 0; next !== null && ids.length < maxFollowingRows && page < maxPages && hasRoom(ctx); page++) {
    const read = await readPage(next);
    if (!read.ok) return read;
    ids.push(...read.value.ids);
    next = read.value.next;
  }
  return ok({ ids, next });
}

export interface TickedRows<Value> {
  ids: readonly string[];
  commitId: string;
  /** Position after which all rows of the list are changed, too; null = only the rows of `ids` are changed. */
  place: string | null;
  readPage: RowPageReader;
  change(ids: string[], commitId: string): Promise<Result<Value>>;
}

export interface TickedRowsChange<Value> {
  /** The answers, one per page of rows. */
  answers: Value[];
  /** Number of rows that were changed. */
  count: number;
  /** Position of the first row that was not reached; null = all were reached. */
  next: string | null;
  /** Number of rows that were not reached, as far as known. */
  left: number;
}

/** Changes rows page by page, each page in its own commit. A form that is sent twice leads to the same commits. */
class TickedRowsRun<Value> {
  readonly #ctx: Ctx;
  readonly #rows: TickedRows<Value>;
  readonly done: Pick<TickedRowsChange<Value>, "answers" | "count"> = { answers: [], count: 0 };
  #turn = 0;

  constructor(ctx: Ctx, rows: TickedRows<Value>) {
    this.#ctx = ctx;
    this.#rows = rows;
  }

  async #commitId(): Promise<string> {
    const { commitId } = this.#rows;
    const turn = this.#turn++;
    if (turn === 0) return commitId;
    return commitId.slice(0, 10) + (await this.#ctx.secrets.hash(`${commitId}\n${turn}`)).slice(0, 16);
  }

  async change(ids: string[]): Promise<Result<Value>> {
    const changed = await this.#rows.change(ids, await this.#commitId());
    if (!changed.ok) return changed;
    this.done.answers.push(changed.value);
    this.done.count += ids.length;
    return changed;
  }
}

const isFinal = (changed: Result<unknown>): boolean => !changed.ok && changed.failure.name !== "conflict";

/**
 * Changes the selected rows of a list and, if `place` is set, all rows after it: up to 500 at once, as far as the
 * budget allows. Rows to which the change does not apply are skipped. Failures: those of the change.
 */
export async function changeTickedRows<Value>(
  ctx: Ctx,
  rows: TickedRows<Value>,
): Promise<Result<TickedRowsChange<Value>>> {
  const run = new TickedRowsRun(ctx, rows);
  const rest = [...rows.ids];
  let next = rows.place;
  if (rest.length > 0 || next === null) {
    const first = await run.change(rest.splice(0, rowsPerPage));
    if (!first.ok && (isFinal(first) || (next === null && rest.length === 0))) return first;
  }
  while (rest.length > 0 && hasRoom(ctx)) {
    const changed = await run.change(rest.splice(0, rowsPerPage));
    if (isFinal(changed)) return changed as Result<never>;
  }
  for (let page = 0; next !== null && rest.length === 0 && page < maxPages && hasRoom(ctx); page++) {
    if (run.done.count >= maxFollowingRows + rows.ids.length) break;
    const read = await rows.readPage(next);
    if (!read.ok) return read;
    const changed = read.value.ids.length === 0 ? null : await run.change(read.value.ids);
    if (changed && isFinal(changed)) return changed as Result<never>;
    next = read.value.next;
  }
  const after = await readFollowingIds(ctx, next, rows.readPage);
  // The place alone says that there are some, when the budget does not last to count them.
  const following = Math.max(next === null ? 0 : 1, after.ok ? after.value.ids.length : 0);
  return ok({ ...run.done, next, left: rest.length + following });
}
