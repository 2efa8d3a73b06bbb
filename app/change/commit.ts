import { type ChangeNature, drafterTokenFailure, permitTokenChange } from "~/access/permission";
import { permitWithRecentSignIn } from "~/access/step-up";
import { priorCommitQuery } from "~/audit/queries/audit";
import { type AuditDraft, type CommitPlan, commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { wakeSender } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { remainingMeterBudget } from "~/platform/meter";
import { publishPageNow, snapshotPartsToPublish } from "~/status-page/publishing/engine/publish";
import { publishInPageObject } from "~/status-page/publishing/engine/publish-in-object";
import { type ChangeResult, changeResultOf, priorCommitResultOf } from "./change-result";

/** A change by a person. `pageId` is null for a change of the deployment or of the person themselves. */
export interface ChangeCommit extends CommitPlan, ChangeNature {
  audit: AuditDraft;
  /** True if something must be sent besides `notices`. */
  wakes?: boolean;
}

/** Statements needed to publish the front page, and to read the response after it; or to publish what programs read. */
const publishStatements = 14;
const publishStatementsWithWait = 17;
/** Statements needed to publish the feeds' parts as well. If the budget is smaller, the tick publishes those. */
const bothPartsStatements = 21;

/** True if the budget allows publishing. After repeated decisions little is left, and the response has priority. */
const hasRoom = ({ meter, waits }: Ctx) =>
  remainingMeterBudget(meter) >= (waits ? publishStatementsWithWait : publishStatements);

const partsIn = ({ meter, waits }: Ctx, publishes: ChangeCommit["publishes"]) =>
  snapshotPartsToPublish(waits && remainingMeterBudget(meter) < bothPartsStatements ? "home" : publishes);

/**
 * Publishes in the page's object. A change of the page itself is published here, because copies of a page that is no
 * longer public must leave this data centre before the answer.
 */
async function isShownByObject(
  ctx: Ctx,
  { publishes, pageId, audit }: ChangeCommit,
  revision: number,
): Promise<boolean> {
  if (pageId === null || audit.subjectKind === "page") return false;
  return publishInPageObject(ctx, { pageId, revision, wanted: snapshotPartsToPublish(publishes) });
}

/**
 * Publishes after a commit. If publishing fails or has no budget left, the tick does it, and the change still succeeds.
 */
async function show(ctx: Ctx, plan: ChangeCommit, revision: number | null): Promise<void> {
  const { publishes, pageId } = plan;
  if (!publishes || pageId === null || revision === null || ctx.showsLater) return;
  try {
    if (await isShownByObject(ctx, plan, revision)) return;
    if (hasRoom(ctx)) await publishPageNow(ctx, pageId, revision, partsIn(ctx, publishes));
  } catch (error) {
    logDeferredWork(ctx.log, "publish.after", error, { page: pageId });
  }
}

/** Publishes before it sends, so that no email reports what the page does not show yet. */
async function showAndTell(ctx: Ctx, plan: ChangeCommit, revision: number | null): Promise<void> {
  await show(ctx, plan, revision);
  if (plan.wakes || plan.notices?.length) wakeSender(ctx);
}

/** Checks the step-up early, for an action that does work before its commit, or that has no commit. */
export const permitStepUpActionNow = ({ actor, now }: Ctx, action: string): Result<true> =>
  permitWithRecentSignIn(actor, action, now());

/** Permits a drafter token only if the plan sets `drafts` and publishes nothing. */
function permitKindOfToken({ actor }: Ctx, { drafts, publishes = false }: ChangeCommit): Result<true> {
  const may = permitTokenChange(actor, { drafts });
  return may.ok && actor.kind === "token" && actor.drafter && publishes ? drafterTokenFailure : may;
}

/**
 * Checks the token and, if the action needs it, the step-up; then commits and publishes. A repeated commit returns the
 * first answer. The answer is read before publishing, which may use up the budget.
 */
export async function commitChange(ctx: Ctx, plan: ChangeCommit): Promise<Result<ChangeResult>> {
  const kind = permitKindOfToken(ctx, plan);
  if (!kind.ok) return kind;
  const may = permitStepUpActionNow(ctx, plan.audit.action);
  if (!may.ok) return may;
  const { outcome, revision } = await commitPlan(ctx, plan);
  const [prior] = outcome === "already" ? await readBatch(ctx, priorCommitQuery(ctx, plan.id)) : [[]];
  const telling = showAndTell(ctx, plan, revision);
  if (ctx.waits) ctx.waits.answer.push(telling);
  else await telling;
  return priorCommitResultOf(prior, plan.pageId) ?? ok(changeResultOf(plan.audit.subjectId, plan.audit.after));
}
