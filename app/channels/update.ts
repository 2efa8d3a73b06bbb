import { maskSecrets } from "~/change/adapter-settings/settings";
import { andAlso, settingsRecord } from "~/change/and-also";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { mayAct } from "~/change/commit";
import { differences, present } from "~/change/differences";
import { read } from "~/db/read";
import { invalid, ok, type Result } from "~/failures/failure";
import { quietTrouble } from "~/notifications/rules/quiet-hours";
import type { Ctx } from "~/platform/ctx";
import { settingsOf } from "./channel-view";
import { channelOf } from "./kinds/known-kinds";
import { madeSettings } from "./list-kinds";
import type { ChannelRow } from "./queries/channel";
import { type UpdateChannelInput, updateChannelInput } from "./rules/channel-input";
import { checkedSettings } from "./settings";
import { channelAccess } from "./verbs";

export type { UpdateChannelInput };

/**
 * When the settings can no longer be opened, people enter them again and the generated ones are made again. Redirecting
 * messages can leak data, so it requires the same proof of identity as creating a channel.
 */
async function newSettings(ctx: Ctx, row: ChannelRow, given: Record<string, unknown> | undefined) {
  const adapter = channelOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {} });
  const before = (await settingsOf(ctx, row)) ?? madeSettings(adapter, ctx.token());
  const checked = await checkedSettings(ctx, adapter, before, given);
  if (!checked.ok) return checked;
  const text = JSON.stringify(checked.value);
  const proven = text === JSON.stringify(before) ? ok(true) : mayAct(ctx, "channel.redirect");
  if (!proven.ok) return proven;
  const settingsSealed = await ctx.secrets.seal(text);
  // A changed address may be another receiver, so the old one's wish to be left alone is deleted.
  return ok({ columns: { settingsSealed, retryAt: null }, audited: { settings: maskSecrets(adapter, checked.value) } });
}

function pausing(ctx: Ctx, { disabledAt }: ChannelRow, paused: boolean | undefined) {
  if (paused === undefined) return {};
  return paused ? { disabledAt: disabledAt ?? ctx.now() } : { disabledAt: null, disabledReason: null };
}

/** A person who resumes a channel wants it called, whatever the receiver asked. */
const callingAgain = (paused: boolean | undefined) => (paused === false ? { retryAt: null } : {});

/** Changes the name, settings, events and severity of a channel, or pauses it. Failures: invalid, conflict, missing. */
export async function updateChannel(ctx: Ctx, given: UpdateChannelInput): Promise<Result<ChangeResult>> {
  const done = await changeOne(
    ctx,
    { ...channelAccess, input: updateChannelInput },
    given,
    async ({ row, fields: { settings, paused, ...fields } }) => {
      const { quietFrom = row.quietFrom, quietUntil = row.quietUntil } = fields;
      const trouble = quietTrouble({ quietFrom, quietUntil });
      if (trouble) return invalid("quietUntil", trouble);
      const made = await newSettings(ctx, row, settings);
      if (!made.ok) return made;
      const { before, after } = differences(row, { ...present(fields), ...pausing(ctx, row, paused) });
      return ok({
        action: "channel.update",
        fields: { ...after, ...made.value.columns, ...callingAgain(paused) },
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
  return andAlso(done, async () => {
    const [[row]] = await read(ctx, channelAccess.row(ctx, given));
    return row && given.settings ? newSettings(ctx, row, settingsRecord(given.settings)) : ok(null);
  });
}
