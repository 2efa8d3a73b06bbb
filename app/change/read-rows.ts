import type { BatchItem } from "drizzle-orm/batch";
import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";

type RowQuery<Row> = BatchItem<"sqlite"> & { readonly _: { readonly result: Row[] } };

/** Returns the rows that a query finds on a page, to any member of it. */
export async function readRows<Row>(ctx: Ctx, pageId: string, query: RowQuery<Row>): Promise<Result<Row[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, query);
  return ok(rows);
}

/** Returns the one row that a query finds, to any member of the page. Failures: missing. */
export async function readRow<Row>(ctx: Ctx, pageId: string, query: RowQuery<Row>): Promise<Result<Row>> {
  const found = await readRows(ctx, pageId, query);
  if (!found.ok) return found;
  const [row] = found.value;
  return row === undefined ? missingFailure : ok(row);
}
