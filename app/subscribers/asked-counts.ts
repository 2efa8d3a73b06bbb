import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { askedCounts } from "./queries/import-requests";

/** Subscribers whom imports asked, as far as the page still has them. */
export interface AskedCounts {
  /** People whose email is scheduled. */
  toAsk: number;
  /** People who were asked and have not answered. */
  waiting: number;
  confirmed: number;
  /** Time at which the last of them is asked, UTC ms; null = none is left to ask. */
  until: number | null;
}

/** Returns these counts, by an index of those whom imports asked. */
export const countImportedRequests = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<AskedCounts>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [askedCounts(ctx, pageId, ctx.now())], ([[found]]) =>
    ok(found ?? { toAsk: 0, waiting: 0, confirmed: 0, until: null }),
  );
