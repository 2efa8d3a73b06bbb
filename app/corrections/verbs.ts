import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readBatch } from "~/db/read";
import { correctionTable } from "~/db/schema";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { correctionCommitParts, correctionFactQueries } from "./correction-facts";
import {
  type CorrectionRow,
  correctionByIdQuery,
  correctionRangeSql,
  correctionsBeforeQuery,
} from "./queries/correction";
import { type CorrectionTargetInput, correctionTargetInputSchema, maxCorrectionAgeMs } from "./rules/input";

interface CorrectionKey {
  pageId: string;
  id: string;
}

/** The lookup of a correction to undo, with the facts for the timeline of its period. */
const correctionAccess = {
  role: "admin",
  subject: "correction",
  table: correctionTable,
  row: (ctx: Ctx, { pageId, id }: CorrectionKey) => correctionByIdQuery(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId, id }: CorrectionKey) =>
    correctionFactQueries(ctx, pageId, correctionRangeSql(pageId, id)),
} as const;

/** A period in which a source's reports do not count; instants in ms. */
export interface CorrectionView {
  id: string;
  sourceId: string;
  sourceName: string;
  startsAt: number;
  endsAt: number;
  reason: string;
  componentIds: string[];
  /** Null while it is in effect. */
  undoneAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export const correctionView = ({ pageId: _, ...row }: CorrectionRow): CorrectionView => row;

const rowsPerPage = 50;

/** Lists corrections, newest first; `before` of the answer is the next cursor, null at the end. */
export async function listCorrections(
  ctx: Ctx,
  { pageId, before }: { pageId: string; before?: string },
): Promise<Result<{ corrections: CorrectionView[]; before: string | null }>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await readBatch(
    ctx,
    correctionsBeforeQuery(ctx, pageId, before?.slice(0, 80) ?? null, rowsPerPage + 1),
  );
  const shown = rows.slice(0, rowsPerPage);
  return ok({
    corrections: shown.map(correctionView),
    before: rows.length > rowsPerPage ? (shown.at(-1)?.id ?? null) : null,
  });
}

const found = ([[row]]: [CorrectionRow[]]): Result<CorrectionView> => (row ? ok(correctionView(row)) : missingFailure);

/** Returns one correction. Failures: missing. */
export async function readCorrection(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<CorrectionView>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  return may.ok ? found(await readBatch(ctx, correctionByIdQuery(ctx, pageId, id))) : may;
}

const tooOld = fail({ name: "conflict", code: "too_old", detail: "correction.undo_too_old" });

/** Undoes a correction: the reports count again, and the page no longer shows it. Failures: conflict, missing. */
export const undoCorrection = (ctx: Ctx, given: CorrectionTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...correctionAccess, input: correctionTargetInputSchema }, given, async ({ row, ...facts }) => {
    if (row.undoneAt !== null) return ok(null);
    const { pageId, id, startsAt, endsAt, componentIds, sourceName, reason } = row;
    if (startsAt < ctx.now() - maxCorrectionAgeMs) return tooOld;
    const step = await correctionCommitParts(ctx, facts, {
      pageId,
      id,
      stretch: { from: startsAt, to: endsAt },
      componentIds,
      standing: facts.standing.filter((each) => each.id !== id),
      isUndone: true,
    });
    if (!step.ok) return step;
    return ok({
      action: "correction.undo",
      fields: { undoneAt: ctx.now() },
      ...step.value,
      before: { name: sourceName, startsAt, endsAt, reason },
      after: { name: sourceName },
      publishes: "home",
    });
  });
