import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { newReadingStatements } from "./new-reading";
import { type RepositoryTarget, repositoryTargetInput } from "./rules/repository-input";
import { runReadingAfterAnswer } from "./run-after-answer";
import { repositoryAccess } from "./verbs";

/** Has the file read at the branch's newest commit, as after a push. Failures: conflict, missing. */
export async function requestReading(ctx: Ctx, given: RepositoryTarget): Promise<Result<ChangeResult>> {
  const { table: _table, ...access } = repositoryAccess;
  const id = ctx.id();
  const done = await changeOneRow(ctx, { ...access, input: repositoryTargetInput }, given, ({ row }) =>
    ok({
      action: "repository.read",
      changes: newReadingStatements(ctx, row, { id, delivery: id, commitSha: "", author: "", title: "" }),
      after: { path: row.path, file: row.file },
    }),
  );
  if (done.ok) runReadingAfterAnswer(ctx, id);
  return done;
}
