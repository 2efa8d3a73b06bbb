import { expectMailers, orderMailers } from "~/db/queries/mailer";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type MoveMailerInput, moveMailerInput } from "~/rules/telling/mailer-input";
import type { Done } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { findMailer } from "./find";

/** Tries a mailer one place earlier or later; at the end of the list nothing changes. Failures: conflict, missing. */
export async function moveMailer(ctx: Ctx, given: MoveMailerInput): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(moveMailerInput, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), direction, ...input } = parsed.value;
  return changing(ctx, async () => {
    const { row, all, answer } = await findMailer(ctx, commitId, input);
    if (answer) return answer;
    const ids = all.map((each) => each.id);
    const at = ids.indexOf(row.id);
    const to = at + (direction === "up" ? -1 : 1);
    if (to < 0 || to >= ids.length) return ok({ id: row.id });
    ids.splice(at, 1);
    ids.splice(to, 0, row.id);
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [expectMailers(all)],
      changes: [orderMailers(ids, ctx.now())],
      audit: {
        action: "mailer.move",
        subjectKind: "mailer",
        subjectId: row.id,
        before: { position: at },
        after: { position: to },
      },
    });
  });
}
