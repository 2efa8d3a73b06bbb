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

/** A person's change; `pageId` null for the deployment, or the person who asks. */
export interface ChangeCommit extends CommitPlan, ChangeNature {
  audit: AuditDraft;
  /** True when there is something to send besides `notices`. */
  wakes?: boolean;
}

/**
 * Statements for publishing the front page and for what the answer reads after it; or for what programs read beside it.
 */
const publishStatements = 14;
const publishStatementsWithWait = 17;
/**
 * Statements for also publishing both parts beside it: if they do not fit, the tick publishes the parts that feeds use.
 */
const bothPartsStatements = 21;

/** True when the budget allows publishing; after repeated decisions little is left, and the answer goes first. */
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
 * Publishes after a commit. A publish that fails or has no budget left is done by the tick, and never makes the change
 * fail.
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

/** Asks the step-up question first, for an action with work before its commit, or without a commit. */
export const permitStepUpActionNow = ({ actor, now }: Ctx, action: string): Result<true> =>
  permitWithRecentSignIn(actor, action, now());

/** Permits a drafter's token what says that it drafts, if visitors see nothing of it. */
function permitKindOfToken({ actor }: Ctx, { drafts, publishes = false }: ChangeCommit): Result<true> {
  const may = permitTokenChange(actor, { drafts });
  return may.ok && actor.kind === "token" && actor.drafter && publishes ? drafterTokenFailure : may;
}

/**
 * Checks the kind of the token, and the step-up if the action needs one, commits, and publishes before it answers. Sent twice, it returns the
 * first answer, which is read first because publishing may use up the budget.
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
