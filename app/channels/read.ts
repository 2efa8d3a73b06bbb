import { atLeast } from "~/access/actor";
import { maskSecrets, type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { readOnPage } from "~/change/read-permitted";
import { type ComponentName, componentNamesOf } from "~/components/names";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { pendingRetryAt } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { type ChannelView, kindTitle, settingsOf, viewOf } from "./channel-view";
import { channelOf } from "./kinds/known-kinds";
import { madeNames, typedFields } from "./list-kinds";
import { channelById } from "./queries/channel";

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
