import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type WritePostmortemInput, writePostmortemInput } from "~/rules/incidents/postmortem-input";
import type { Done } from "../change/answers";
import { changePostmortem } from "./step";

export type { WritePostmortemInput };

/** Keeps the text: a draft is seen by the team only, a published one is corrected for everybody. Failures: invalid, conflict, gone, missing. */
export async function writePostmortem(ctx: Ctx, given: WritePostmortemInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(writePostmortemInput, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), body, ...target } = parsed.value;
  return changePostmortem(ctx, { ...target, commitId }, { step: "write", body });
}
