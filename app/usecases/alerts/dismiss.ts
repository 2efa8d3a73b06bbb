import { alertById } from "~/db/queries/alert-list";
import { priorCommit } from "~/db/queries/audit";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { alert, episode } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type DismissAlertInput, dismissAlertInput } from "~/rules/alerts/input";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";

export type { DismissAlertInput };

/** Takes the present episode out of the observed layer, from its start. Failures: invalid, conflict (not firing), missing. */
export async function dismissAlert(ctx: Ctx, given: DismissAlertInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(dismissAlertInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, commitId = ctx.id(), reason } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), alertById(ctx, pageId, id));
    const found = find(prior, row, { pageId });
    if (found.answer) return found.answer;
    if (found.row.dismissedAt !== null) return ok({ id });
    if (found.row.state !== "firing") {
      return fail({ name: "conflict", code: "not_firing", detail: "This alert has recovered already." });
    }
    const now = ctx.now();
    const { startedAt, title } = found.row;
    const gone = { alertId: id, startedAt, dismissedAt: now, dismissedReason: reason };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: alert, rows: [{ id, version: found.row.version }] }],
      changes: [
        ...updateRows(alert, pageId, [{ id, dismissedAt: now }]),
        ...updateRows(episode, pageId, [gone], ["alertId", "startedAt"]),
        wantSettle(pageId, ctx.now()),
      ],
      audit: { action: "alert.dismiss", subjectKind: "alert", subjectId: id, after: { title, reason } },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
