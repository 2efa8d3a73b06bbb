import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { operatorsAbove } from "../queries/membership";

/** Lists the names of the deployment's operators who are not members of the page and cannot see it. For owners. */
export const listOperatorsAbove = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<string[]>> =>
  readOnPage(ctx, { pageId, role: "owner" }, [operatorsAbove(ctx, pageId)], ([rows]) =>
    ok(rows.map(({ name }) => name)),
  );
