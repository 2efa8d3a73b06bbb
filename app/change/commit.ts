import { permitAction } from "~/access/step-up";
import { priorCommit } from "~/audit/queries/audit";
import { type AuditDraft, type Commit, commit } from "~/commit/commit";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { wakeSender } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { roomIn } from "~/platform/meter";
import { partsOf, publishNow } from "~/status-page/publishing/engine/publish";
import { publishInObject } from "~/status-page/publishing/engine/publish-in-object";
import { type Done, doneOf, replayOf } from "./answers";

/** What somebody asked for; `pageId` null = of the deployment, or of the person who asks. */
export interface Change extends Commit {
  audit: AuditDraft;
  /** There is something to send besides `notices`. */
  wakes?: boolean;
}

/** Statements of publishing the front page, and of what the answer still reads after it; or what programs read beside it. */
const showing = 14;
const showingBeside = 17;
/** And of publishing both parts beside it: where they do not fit, what feeds print is the tick's. */
const bothBeside = 21;

/** Who decided again has little room left, and the answer goes first. */
const hasRoom = ({ meter, waits }: Ctx) => roomIn(meter) >= (waits ? showingBeside : showing);

const partsIn = ({ meter, waits }: Ctx, publishes: Change["publishes"]) =>
  partsOf(waits && roomIn(meter) < bothBeside ? "home" : publishes);

/** Who may see a page is published here: copies of it in this data centre are forgotten before anybody is answered. */
async function isShownByObject(ctx: Ctx, { publishes, pageId, audit }: Change, revision: number): Promise<boolean> {
  if (pageId === null || audit.subjectKind === "page") return false;
  return publishInObject(ctx, { pageId, revision, wanted: partsOf(publishes) });
}

/** What is committed is in: a publishing that fails now, or has no room left, is the tick's, and no reason to say no. */
async function show(ctx: Ctx, plan: Change, revision: number | null): Promise<void> {
  const { publishes, pageId } = plan;
  if (!publishes || pageId === null || revision === null) return;
  try {
    if (await isShownByObject(ctx, plan, revision)) return;
    if (hasRoom(ctx)) await publishNow(ctx, pageId, revision, partsIn(ctx, publishes));
  } catch (error) {
    logLeft(ctx.log, "publish.after", error, { page: pageId });
  }
}

/** No mail is sent of what the page does not show. */
async function showAndTell(ctx: Ctx, plan: Change, revision: number | null): Promise<void> {
  await show(ctx, plan, revision);
  if (plan.wakes || plan.notices?.length) wakeSender(ctx);
}

/** For what has work before its commit, or none: the same question, asked first. */
export const mayAct = ({ actor, now }: Ctx, action: string): Result<true> => permitAction(actor, action, now());

/**
 * Asks whether who acts has proven who they are, if the action needs it; commits, and publishes before it answers. Sent twice, it answers as the first time; that is read first, because
 * publishing may spend what is left of the budget.
 */
export async function commitChange(ctx: Ctx, plan: Change): Promise<Result<Done>> {
  const may = mayAct(ctx, plan.audit.action);
  if (!may.ok) return may;
  const { outcome, revision } = await commit(ctx, plan);
  const [prior] = outcome === "already" ? await read(ctx, priorCommit(ctx, plan.id)) : [[]];
  const telling = showAndTell(ctx, plan, revision);
  if (ctx.waits) ctx.waits.answer.push(telling);
  else await telling;
  return replayOf(prior, plan.pageId) ?? ok(doneOf(plan.audit.subjectId, plan.audit.after));
}
