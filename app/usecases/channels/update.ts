import { priorCommit } from "~/db/queries/audit";
import { type ChannelRow, channelById } from "~/db/queries/channel";
import { read } from "~/db/read";
import { channel } from "~/db/schema";
import { updateRows } from "~/db/write";
import { channelOf } from "~/notify/channels";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type UpdateChannelInput, updateChannelInput } from "~/rules/telling/channel-input";
import { masked } from "../adapter-settings/settings";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { find } from "../change/find";
import { madeSettings } from "./kinds";
import { checkedSettings } from "./settings";
import { settingsOf, viewOf } from "./view";

export type { UpdateChannelInput };

/** Settings that no secret opens any more are entered anew, with what we make ourselves. */
async function newSettings(ctx: Ctx, row: ChannelRow, given: Record<string, unknown> | undefined) {
  const adapter = channelOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {} });
  const before = (await settingsOf(ctx, row)) ?? madeSettings(adapter, ctx.token());
  const checked = await checkedSettings(ctx, adapter, before, given);
  if (!checked.ok) return checked;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(checked.value));
  return ok({ columns: { settingsSealed }, audited: { settings: masked(adapter, checked.value) } });
}

function pausing(ctx: Ctx, { disabledAt }: ChannelRow, paused: boolean | undefined) {
  if (paused === undefined) return {};
  return paused ? { disabledAt: disabledAt ?? ctx.now() } : { disabledAt: null, disabledReason: null };
}

/** Changes name, settings, events and severity of a channel, or pauses it. Failures: invalid, conflict, missing. */
export async function updateChannel(ctx: Ctx, given: UpdateChannelInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updateChannelInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), settings, paused, ...fields } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), channelById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version }, viewOf);
    if (found.answer) return found.answer;
    const made = await newSettings(ctx, found.row, settings);
    if (!made.ok) return made;
    const changed = differences(found.row, { ...present(fields), ...pausing(ctx, found.row, paused) });
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: channel, rows: [{ id, version: found.row.version }] }],
      changes: updateRows(channel, pageId, [{ id, ...changed.after, ...made.value.columns, updatedAt: ctx.now() }]),
      audit: {
        action: "channel.update",
        subjectKind: "channel",
        subjectId: id,
        before: changed.before ?? null,
        after: { ...changed.after, ...made.value.audited },
      },
    });
  });
}
