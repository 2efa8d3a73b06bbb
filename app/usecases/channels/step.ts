import { priorCommit } from "~/db/queries/audit";
import { type ChannelRow, channelById } from "~/db/queries/channel";
import { read } from "~/db/read";
import { channel } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type ChannelTarget, channelTarget } from "~/rules/telling/channel-input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { type Change, commitChange } from "../change/commit";
import { find } from "../change/find";
import { viewOf } from "./view";

export interface ChannelStep {
  action: string;
  changes: Statement[];
  before?: Change["audit"]["before"];
  after?: Change["audit"]["after"];
}

/** One change of one channel by an admin, compared with the version that was read. Failures: conflict, missing. */
export async function stepChannel(
  ctx: Ctx,
  given: ChannelTarget,
  decide: (row: ChannelRow) => Promise<ChannelStep> | ChannelStep,
): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(channelTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), channelById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version }, viewOf);
    if (found.answer) return found.answer;
    const { changes, ...audit } = await decide(found.row);
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: channel, rows: [{ id, version: found.row.version }] }],
      changes,
      audit: { subjectKind: "channel", subjectId: id, ...audit },
    });
  });
}
