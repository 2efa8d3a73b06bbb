import { authorOf } from "~/db/author";
import { alertById } from "~/db/queries/alert-list";
import { priorCommit } from "~/db/queries/audit";
import { read } from "~/db/read";
import { alert } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type AlertTarget, alertTarget } from "~/rules/alerts/input";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";

/** Somebody has seen it; moves nothing. Twice is once. Failures: missing. */
export async function acknowledgeAlert(ctx: Ctx, given: AlertTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(alertTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), alertById(ctx, pageId, id));
    const found = find(prior, row, { pageId });
    if (found.answer) return found.answer;
    if (found.row.acknowledgedAt !== null) return ok({ id });
    const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: authorOf(ctx).authorId };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: alert, rows: [{ id, version: found.row.version }] }],
      changes: updateRows(alert, pageId, [{ id, ...seen }]),
      audit: { action: "alert.acknowledge", subjectKind: "alert", subjectId: id, after: { title: found.row.title } },
    });
  });
}
