import { evidenceOf } from "~/db/queries/evidence";
import { monitorIsThere } from "~/db/queries/monitor";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import type { KeptEvidence } from "~/rules/monitors/evidence";
import { missing } from "../change/answers";

/** What one check saw; its headers as they are on the wire, a line each. */
export interface SeenByCheck extends Omit<KeptEvidence, "answer"> {
  answer: { status: number; headers: string; body: string } | null;
}

/** What was seen while a monitor was down; instants in ms. */
export interface EvidenceView {
  /** Since when it was down. */
  at: number;
  first: SeenByCheck;
  /** A later check of the same time; null = it was not down for an hour. */
  last: SeenByCheck | null;
}

function seenOf({ answer, ...seen }: KeptEvidence): SeenByCheck {
  if (!answer) return { ...seen, answer: null };
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return { ...seen, answer: { ...answer, headers } };
}

const shown = 10;

/** The newest ten times that a monitor was down and what its checks saw. One statement. */
export async function readEvidence(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<EvidenceView[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, evidenceOf(ctx, pageId, id, shown));
  return ok(rows.map(({ at, first, last }) => ({ at, first: seenOf(first), last: last && seenOf(last) })));
}

/** As the one above, of a monitor that is known to be there. Failure: missing. */
export async function monitorEvidence(
  ctx: Ctx,
  given: { pageId: string; id: string },
): Promise<Result<EvidenceView[]>> {
  const seen = await readEvidence(ctx, given);
  if (!seen.ok || seen.value.length > 0) return seen;
  const [[known]] = await read(ctx, monitorIsThere(ctx, given.pageId, given.id));
  return known ? seen : missing;
}
