import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { evidenceOf } from "./queries/evidence";
import { monitorIsThere } from "./queries/monitor";
import type { KeptEvidence } from "./rules/evidence";
import { struckEvidence } from "./rules/struck-evidence";

/** What one check saw; its headers as they are on the wire, a line each. */
export interface SeenByCheck extends Omit<KeptEvidence, "answer"> {
  answer: { status: number | null; headers: string; body: string } | null;
}

/** What was seen while a monitor was down; instants in ms. */
export interface EvidenceView {
  /** Since when it was down. */
  at: number;
  first: SeenByCheck;
  /** A later check of the same time; null = it was not down for an hour. */
  last: SeenByCheck | null;
}

/** Struck out once more: what is kept may be from a version that knew fewer secrets by their names. */
function seenOf(kept: KeptEvidence): SeenByCheck {
  const { answer, ...seen } = struckEvidence(kept);
  if (!answer) return { ...seen, answer: null };
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return { ...seen, answer: { status: null, ...answer, headers } };
}

const shown = 10;

const viewOf = (rows: Awaited<ReturnType<typeof evidenceOf>>): EvidenceView[] =>
  rows.map(({ at, first, last }) => ({ at, first: seenOf(first), last: last && seenOf(last) }));

/** The newest ten times that a monitor was down and what its checks saw. One statement. */
export async function readEvidence(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<EvidenceView[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, evidenceOf(ctx, pageId, id, shown));
  return ok(viewOf(rows));
}

/** As the one above, of a monitor that is known to be there: two statements in one trip. Failure: missing. */
export async function monitorEvidence(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<EvidenceView[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows, [known]] = await read(ctx, evidenceOf(ctx, pageId, id, shown), monitorIsThere(ctx, pageId, id));
  return known ? ok(viewOf(rows)) : missing;
}
