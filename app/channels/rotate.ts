import { missing } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnyChannel } from "./contract/contract";
import { type MadeChannel, shownOnce } from "./create";
import { channelOf } from "./kinds/known-kinds";
import { madeNames, madeSettings } from "./list-kinds";
import { oneChannel } from "./one";
import { channelById } from "./queries/channel";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";
import { settingsOf } from "./view";

const nothingMade = fail({
  name: "conflict",
  code: "nothing_to_rotate",
  detail: "channel.no_secret",
});

/** So long receivers may take to learn what is new, in ms. */
export const overlap = 24 * 3600_000;

type Settings = Record<string, unknown>;

/** With what is made again, and as far as the kind can, what it replaces. */
function withNew(ctx: Ctx, adapter: AnyChannel, before: Settings | null): Settings {
  const made = madeSettings(adapter, ctx.token());
  if (!before || !adapter.rotated) return { ...before, ...made };
  return adapter.rotated(before, made, ctx.now() + overlap) as Settings;
}

/**
 * Makes what we made for the other side again, such as the signing secret; where the kind can, the old one signs as well for
 * a day. Shown now and never again. Failures: conflict (`nothing_to_rotate` too), missing.
 */
export async function rotateChannel(ctx: Ctx, given: ChannelTarget): Promise<Result<MadeChannel>> {
  const done = await changeOne(ctx, { ...oneChannel, input: channelTarget }, given, async ({ row }) => {
    const adapter = channelOf(row.kind);
    if (!adapter || madeNames(adapter).length === 0) return nothingMade;
    const settings = withNew(ctx, adapter, await settingsOf(ctx, row));
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(settings));
    return ok({ action: "channel.rotate", fields: { settingsSealed } });
  });
  if (!done.ok) return done;
  const [[row]] = await read(ctx, channelById(ctx, given.pageId, given.id));
  const [adapter, settings] = row ? [channelOf(row.kind), await settingsOf(ctx, row)] : [];
  return adapter && settings ? ok({ id: given.id, shownOnce: shownOnce(adapter, settings) }) : missing;
}
