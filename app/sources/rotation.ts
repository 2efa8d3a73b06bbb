import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { sourceOverlapTable } from "~/db/schema";
import { upsertRowsStatements } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { makeIngestAddress } from "./create";
import { sourceAdapterOf } from "./kinds/known-kinds";
import { endOverlapStatement as endRow, sourceOverlapsQuery } from "./queries/source-overlap";
import {
  type EndOverlapInput,
  endOverlapInputSchema,
  type SourceTargetInput,
  sourceTargetInputSchema,
} from "./rules/input";
import { isOverlapOpen, sourceOverlapMs } from "./rules/source-overlap";
import { sourceChangeTarget } from "./verbs";

export type { EndOverlapInput };

const stillOverlaps = fail({
  name: "conflict",
  code: "rotating",
  detail: "source.earlier_address",
});

/**
 * Gives a source a new address. The old one works for another 24 hours, so that the tool can be reconfigured without a
 * gap. Failures: conflict (its version, or an earlier address still works), missing.
 */
export const rotateSourceAddress = (ctx: Ctx, given: SourceTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...sourceChangeTarget,
      input: sourceTargetInputSchema,
      facts: (_, { pageId, id }) => ({ overlaps: sourceOverlapsQuery(ctx, pageId, id) }),
    },
    given,
    async ({ row, overlaps }) => {
      const now = ctx.now();
      if (overlaps.some((each) => each.what === "address" && isOverlapOpen(each, now))) return stillOverlaps;
      const { id: sourceId, pageId, tokenHash, tokenSealed: sealed } = row;
      const times = { startedAt: now, endsAt: now + sourceOverlapMs, oldUsedAt: null, newUsedAt: null };
      const old = { sourceId, what: "address" as const, pageId, tokenHash, sealed, ...times };
      return ok({
        action: "source.rotate",
        fields: await makeIngestAddress(ctx, sourceAdapterOf(row.kind)?.addressKey),
        changes: upsertRowsStatements(sourceOverlapTable, [old], ["sourceId", "what"]),
      });
    },
  );

/** Ends the old address or the old secrets before they expire. Failures: conflict, missing. */
export const endSourceOverlap = (ctx: Ctx, given: EndOverlapInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...sourceChangeTarget, input: endOverlapInputSchema },
    given,
    ({ row: { id, pageId }, fields: { what } }) =>
      ok({ action: "source.end_overlap", fields: {}, changes: [endRow(id, pageId, what)], after: { what } }),
  );
