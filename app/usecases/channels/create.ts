import { channelById } from "~/db/queries/channel";
import { read } from "~/db/read";
import { channel } from "~/db/schema";
import { insertRows } from "~/db/write";
import { channelOf } from "~/notify/channels";
import type { AnyChannel } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type CreateChannelInput, createChannelInput } from "~/rules/telling/channel-input";
import { masked } from "../adapter-settings/settings";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { madeNames, madeSettings } from "./kinds";
import { checkedSettings } from "./settings";
import { settingsOf } from "./view";

export type { CreateChannelInput };

export interface MadeChannel {
  id: string;
  /** What we made for the other side to know, such as a signing secret: shown now and never again. */
  shownOnce: Record<string, string>;
}

/** Of the settings those that we made, in the clear. */
export const shownOnce = (adapter: AnyChannel, settings: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(madeNames(adapter).map((name) => [name, String(settings[name] ?? "")]));

/** What was made the first time, when this very commit came twice. */
async function shownAgain(ctx: Ctx, adapter: AnyChannel, pageId: string, id: string): Promise<MadeChannel> {
  const [[row]] = await read(ctx, channelById(ctx, pageId, id));
  const settings = row ? await settingsOf(ctx, row) : null;
  return { id, shownOnce: settings ? shownOnce(adapter, settings) : {} };
}

/** Makes a team channel. Failures: invalid (unknown kind, settings, an address that we do not call). */
export async function createChannel(ctx: Ctx, given: CreateChannelInput): Promise<Result<MadeChannel>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(createChannelInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), kind, name, settings, events, minimumSeverity = null } = parsed.value;
  const adapter = channelOf(kind);
  if (!adapter) return invalid("kind", "No such kind of channel.", "unknown_kind");
  const checked = await checkedSettings(ctx, adapter, madeSettings(adapter, ctx.token()), settings);
  if (!checked.ok) return checked;
  const id = ctx.id();
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(checked.value));
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
  const row = { id, pageId, kind, name, events, minimumSeverity, settingsSealed, ...times };
  const done = await changing(ctx, () =>
    commitChange(ctx, {
      id: commitId,
      pageId,
      changes: insertRows(channel, [row]),
      audit: {
        action: "channel.create",
        subjectKind: "channel",
        subjectId: id,
        after: { kind, name, events, minimumSeverity, settings: masked(adapter, checked.value) },
      },
    }),
  );
  if (!done.ok) return done;
  if (done.value.id !== id) return ok(await shownAgain(ctx, adapter, pageId, done.value.id));
  return ok({ id, shownOnce: shownOnce(adapter, checked.value) });
}
