import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneSource } from "./one";
import { endOverlap as endRow } from "./queries/source-overlap";
import { type EndOverlapInput, endOverlapInput } from "./rules/input";

export type { EndOverlapInput };

/** Ends the old address or the old secrets before they expire. Failures: conflict, missing. */
export const endOverlap = (ctx: Ctx, given: EndOverlapInput): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneSource, input: endOverlapInput }, given, ({ row: { id, pageId }, fields: { what } }) =>
    ok({ action: "source.end_overlap", fields: {}, changes: [endRow(id, pageId, what)], after: { what } }),
  );
