import { isRoleAtLeast } from "~/access/actor";
import type { IdOnPage } from "~/access/id-on-page";
import { adapterSettingFields, maskSecretSettings, type SettingField } from "~/change/adapter-settings/settings";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { type ComponentName, componentNamesOf } from "~/components/names";
import { readBatch } from "~/db/read";
import { channelTable } from "~/db/schema";
import { deleteRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { pendingRetryAt } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { dayMs } from "~/time/durations";
import { type ChannelView, channelKindTitle, channelViewOf, openChannelSettings } from "./channel-view";
import type { AnyChannelAdapter } from "./contract/contract";
import { type CreatedChannel, oneTimeChannelSecrets } from "./create";
import { channelAdapterOf } from "./kinds/known-kinds";
import { generatedChannelSettingNames, generatedChannelSettings, userEnteredChannelSettingFields } from "./list-kinds";
import { channelByIdQuery, channelsOfPageQuery, deleteChannelDataStatements } from "./queries/channel";
import { type ChannelTargetInput, channelTargetInputSchema } from "./rules/channel-input";

/** Definition of a channel for the commands that change it. */
export const channelChangeTarget = {
  role: "admin",
  subject: "channel",
  table: channelTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => channelByIdQuery(ctx, pageId, id),
  show: channelViewOf,
} as const;

export interface ListedChannel extends ChannelView {
  kindTitle: string;
  /** `tries`: attempts that failed so far, while it is due. */
  lastDelivery: { state: string; tries: number; dueAt: number | null; createdAt: number } | null;
}

/** Returns the page's channels by name, each with the state of its newest delivery. */
export const listChannels = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ListedChannel[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [channelsOfPageQuery(ctx, pageId)], ([found]) =>
    ok(
      found.map(({ row, lastState, lastAt, lastTries, lastDueAt }) => ({
        ...channelViewOf(row),
        kindTitle: channelKindTitle(row.kind),
        lastDelivery:
          lastAt === null
            ? null
            : { state: lastState ?? "", tries: lastTries ?? 0, dueAt: lastDueAt, createdAt: lastAt },
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

/** Returns a channel. Admins also get its settings, with secrets masked. */
export const readChannel = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<ChannelDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [channelByIdQuery(ctx, pageId, id), activeComponentsOfPageQuery(ctx, pageId)],
    async ([[row], components], readersRole) => {
      if (!row) return missingFailure;
      const adapter = channelAdapterOf(row.kind);
      const made = adapter ? generatedChannelSettingNames(adapter) : [];
      const fields = adapter ? adapterSettingFields(adapter) : [];
      const settings = isRoleAtLeast(readersRole, "admin")
        ? maskSecretSettings(adapter, (await openChannelSettings(ctx, row)) ?? {})
        : {};
      return ok({
        channel: channelViewOf(row),
        kindTitle: channelKindTitle(row.kind),
        leftAloneUntil: pendingRetryAt(row.retryAt, ctx.now()),
        intro: adapter?.intro ?? "",
        settingFields: adapter ? userEnteredChannelSettingFields(adapter) : [],
        made: fields.flatMap(({ name, title }) => (made.includes(name) ? [title] : [])),
        settings,
        components: componentNamesOf(components),
      });
    },
  );

/** Pauses a channel. It gets no more messages, and pending messages are dropped. Failures: conflict, missing. */
export const pauseChannel = (ctx: Ctx, given: ChannelTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...channelChangeTarget, input: channelTargetInputSchema }, given, ({ row: { disabledAt } }) => {
    const off = { disabledAt: disabledAt ?? ctx.now() };
    return ok({ action: "channel.pause", fields: off, before: { disabledAt }, after: off });
  });

/**
 * Resumes a channel from the next notice on; the reason why it was off, and the receiver's wish to be left alone, are
 * deleted. Failures: conflict, missing.
 */
export const resumeChannel = (ctx: Ctx, given: ChannelTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...channelChangeTarget, input: channelTargetInputSchema },
    given,
    ({ row: { disabledAt, disabledReason } }) => {
      const on = { disabledAt: null, disabledReason: null };
      return ok({
        action: "channel.resume",
        fields: { ...on, retryAt: null },
        before: { disabledAt, disabledReason },
        after: on,
        wakes: true,
      });
    },
  );

const nothingMade = fail({
  name: "conflict",
  code: "nothing_to_rotate",
  detail: "channel.no_secret",
});

/** Time for which receivers may still use the old secret, in ms. */
export const secretOverlapMs = dayMs;

type Settings = Record<string, unknown>;

/** Returns the settings with new secrets and, for kinds that can use both, the old ones. */
function withNew(ctx: Ctx, adapter: AnyChannelAdapter, before: Settings | null): Settings {
  const made = generatedChannelSettings(adapter, ctx.token());
  if (!before || !adapter.rotated) return { ...before, ...made };
  return adapter.rotated(before, made, ctx.now() + secretOverlapMs) as Settings;
}

/**
 * Generates the secrets again, such as the signing secret. If the kind supports it, the old secret also signs for a
 * day. The new secret is shown only in this response. Failures: conflict (also `nothing_to_rotate`), missing.
 */
export async function rotateChannelSecrets(ctx: Ctx, given: ChannelTargetInput): Promise<Result<CreatedChannel>> {
  const done = await changeOneRow(
    ctx,
    { ...channelChangeTarget, input: channelTargetInputSchema },
    given,
    async ({ row }) => {
      const adapter = channelAdapterOf(row.kind);
      if (!adapter || generatedChannelSettingNames(adapter).length === 0) return nothingMade;
      const settings = withNew(ctx, adapter, await openChannelSettings(ctx, row));
      const settingsSealed = await ctx.secrets.seal(JSON.stringify(settings));
      return ok({ action: "channel.rotate", fields: { settingsSealed } });
    },
  );
  if (!done.ok) return done;
  const [[row]] = await readBatch(ctx, channelByIdQuery(ctx, given.pageId, given.id));
  const [adapter, settings] = row ? [channelAdapterOf(row.kind), await openChannelSettings(ctx, row)] : [];
  return adapter && settings
    ? ok({ id: given.id, shownOnce: oneTimeChannelSecrets(adapter, settings) })
    : missingFailure;
}

/** Deletes a channel with its deliveries. Failures: conflict, missing. */
export const deleteChannel = (ctx: Ctx, given: ChannelTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...channelChangeTarget, input: channelTargetInputSchema },
    given,
    ({ row: { id, pageId, kind, name } }) =>
      ok({
        action: "channel.delete",
        changes: [...deleteChannelDataStatements(pageId, id), ...deleteRowsStatements(channelTable, pageId, [{ id }])],
        before: { kind, name },
      }),
  );
