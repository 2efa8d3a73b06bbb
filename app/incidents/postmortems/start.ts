import { permit } from "~/access/permission";
import type { ChangeResult } from "~/change/change-result";
import { read } from "~/db/read";
import { missingFailure, type Result } from "~/failures/failure";
import { firstPostmortem } from "~/notifications/letters/engine/first-postmortem";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { updatesOf } from "../queries/incident";
import type { PostmortemTarget } from "../rules/postmortem-input";
import { writePostmortem } from "./write";

/** Starts a draft from what visitors read and when; it contains nothing private. Failures: those of writing it. */
export async function startPostmortem(ctx: Ctx, given: PostmortemTarget): Promise<Result<ChangeResult>> {
  const { pageId, id } = given;
  const may = permit(ctx.actor, ctx.member, pageId, "responder");
  if (!may.ok) return may;
  const [[page], updates] = await read(ctx, pageById(ctx, pageId), updatesOf(ctx, pageId, id));
  if (!page) return missingFailure;
  const told = updates.map(({ row: { status, body, shownAt } }) => ({ status, body, shownAt }));
  return writePostmortem(ctx, { ...given, body: await firstPostmortem(ctx, page, told) });
}
