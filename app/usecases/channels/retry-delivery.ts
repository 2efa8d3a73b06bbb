import { priorCommit } from "~/db/queries/audit";
import { channelById, oneDelivery, reviveDelivery } from "~/db/queries/channel";
import { read } from "~/db/read";
import { channel } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type ChannelDeliveryTarget, channelDeliveryTarget } from "~/rules/telling/channel-input";
import { type Done, missing, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { isTestDelivery } from "./delivery-view";

const refused = (code: string, detail: string) => fail({ name: "conflict", code, detail });

/**
 * Sends again what did not arrive, with all its waits before it. Failures: missing, conflict (`not_failed`: it arrived
 * or is on its way; `channel_off`).
 */
export async function retryDelivery(ctx: Ctx, given: ChannelDeliveryTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(channelDeliveryTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, channelId, id, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row], [delivery]] = await read(
      ctx,
      priorCommit(ctx, commitId),
      channelById(ctx, pageId, channelId),
      oneDelivery(ctx, pageId, channelId, id),
    );
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!row || !delivery) return missing;
    if (delivery.state !== "dead" || isTestDelivery(id))
      return refused("not_failed", "There is nothing of it to send again.");
    if (row.disabledAt !== null) return refused("channel_off", "This channel is off: switch it on first.");
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: channel, rows: [{ id: channelId, version: row.version }] }],
      changes: [reviveDelivery(channelId, id, ctx.now())],
      audit: { action: "channel.retry", subjectKind: "channel", subjectId: channelId, after: { notice: id } },
      wakes: true,
    });
  });
}
