import { alertViewOf } from "~/alerts/list";
import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AutomaticTitle } from "~/text/said-title";
import { columnOfCorrectionSql, correctionByIdQuery } from "./queries/correction";
import { firingReportsOfSourceQuery } from "./queries/firing-reports";
import { type CorrectionView, correctionView } from "./verbs";

/**
 * A firing alert of a corrected source. While it fires, a correction of its past changes no component's current status.
 */
export interface FiringReport {
  id: string;
  title: string;
  /** Null when `title` is its sender's. */
  titleSaid: AutomaticTitle | null;
}

/** The newest firing alerts of a source, and the number of all of them. */
export interface FiringReports {
  reports: FiringReport[];
  total: number;
}

type FiringReportRows = Awaited<ReturnType<typeof firingReportsOfSourceQuery>>;

/** Most of them that are named. */
const maxNamedReports = 20;

const viewOf = (rows: FiringReportRows, now: number): FiringReports => ({
  reports: rows.map((each) => alertViewOf(each, now)).map(({ id, title, titleSaid }) => ({ id, title, titleSaid })),
  total: rows[0]?.total ?? 0,
});

interface FiringReportsQuery {
  pageId: string;
  sourceId: string;
  /** Instant up to which they started, in ms. */
  by: number;
}

/** Reads what of a source still fires and counts, before it is corrected. */
export const readFiringReports = (ctx: Ctx, { pageId, ...query }: FiringReportsQuery): Promise<Result<FiringReports>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [firingReportsOfSourceQuery(ctx, pageId, { ...query, limit: maxNamedReports })],
    ([rows]) => ok(viewOf(rows, ctx.now())),
  );

/** Reads what of a corrected source still fires: its components keep their status in spite of the correction. */
export const readFiringAfterCorrection = (
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<FiringReports & { row: CorrectionView }>> => {
  const of = columnOfCorrectionSql(pageId, id);
  const query = { sourceId: of("source_id"), by: of("ends_at"), limit: 1 };
  return readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [correctionByIdQuery(ctx, pageId, id), firingReportsOfSourceQuery(ctx, pageId, query)],
    ([[row], rows]) => (row ? ok({ ...viewOf(rows, ctx.now()), row: correctionView(row) }) : missingFailure),
  );
};
