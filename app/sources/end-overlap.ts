import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { endOverlap as endRow } from "./queries/source-overlap";
import { type EndOverlapInput, endOverlapInput } from "./rules/input";
import { sourceAccess } from "./source-access";

export type { EndOverlapInput };

/** Ends the old address or the old secrets before they expire. Failures: conflict, missing. */
export const endOverlap = (ctx: Ctx, given: EndOverlapInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...sourceAccess, input: endOverlapInput }, given, ({ row: { id, pageId }, fields: { what } }) =>
    ok({ action: "source.end_overlap", fields: {}, changes: [endRow(id, pageId, what)], after: { what } }),
  );
