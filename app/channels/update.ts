import { maskSecretSettings } from "~/change/adapter-settings/settings";
import { settingsRecord, withOtherFailures } from "~/change/and-also";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { permitStepUpActionNow } from "~/change/commit";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { readBatch } from "~/db/read";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { quietHoursRefusal } from "~/notifications/rules/quiet-hours";
import type { Ctx } from "~/platform/ctx";
import { openChannelSettings } from "./channel-view";
import { channelAdapterOf } from "./kinds/known-kinds";
import { generatedChannelSettings } from "./list-kinds";
import type { ChannelRow } from "./queries/channel";
import { type UpdateChannelInput, updateChannelInputSchema } from "./rules/channel-input";
import { checkChannelSettings } from "./settings";
import { channelChangeTarget } from "./verbs";

export type { UpdateChannelInput };

/**
 * If the settings can no longer be decrypted, people enter them again and generated settings are created again.
 * Redirecting messages can leak data, so it requires the same proof of identity as creating a channel.
 */
async function newSettings(ctx: Ctx, row: ChannelRow, given: Record<string, unknown> | undefined) {
  const adapter = channelAdapterOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {} });
  const before = (await openChannelSettings(ctx, row)) ?? generatedChannelSettings(adapter, ctx.token());
  const checked = await checkChannelSettings(ctx, adapter, before, given);
  if (!checked.ok) return checked;
  const text = JSON.stringify(checked.value);
  const proven = text === JSON.stringify(before) ? ok(true) : permitStepUpActionNow(ctx, "channel.redirect");
  if (!proven.ok) return proven;
  const settingsSealed = await ctx.secrets.seal(text);
  // A changed address may be another receiver, so the old one's wish to be left alone is deleted.
  return ok({
    columns: { settingsSealed, retryAt: null },
    audited: { settings: maskSecretSettings(adapter, checked.value) },
  });
}

function pausing(ctx: Ctx, { disabledAt }: ChannelRow, paused: boolean | undefined) {
  if (paused === undefined) return {};
  return paused ? { disabledAt: disabledAt ?? ctx.now() } : { disabledAt: null, disabledReason: null };
}

/** A person who resumes a channel wants it called, whatever the receiver asked. */
const callingAgain = (paused: boolean | undefined) => (paused === false ? { retryAt: null } : {});

/** Changes the name, settings, events and severity of a channel, or pauses it. Failures: invalid, conflict, missing. */
export async function updateChannel(ctx: Ctx, given: UpdateChannelInput): Promise<Result<ChangeResult>> {
  const done = await changeOneRow(
    ctx,
    { ...channelChangeTarget, input: updateChannelInputSchema },
    given,
    async ({ row, fields: { settings, paused, ...fields } }) => {
      const { quietFrom = row.quietFrom, quietUntil = row.quietUntil } = fields;
      const trouble = quietHoursRefusal({ quietFrom, quietUntil });
      if (trouble) return invalidFieldFailure("quietUntil", trouble);
      const made = await newSettings(ctx, row, settings);
      if (!made.ok) return made;
      const { before, after } = changedValues(row, { ...withoutUndefinedFields(fields), ...pausing(ctx, row, paused) });
      return ok({
        action: "channel.update",
        fields: { ...after, ...made.value.columns, ...callingAgain(paused) },
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
  return withOtherFailures(done, async () => {
    const [[row]] = await readBatch(ctx, channelChangeTarget.row(ctx, given));
    return row && given.settings ? newSettings(ctx, row, settingsRecord(given.settings)) : ok(null);
  });
}
