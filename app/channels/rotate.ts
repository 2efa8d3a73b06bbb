import { changeOne } from "~/change/change-one";
import { read } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { channelAccess } from "./channel-access";
import { settingsOf } from "./channel-view";
import type { AnyChannel } from "./contract/contract";
import { type MadeChannel, oneTimeSecrets } from "./create";
import { channelOf } from "./kinds/known-kinds";
import { madeNames, madeSettings } from "./list-kinds";
import { channelById } from "./queries/channel";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

const nothingMade = fail({
  name: "conflict",
  code: "nothing_to_rotate",
  detail: "channel.no_secret",
});

/** Time for which receivers may still use the old secret, in ms. */
export const overlapMs = dayMs;

type Settings = Record<string, unknown>;

/** Returns the settings with new secrets and, for kinds that can use both, the old ones. */
function withNew(ctx: Ctx, adapter: AnyChannel, before: Settings | null): Settings {
  const made = madeSettings(adapter, ctx.token());
  if (!before || !adapter.rotated) return { ...before, ...made };
  return adapter.rotated(before, made, ctx.now() + overlapMs) as Settings;
}

/**
 * Generates the secrets again, such as the signing secret; where the kind supports it, the old one also signs for a
 * day. The new one is shown now and never again. Failures: conflict (also `nothing_to_rotate`), missing.
 */
export async function rotateChannel(ctx: Ctx, given: ChannelTarget): Promise<Result<MadeChannel>> {
  const done = await changeOne(ctx, { ...channelAccess, input: channelTarget }, given, async ({ row }) => {
    const adapter = channelOf(row.kind);
    if (!adapter || madeNames(adapter).length === 0) return nothingMade;
    const settings = withNew(ctx, adapter, await settingsOf(ctx, row));
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(settings));
    return ok({ action: "channel.rotate", fields: { settingsSealed } });
  });
  if (!done.ok) return done;
  const [[row]] = await read(ctx, channelById(ctx, given.pageId, given.id));
  const [adapter, settings] = row ? [channelOf(row.kind), await settingsOf(ctx, row)] : [];
  return adapter && settings ? ok({ id: given.id, shownOnce: oneTimeSecrets(adapter, settings) }) : missingFailure;
}
