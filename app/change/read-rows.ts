import type { BatchItem } from "drizzle-orm/batch";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { readOnPage } from "./read-permitted";

type RowQuery<Row> = BatchItem<"sqlite"> & { readonly _: { readonly result: Row[] } };

/** Returns the rows that a query finds on a page, to any member of it. */
export const readPageRows = <Row>(ctx: Ctx, pageId: string, query: RowQuery<Row>): Promise<Result<Row[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [query], ([rows]) => ok(rows));

/** Returns the one row that a query finds, to any member of the page. Failures: missing. */
export async function readPageRow<Row>(ctx: Ctx, pageId: string, query: RowQuery<Row>): Promise<Result<Row>> {
  const found = await readPageRows(ctx, pageId, query);
  if (!found.ok) return found;
  const [row] = found.value;
  return row === undefined ? missingFailure : ok(row);
}
