import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type PublishPostmortemInput, publishPostmortemInput } from "~/rules/incidents/postmortem-input";
import type { Done } from "../change/answers";
import { changePostmortem } from "./step";

export type { PublishPostmortemInput };

/** Shows it to visitors, with `body` as its text where given; tells subscribers by choice. Failures: invalid, conflict, gone, missing. */
export async function publishPostmortem(ctx: Ctx, given: PublishPostmortemInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(publishPostmortemInput, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), body, notify, ...target } = parsed.value;
  return changePostmortem(ctx, { ...target, commitId }, { step: "publish", body, notify });
}
