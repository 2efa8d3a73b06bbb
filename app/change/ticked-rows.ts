import { ok, type Result } from "~/failures/failure";
import { maxFollowingRows } from "~/plan/following-rows";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import { rowsPerPage } from "./cursor";

/** Rows of a list from a place on; `next` = the place after them, null at the end. */
interface RowPage {
  ids: string[];
  next: string | null;
}

/** Returns a list that was read as rows; a failure stays. */
export const rowPageOf = <List>(read: Result<List>, toPage: (list: List) => RowPage): Result<RowPage> =>
  read.ok ? ok(toPage(read.value)) : read;

export type RowPageReader = (place: string) => Promise<Result<RowPage>>;

/** Statements that must be left to read further rows and change them. */
const statementsPerTurn = 30;

/** Most pages that are read by one press: a search may find nothing in many of them. */
const maxPages = 20;

const hasRoom = ({ meter }: Ctx): boolean => remainingMeterBudget(meter) >= statementsPerTurn;

/** Reads the ids of the rows after a place, as many as one press acts on, and where the list continues. */
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
  /** Place after which all rows of the list are meant, too; null = those of `ids` alone. */
  place: string | null;
  readPage: RowPageReader;
  change(ids: string[], commitId: string): Promise<Result<Value>>;
}

export interface TickedRowsChange<Value> {
  /** The answers, one per page of rows. */
  answers: Value[];
  /** Number of rows that were changed. */
  count: number;
  /** Place from which the list continues with rows that were not reached; null = none. */
  next: string | null;
  /** Number of rows that are known to be left. */
  left: number;
}

/** Changes rows page by page, each page in a commit of its own: a form sent twice makes the same commits. */
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
 * Changes the rows that are ticked in a list and, from a place on, those that follow, up to 500 at once as far as the
 * budget lasts; rows to which it does not apply are passed over. Failures: those of the change.
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
