import { priorCommit } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { missingFailure, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { forgetHome } from "~/status-page/home";
import { pageById, showAtRoot } from "./queries/page";
import { joinPageInput } from "./rules/input";

/** Chooses, for the operator, the page that `/` of the deployment shows; recorded in that page's audit log. */
export async function chooseHome(
  ctx: Ctx,
  given: { pageId: string; commitId?: string },
): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "operator", input: joinPageInput }, given);
  if (!authorized.ok) return authorized;
  const { commitId } = authorized.value;
  const { pageId } = authorized.value.input;
  return commitChangeWithRetry(ctx, async () => {
    const [[page], prior] = await read(ctx, pageById(ctx, pageId), priorCommit(ctx, commitId));
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!page) return missingFailure;
    const audit = { action: "page.show_at_root", subjectKind: "page", subjectId: pageId };
    const done = await commitChange(ctx, { id: commitId, pageId, changes: [showAtRoot(pageId)], audit });
    forgetHome(ctx);
    return done;
  });
}
