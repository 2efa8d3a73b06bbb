import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { newRepositoryReadingStatements } from "./new-reading";
import { type RepositoryTargetInput, repositoryTargetInputSchema } from "./rules/repository-input";
import { runRepositoryReadingAfterAnswer } from "./run-after-answer";
import { repositoryAccess } from "./verbs";

/** Has the file read at the branch's newest commit, as after a push. Failures: conflict, missing. */
export async function requestReading(ctx: Ctx, given: RepositoryTargetInput): Promise<Result<ChangeResult>> {
  const { table: _table, ...access } = repositoryAccess;
  const id = ctx.id();
  const done = await changeOneRow(ctx, { ...access, input: repositoryTargetInputSchema }, given, ({ row }) =>
    ok({
      action: "repository.read",
      changes: newRepositoryReadingStatements(ctx, row, { id, delivery: id, commitSha: "", author: "", title: "" }),
      after: { path: row.path, file: row.file },
    }),
  );
  if (done.ok) runRepositoryReadingAfterAnswer(ctx, id);
  return done;
}
