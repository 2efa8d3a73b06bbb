import type { z } from "zod";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { correctionTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { componentIdsMovedBySource, correctionCommitParts, correctionFactQueries } from "./correction-facts";
import { dismissalParts } from "./dismissal";
import { alertOriginByIdQuery } from "./queries/correction";
import { firingReportsOfSourceQuery } from "./queries/firing-reports";
import {
  type MakeCorrectionInput,
  makeCorrectionInputSchema,
  maxCorrectionAgeMs,
  maxDismissedAlerts,
} from "./rules/input";

export type { MakeCorrectionInput };

const movesNothing = fail({ name: "conflict", code: "moves_nothing", detail: "correction.moves_nothing" });
const isMade = fail({ name: "conflict", code: "already_corrected", detail: "correction.made" });

interface CorrectionTimes {
  startsAt: number;
  endsAt: number;
}

/** Refuses times in the future, or before reports are remembered. */
function timeTrouble(ctx: Ctx, { startsAt, endsAt }: CorrectionTimes): Result<never> | null {
  if (startsAt < ctx.now() - maxCorrectionAgeMs) return invalidFieldFailure("startsAt", "correction.too_old");
  if (endsAt > ctx.now()) return invalidFieldFailure("endsAt", "time.future");
  return endsAt <= startsAt ? invalidFieldFailure("endsAt", "time.end_after_start") : null;
}

/** Returns the queries for the facts: the source, what of it still fires if that is dismissed, and the timeline. */
const factQueries = (ctx: Ctx, input: z.output<typeof makeCorrectionInputSchema>) => {
  const { pageId, sourceId, startsAt, endsAt, seenAt = endsAt, dismisses = false } = input;
  const limit = dismisses ? maxDismissedAlerts : 0;
  return {
    sources: alertOriginByIdQuery(ctx, pageId, sourceId),
    firing: firingReportsOfSourceQuery(ctx, pageId, { sourceId, by: Math.min(seenAt, endsAt), limit }),
    ...correctionFactQueries(ctx, pageId, { from: Math.max(startsAt, ctx.now() - maxCorrectionAgeMs), to: endsAt }),
  };
};

/**
 * Voids what a source, monitor or heartbeat wrongly reported in a period. The observed layer is restated from other
 * reports, and the page shows the reason. Incidents and manual statuses stay; nobody is notified. Alerts that still
 * fire can be dismissed. Failures: invalid, conflict (`moves_nothing`, `already_corrected`, `too_many`), missing.
 */
export const makeCorrection = (ctx: Ctx, given: MakeCorrectionInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "admin",
      subject: "correction",
      input: makeCorrectionInputSchema,
      settles: given.dismisses === true,
      facts: (_, input) => factQueries(ctx, input),
    },
    given,
    async ({ id, input: { pageId }, fields, sources: [source], firing, ...facts }) => {
      const { sourceId, startsAt, endsAt, reason } = fields;
      const trouble = timeTrouble(ctx, fields);
      if (trouble) return trouble;
      if (!source) return missingFailure;
      const componentIds = componentIdsMovedBySource(facts, sourceId);
      if (componentIds.length === 0) return movesNothing;
      const same = facts.standing.filter((each) => each.sourceId === sourceId);
      if (same.some((each) => each.startsAt <= startsAt && each.endsAt >= endsAt)) return isMade;
      const times = { startsAt, endsAt, undoneAt: null, version: 0, createdAt: ctx.now(), updatedAt: ctx.now() };
      const row = { pageId, id, sourceId, sourceName: source.name, reason, componentIds, ...times };
      const standing = [...facts.standing, row];
      const step = await correctionCommitParts(ctx, facts, {
        pageId,
        id,
        stretch: { from: startsAt, to: endsAt },
        componentIds,
        standing,
      });
      if (!step.ok) return step;
      const dismissal = dismissalParts(ctx, { pageId, firing, reason });
      return ok({
        action: "correction.create",
        ...dismissal,
        guards: [...step.value.guards, ...dismissal.guards],
        changes: [...insertRowsStatements(correctionTable, [row]), ...step.value.changes, ...dismissal.changes],
        after: { name: source.name, startsAt, endsAt, reason, components: componentIds, ...dismissal.after },
      });
    },
  );
