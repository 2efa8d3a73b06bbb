import { atLeast } from "~/access/actor";
import { maskSecrets, type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { type ComponentName, componentNamesOf } from "~/components/names";
import { read } from "~/db/read";
import { channel } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { pendingRetryAt } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { dayMs } from "~/time/durations";
import { type ChannelView, kindTitle, settingsOf, viewOf } from "./channel-view";
import type { AnyChannel } from "./contract/contract";
import { type MadeChannel, oneTimeSecrets } from "./create";
import { channelOf } from "./kinds/known-kinds";
import { madeNames, madeSettings, typedFields } from "./list-kinds";
import { channelById, channelsOf, forgetChannel } from "./queries/channel";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/** Definition of a channel for the commands that change it. */
export const channelAccess = {
  role: "admin",
  subject: "channel",
  table: channel,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => channelById(ctx, pageId, id),
  show: viewOf,
} as const;

export interface ListedChannel extends ChannelView {
  kindTitle: string;
  lastDelivery: { state: string; createdAt: number } | null;
}

/** Returns the page's channels by name, each with the state of its newest delivery. */
export const listChannels = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ListedChannel[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [channelsOf(ctx, pageId)], ([found]) =>
    ok(
      found.map(({ row, lastState, lastAt }) => ({
        ...viewOf(row),
        kindTitle: kindTitle(row.kind),
        lastDelivery: lastAt === null ? null : { state: lastState ?? "", createdAt: lastAt },
      })),
    ),
  );

export interface ChannelDetail {
  channel: ChannelView;
  kindTitle: string;
  /** Earliest next call for which the receiver asked, UTC ms; null = it did not ask. */
  leftAloneUntil: number | null;
  /** Text that says where to find its settings in the other product. */
  intro: string;
  /** Settings that people type. */
  settingFields: SettingField[];
  /** Titles of the generated settings, which can be rotated. */
  made: string[];
  /** Settings with masked secrets; empty unless the reader is an admin. */
  settings: Record<string, unknown>;
  /** Components of the page, to choose from. */
  components: ComponentName[];
}

/** Returns one channel; for admins with its settings, secrets masked. */
export const readChannel = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<ChannelDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [channelById(ctx, pageId, id), shownComponents(ctx, pageId)],
    async ([[row], components], readersRole) => {
      if (!row) return missingFailure;
      const adapter = channelOf(row.kind);
      const made = adapter ? madeNames(adapter) : [];
      const fields = adapter ? settingFields(adapter) : [];
      const settings = atLeast(readersRole, "admin") ? maskSecrets(adapter, (await settingsOf(ctx, row)) ?? {}) : {};
      return ok({
        channel: viewOf(row),
        kindTitle: kindTitle(row.kind),
        leftAloneUntil: pendingRetryAt(row.retryAt, ctx.now()),
        intro: adapter?.intro ?? "",
        settingFields: adapter ? typedFields(adapter) : [],
        made: fields.flatMap(({ name, title }) => (made.includes(name) ? [title] : [])),
        settings,
        components: componentNamesOf(components),
      });
    },
  );

/** Pauses a channel: it gets no more messages, and pending ones are dropped. Failures: conflict, missing. */
export const pauseChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...channelAccess, input: channelTarget }, given, ({ row: { disabledAt } }) => {
    const off = { disabledAt: disabledAt ?? ctx.now() };
    return ok({ action: "channel.pause", fields: off, before: { disabledAt }, after: off });
  });

/**
 * Resumes a channel from the next notice on; the reason why it was off, and the receiver's wish to be left alone, are
 * deleted. Failures: conflict, missing.
 */
export const resumeChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...channelAccess, input: channelTarget }, given, ({ row: { disabledAt, disabledReason } }) => {
    const on = { disabledAt: null, disabledReason: null };
    return ok({
      action: "channel.resume",
      fields: { ...on, retryAt: null },
      before: { disabledAt, disabledReason },
      after: on,
      wakes: true,
    });
  });

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

/** Deletes a channel with its deliveries. Failures: conflict, missing. */
export const deleteChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...channelAccess, input: channelTarget }, given, ({ row: { id, pageId, kind, name } }) =>
    ok({
      action: "channel.delete",
      changes: [...forgetChannel(pageId, id), ...deleteRows(channel, pageId, [{ id }])],
      before: { kind, name },
    }),
  );
