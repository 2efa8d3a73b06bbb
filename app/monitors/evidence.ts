import type { IdOnPage } from "~/access/id-on-page";
import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { evidenceOfMonitorQuery } from "./queries/evidence";
import { monitorExistenceQuery } from "./queries/monitor";
import type { StoredEvidence } from "./rules/evidence";
import { redactEvidence } from "./rules/struck-evidence";

/** Evidence of one check, with its headers as they were sent, one on each line. */
export interface CheckEvidenceView extends Omit<StoredEvidence, "answer"> {
  answer: { status: number | null; headers: string; body: string } | null;
}

/** Evidence of a time when a monitor was down; instants in ms. */
export interface EvidenceView {
  /** Start of the time down, in ms. */
  at: number;
  first: CheckEvidenceView;
  /** A later check of the same time; null when it was down for less than an hour. */
  last: CheckEvidenceView | null;
}

/** Strikes secrets out again: evidence may come from a version that recognised fewer secrets by name. */
function seenOf(kept: StoredEvidence): CheckEvidenceView {
  const { answer, ...seen } = redactEvidence(kept);
  if (!answer) return { ...seen, answer: null };
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return { ...seen, answer: { status: null, ...answer, headers } };
}

const maxEvidenceRows = 10;

const viewOf = (rows: Awaited<ReturnType<typeof evidenceOfMonitorQuery>>): EvidenceView[] =>
  rows.map(({ at, first, last }) => ({ at, first: seenOf(first), last: last && seenOf(last) }));

/** Returns the evidence of the last ten times that a monitor was down. One statement. */
export const readMonitorEvidence = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<EvidenceView[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [evidenceOfMonitorQuery(ctx, pageId, id, maxEvidenceRows)], ([rows]) =>
    ok(viewOf(rows)),
  );

/** Returns the same after checking that the monitor exists, by two statements in one round trip. Failure: missing. */
export const readEvidenceOfExistingMonitor = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<EvidenceView[]>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [evidenceOfMonitorQuery(ctx, pageId, id, maxEvidenceRows), monitorExistenceQuery(ctx, pageId, id)],
    ([rows, [known]]) => (known ? ok(viewOf(rows)) : missingFailure),
  );
