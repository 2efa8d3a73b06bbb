import { permitRole } from "~/access/permission";
import type { ChangeResult } from "~/change/change-result";
import { readBatch } from "~/db/read";
import { missingFailure, type Result } from "~/failures/failure";
import { composeInitialPostmortem } from "~/notifications/letters/engine/first-postmortem";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { updatesOfIncidentQuery } from "../queries/incident";
import {
  type PostmortemTargetInput,
  type PublishPostmortemInput,
  postmortemTargetInputSchema,
  publishPostmortemInputSchema,
  type WritePostmortemInput,
  writePostmortemInputSchema,
} from "../rules/postmortem-input";
import { changePostmortem } from "./postmortem-step";

export type { PublishPostmortemInput, WritePostmortemInput };

/**
 * Saves the text of a postmortem. A draft remains visible to the team only; a published postmortem changes for visitors
 * at once. Failures: invalid, conflict, gone, missing.
 */
export const writePostmortem = (ctx: Ctx, given: WritePostmortemInput): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "write", writePostmortemInputSchema, given);

/** Starts a draft from what visitors could read and when; it contains nothing private. Fails as writing does. */
export async function startPostmortem(ctx: Ctx, given: PostmortemTargetInput): Promise<Result<ChangeResult>> {
  const { pageId, id } = given;
  const may = permitRole(ctx.actor, ctx.member, pageId, "responder");
  if (!may.ok) return may;
  const [[page], updates] = await readBatch(ctx, pageByIdQuery(ctx, pageId), updatesOfIncidentQuery(ctx, pageId, id));
  if (!page) return missingFailure;
  const told = updates.map(({ row: { status, body, shownAt } }) => ({ status, body, shownAt }));
  return writePostmortem(ctx, { ...given, body: await composeInitialPostmortem(ctx, page, told) });
}

/**
 * Publishes the postmortem, with `body` as its text if given, and notifies subscribers if chosen. Failures: invalid,
 * conflict, gone, missing.
 */
export const publishPostmortem = (ctx: Ctx, given: PublishPostmortemInput): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "publish", publishPostmortemInputSchema, given);

/** Turns a published postmortem into a draft, which visitors no longer see. Failures: conflict, gone, missing. */
export const revertPostmortem = (ctx: Ctx, given: PostmortemTargetInput): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "revert", postmortemTargetInputSchema, given);

/** Deletes the text; the audit log keeps it. Failures: conflict, gone, missing. */
export const deletePostmortem = (ctx: Ctx, given: PostmortemTargetInput): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "delete", postmortemTargetInputSchema, given);
