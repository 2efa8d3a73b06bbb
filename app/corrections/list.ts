import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type CorrectionRow, correctionById, correctionList } from "./queries/correction";

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

const view = ({ pageId: _, ...row }: CorrectionRow): CorrectionView => row;

const rowsPerPage = 50;

/** Lists corrections, newest first; `before` of the answer is the next cursor, null at the end. */
export async function listCorrections(
  ctx: Ctx,
  { pageId, before }: { pageId: string; before?: string },
): Promise<Result<{ corrections: CorrectionView[]; before: string | null }>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, correctionList(ctx, pageId, before?.slice(0, 80) ?? null, rowsPerPage + 1));
  const shown = rows.slice(0, rowsPerPage);
  return ok({ corrections: shown.map(view), before: rows.length > rowsPerPage ? (shown.at(-1)?.id ?? null) : null });
}

const found = ([[row]]: [CorrectionRow[]]): Result<CorrectionView> => (row ? ok(view(row)) : missingFailure);

/** Returns one correction. Failures: missing. */
export async function readCorrection(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<CorrectionView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  return may.ok ? found(await read(ctx, correctionById(ctx, pageId, id))) : may;
}
